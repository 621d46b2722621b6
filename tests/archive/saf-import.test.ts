import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { importArrivals } from '../../packages/server/src/services/archive/arrivals/import-arrivals.ts';
import type { Difference } from '../../packages/server/src/services/archive/arrivals/reconcile.ts';
import { readSaf } from '../../packages/server/src/services/archive/arrivals/saf/read-saf.ts';
import type { RefusedLine } from '../../packages/server/src/services/archive/importing/import-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { latin1, writeTree } from '../fixtures/write-tree.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const SITE = { address: 'https://repositorio.example.org', today: '2026-11-18' };

const take = async (store: TestStore, folder: string) => {
  const sources = createFileFolder({ folder });
  const refusals: RefusedLine[] = [];
  const differences: Difference[] = [];
  const outcome = await importArrivals({ ...store, sources }, () => readSaf(sources, SITE), {
    author: { who: 'tests' },
    onRefused: (line) => void refusals.push(line),
    onDifference: (difference) => void differences.push(difference),
  });
  return { ...outcome, refusals, differences };
};

const findAlias = async ({ catalogue }: TestStore, text: string) => {
  const alias = parseAlias(text);
  return alias.ok ? catalogue.find(aliasLabel(alias.value)) : undefined;
};

const metadataOf = async ({ catalogue }: TestStore, text: string) => {
  const item = await findAlias({ catalogue } as TestStore, text);
  return (await catalogue.find(repositoryLabel(item?.describedBy ?? '')))?.metadata;
};

const sheet = (values: readonly string[], schema = 'dc'): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<dublin_core schema="${schema}">\n${values.join('\n')}\n</dublin_core>\n`;
const value = (name: string, text: string, language = ''): string => {
  const [element, qualifier = 'none'] = name.split('.');
  return `  <dcvalue element="${element}" qualifier="${qualifier}" language="${language}">${text}</dcvalue>`;
};

/** A thesis as DSpace exports it, with each bundle, another schema and its own words. */
const THESIS: readonly (readonly [string | Buffer, string | Buffer])[] = [
  [
    'item_000/dublin_core.xml',
    sheet([
      value('title', 'Áreas queimadas &amp; o Cerrado', 'pt_BR'),
      value('title', 'Burned areas', 'en'),
      value('title', 'Another English title', 'en'),
      value('contributor.author', 'Lima, Ana'),
      value('contributor.advisor1', 'Prado, Helena'),
      value('contributor.advisor1Lattes', 'http://lattes.cnpq.br/1'),
      value('contributor.referee2', 'Souza, Rui'),
      value('date.accessioned', '2012-05-03T12:00:01Z'),
      value('date.available', '2012-05-03T12:00:01Z'),
      value('date.issued', '2011-09'),
      value('date.issued', 'setembro de 2011'),
      value('identifier.uri', 'http://hdl.handle.net/123456789/5'),
      value('identifier.uri', 'https://repositorio.example.org/xmlui/handle/123456789/5'),
      value('identifier.uri', 'https://journal.example.org/article/7'),
      value('identifier.issn', '0317-8471'),
      value('identifier.citation', 'Lima, A. Áreas queimadas. 2011.'),
      value('description.abstract', 'Primeiro.\nSegundo parágrafo.', 'pt_BR'),
      value('description.provenance', 'Made available by ana@example.org on 2012-05-03T12:00:01Z (GMT).', 'en'),
      value('language.iso', 'por'),
      value('publisher', 'Instituto'),
      value('subject', 'cerrado', 'pt_BR'),
      value('subject.cnpq', 'GEOCIENCIAS'),
      value('relation.ispartofseries', 'Teses;7'),
      value('rights.uri', 'http://creativecommons.org/licenses/by-nc/4.0/'),
      value('type', 'Tese'),
      value('unknown.field', 'kept'),
      value('empty', ' '),
    ]),
  ],
  [
    'item_000/metadata_thesis.xml',
    sheet(
      [
        value('degree.name', 'Doutor em Sensoriamento Remoto'),
        value('degree.level', 'Doutorado'),
        value('degree.grantor', 'INPE'),
      ].map((line) => line),
      'thesis',
    ),
  ],
  [
    'item_000/contents',
    Buffer.concat([
      Buffer.from('appendix.csv\tbundle:ORIGINAL\tdescription:Points\n'),
      latin1('Relatório.pdf\tbundle:ORIGINAL\tprimary:true\r\n'),
      Buffer.from('license.txt\tbundle:LICENSE\n\nRelatório.pdf.txt\tbundle:TEXT\n'),
    ]),
  ],
  ['item_000/appendix.csv', 'a;b'],
  [latin1('item_000/Relatório.pdf'), '%PDF'],
  ['item_000/license.txt', 'I grant'],
  // Its name is in NFD on the disk, and in NFC on the list.
  ['item_000/Relatório.pdf.txt'.normalize('NFD'), 'text'],
  ['item_000/handle', '123456789/5\n'],
  ['item_000/collections', '123456789/2\n123456789/3\n'],
];

const SMALL = (name: string, handle?: string): readonly (readonly [string, string])[] => [
  [`${name}/dublin_core.xml`, sheet([value('title', `Title of ${name}`)])],
  [`${name}/contents`, 'a.txt\n'],
  [`${name}/a.txt`, `content of ${name}`],
  ...(handle === undefined ? [] : [[`${name}/handle`, handle] as const]),
];

describe.each(DATABASES)('import of a Simple Archive Format into $name', ({ openMigrated }) => {
  it('keeps every field, file, bundle and address of an item', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, THESIS);
    const outcome = await take(store, folder);
    expect(outcome).toMatchObject({
      imported: 1,
      refusals: [],
      differences: [],
      reconciliation: {
        source: { records: 1, files: 4, bytes: 18 },
        here: { records: 1, files: 4, bytes: 18 },
        addresses: { told: 3, leading: 3 },
        differences: 0,
      },
    });
    const item = await findAlias(store, 'hdl:123456789/5');
    expect(item).toMatchObject({
      language: 'pt',
      target: 'Relat\\xF3rio.pdf',
      aliases: [
        'hdl:123456789/5',
        'https://repositorio.example.org/handle/123456789/5',
        'https://repositorio.example.org/xmlui/handle/123456789/5',
      ],
      createdAt: BigInt(Date.parse('2012-05-03T12:00:01Z')) * 1_000n,
      access: { fileList: 'open' },
    });
    const repository = repositoryLabel(item?.repository ?? '');
    expect((await store.catalogue.files(repository)).map(({ path }) => path).toSorted()).toEqual(
      ['LICENSE/license.txt', 'Relat\\xF3rio.pdf', 'TEXT/Relato\\xCC\\x81rio.pdf.txt', 'appendix.csv'].toSorted(),
    );
    expect((await store.catalogue.collectionsOf(repository)).map(({ name, title }) => [name, title.en])).toEqual([
      ['123456789-2', '123456789/2'],
      ['123456789-3', '123456789/3'],
    ]);
    expect({ ...(await metadataOf(store, 'hdl:123456789/5')) }).toEqual({
      title: [
        { value: 'Áreas queimadas & o Cerrado', language: 'pt-BR' },
        { value: 'Burned areas', language: 'en' },
      ],
      alternative: [{ value: 'Another English title', language: 'en' }],
      creator: [{ value: 'Lima, Ana' }],
      contributor: [
        { value: 'Prado, Helena', role: 'Supervisor' },
        { value: 'Souza, Rui', role: 'CommitteeMember' },
      ],
      'dc.contributor.advisor1Lattes': [{ value: 'http://lattes.cnpq.br/1' }],
      'dc.date.accessioned': [{ value: '2012-05-03T12:00:01Z' }],
      date: [
        { value: '2012-05-03T12:00:01Z', type: 'Available' },
        { value: '2011-09', type: 'Issued' },
      ],
      'dc.date.issued': [{ value: 'setembro de 2011' }],
      identifier: [{ value: 'https://journal.example.org/article/7' }, { value: '0317-8471', scheme: 'ISSN' }],
      'dc.identifier.citation': [{ value: 'Lima, A. Áreas queimadas. 2011.' }],
      abstract: [{ value: 'Primeiro.\nSegundo parágrafo.', language: 'pt-BR' }],
      language: [{ value: 'pt' }],
      publisher: [{ value: 'Instituto' }],
      subject: [
        { value: 'cerrado', language: 'pt-BR' },
        { value: 'GEOCIENCIAS', scheme: 'CNPQ' },
      ],
      relation: [{ value: 'Teses;7', type: 'IsPartOf' }],
      rights: [
        {
          value: 'http://creativecommons.org/licenses/by-nc/4.0/',
          uri: 'http://creativecommons.org/licenses/by-nc/4.0/',
          license: 'CC-BY-NC-4.0',
        },
      ],
      type: [{ value: 'Tese' }],
      'dc.unknown.field': [{ value: 'kept' }],
      degree: [{ value: 'Doutor em Sensoriamento Remoto', level: 'doctorate', grantor: 'INPE' }],
      'thesis.degree.level': [{ value: 'Doutorado' }],
      'dspace.contents': [{ value: 'appendix.csv | description:Points' }],
    });
    // DSpace shows only administrators who did what; an export of the node has it.
    const past = await new Promise((resolve) => {
      void store.catalogue.walk(async ({ item: walked }, readPast) => {
        if (walked.repository === repository) resolve(await readPast(repository));
      });
    });
    expect(past).toMatchObject({
      history: [{ at: '2012-05-03T12:00:01Z', who: 'DSpace', detail: { text: expect.stringContaining('ana@') } }],
    });
  });

  it('does nothing when it is done again, with handles or without', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, [...SMALL('collection/1', '1721.1/1'), ...SMALL('collection/2'), ...SMALL('3')]);
    const first = await take(store, folder);
    expect(first).toMatchObject({ imported: 3, alreadyHere: 0, refused: 0 });
    const labels = async () => {
      const found: string[] = [];
      await store.catalogue.walk(async ({ item }) => void found.push(item.repository));
      return found.toSorted();
    };
    const before = await labels();
    const again = await take(store, folder);
    expect(again).toMatchObject({ imported: 0, alreadyHere: 3, refused: 0, differences: [] });
    expect(again.reconciliation).toEqual(first.reconciliation);
    expect(await labels()).toEqual(before);
  });

  it('names everything that differs, with its path', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, [...SMALL('1', '1721.1/1'), ...SMALL('2', '1721.1/2'), ...SMALL('3', '1721.1/3')]);
    await take(store, folder);
    writeTree(folder, [
      ['1/a.txt', 'another content'],
      ['2/Thumbs.db', 'x'],
      ['3/dublin_core.xml', sheet([value('title', 'Another title')])],
      ...SMALL('4', '1721.1/1'),
    ]);
    const outcome = await take(store, folder);
    const one = (await findAlias(store, 'hdl:1721.1/1'))?.repository;
    expect(outcome.reconciliation).toMatchObject({
      source: { records: 4, files: 4 },
      here: { records: 4, files: 2 },
      addresses: { told: 8, leading: 8 },
      differences: 5,
    });
    expect(outcome.differences.toSorted((a, b) => (a.place < b.place ? -1 : 1))).toEqual([
      { place: '1', label: one, part: 'file-differs', name: '1/a.txt' },
      { place: '2', label: expect.any(String), part: 'file-unlisted', name: '2/Thumbs.db' },
      { place: '3', label: expect.any(String), part: 'metadata' },
      // The fourth has the handle of the first.
      { place: '4', label: one, part: 'metadata' },
      { place: '4', label: one, part: 'file-differs', name: '4/a.txt' },
    ]);
    expect(outcome.refusals.map(({ place, refusal }) => [place, refusal.code]).toSorted()).toEqual([
      ['1', 'label-taken'],
      ['4', 'label-taken'],
    ]);
  });
});

const [SQLITE] = DATABASES;

const openStore = async (): Promise<TestStore> => {
  if (SQLITE === undefined) throw new Error('there is a database');
  return createTestStore(await SQLITE.openMigrated());
};

describe('import of a Simple Archive Format', () => {
  it('refuses what is unfit with file and line, and takes in the rest', async () => {
    const store = await openStore();
    const folder = createTemporaryFolder();
    const deep = '<a>'.repeat(70) + '</a>'.repeat(70);
    writeTree(folder, [
      ...SMALL('good', '1/good'),
      ...SMALL('cut', '1/2'),
      ['cut/dublin_core.xml', '<dublin_core>\n<dcvalue element="title">\n</dublin_core>'],
      ...SMALL('deep', '1/3'),
      ['deep/dublin_core.xml', `<dublin_core>\n\n${deep}</dublin_core>`],
      ...SMALL('entity', '1/4'),
      ['entity/dublin_core.xml', '<!DOCTYPE x [<!ENTITY a "b">]>\n<dublin_core/>'],
      ...SMALL('inner', '1/5'),
      ['inner/dublin_core.xml', '<dublin_core>\n<dcvalue element="title">a <i>b</i></dcvalue></dublin_core>'],
      ...SMALL('latin', '1/6'),
      ['latin/dublin_core.xml', latin1('<dublin_core>\n<dcvalue element="title">é</dcvalue></dublin_core>')],
      ...SMALL('encoding', '1/7'),
      ['encoding/dublin_core.xml', '<?xml version="1.0" encoding="EBCDIC"?><dublin_core/>'],
      ...SMALL('up', '1/8'),
      ['up/contents', 'a.txt\n../good/a.txt\n'],
      ...SMALL('absent', '1/9'),
      ['absent/contents', 'a.txt\nb.txt\tbundle:ORIGINAL\n'],
      ...SMALL('handle', 'no handle'),
      ['sheetless/contents', 'a.txt\n'],
      ...SMALL('linked', '1/10'),
    ]);
    rmSync(join(folder, 'linked/a.txt'));
    symlinkSync(join(folder, 'good/a.txt'), join(folder, 'linked/a.txt'));
    symlinkSync(join(folder, 'good'), join(folder, 'link'));
    const outcome = await take(store, folder);
    expect(outcome).toMatchObject({ imported: 1, refused: 12 });
    const told = outcome.refusals.map(({ place, refusal }) => [place, refusal.parameters]);
    expect(Object.fromEntries(told as [string, unknown][])).toEqual({
      cut: { reason: 'unreadable', path: 'cut/dublin_core.xml:3' },
      deep: { reason: 'unreadable', path: 'deep/dublin_core.xml:3' },
      entity: { reason: 'unreadable', path: 'entity/dublin_core.xml:1' },
      inner: { reason: 'unreadable', path: 'inner/dublin_core.xml:2' },
      latin: { reason: 'unreadable', path: 'latin/dublin_core.xml:2' },
      encoding: { reason: 'unreadable', path: 'encoding/dublin_core.xml:1' },
      up: { reason: 'outside', path: 'up/contents:2: ../good/a.txt' },
      absent: { reason: 'missing', path: 'absent/contents:2: b.txt' },
      handle: { reason: 'unreadable', path: 'handle/handle:1' },
      sheetless: { reason: 'missing', path: 'sheetless/dublin_core.xml' },
      linked: { reason: 'link', path: 'linked/a.txt' },
      link: { reason: 'link', path: 'link' },
    });
    expect(outcome.reconciliation).toMatchObject({ source: { records: 13 }, here: { records: 1 }, differences: 12 });
  });

  it('refuses a folder without items', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'readme.txt'), 'nothing');
    await expect(take(await openStore(), folder)).rejects.toMatchObject({ parameters: { reason: 'no-items' } });
  });

  it('closes what only some could read, keeps embargoes, and takes items without files', async () => {
    const store = await openStore();
    const folder = createTemporaryFolder();
    writeTree(folder, [
      ...SMALL('closed', '1/1'),
      ['closed/contents', "a.txt\tpermissions:-r 'Administrator'\n"],
      ...SMALL('open', '1/2'),
      ['open/contents', "a.txt\tpermissions:-r 'Anonymous'\n"],
      ...SMALL('later', '1/3'),
      ['later/dublin_core.xml', sheet([value('title', 'x'), value('date.available', '2031-02-03')])],
      ['bare/dublin_core.xml', sheet([value('title', 'Only described')])],
      ['bare/handle', '1/4'],
    ]);
    expect(await take(store, folder)).toMatchObject({ imported: 4, refusals: [], differences: [] });
    expect(await findAlias(store, 'hdl:1/1')).toMatchObject({ access: { networks: [] } });
    expect((await findAlias(store, 'hdl:1/2'))?.access.networks).toBeUndefined();
    expect(await findAlias(store, 'hdl:1/3')).toMatchObject({ access: { embargo: '2031-02-03' } });
    expect(await findAlias(store, 'hdl:1/4')).toMatchObject({ opens: 'page', target: 'METADATA/dublin_core.xml' });
  });

  it('finds again what another process imported meanwhile', async () => {
    const store = await openStore();
    const folder = createTemporaryFolder();
    writeTree(
      folder,
      [1, 2, 3, 4, 5, 6].flatMap((number) => SMALL(String(number), `1/${number}`)),
    );
    await Promise.all([take(store, folder), take(store, folder)]);
    expect(await take(store, folder)).toMatchObject({ imported: 0, alreadyHere: 6, refused: 0, differences: [] });
  });
});
