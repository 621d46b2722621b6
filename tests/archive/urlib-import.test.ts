import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { importArrivals } from '../../packages/server/src/services/archive/arrivals/import-arrivals.ts';
import type { Difference } from '../../packages/server/src/services/archive/arrivals/reconcile.ts';
import { withRecords } from '../../packages/server/src/services/archive/arrivals/record-sources.ts';
import { readUrlibTexts } from '../../packages/server/src/services/archive/arrivals/urlib/read-sheet.ts';
import { readUrlib } from '../../packages/server/src/services/archive/arrivals/urlib/read-urlib.ts';
import type { RefusedLine } from '../../packages/server/src/services/archive/importing/import-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { latin1, writeTree } from '../fixtures/write-tree.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const take = async (store: TestStore, folder: string) => {
  const tree = createFileFolder({ folder });
  const refusals: RefusedLine[] = [];
  const differences: Difference[] = [];
  const sources = withRecords(tree, readUrlibTexts(tree), store.secrets);
  const outcome = await importArrivals({ ...store, sources }, () => readUrlib(tree), {
    author: { who: 'tests' },
    onRefused: (line) => void refusals.push(line),
    onDifference: (difference) => void differences.push(difference),
  });
  return { ...outcome, refusals, differences };
};

const metadataOf = async ({ catalogue }: TestStore, repository: string) => {
  const item = await catalogue.find(repositoryLabel(repository));
  return { ...(await catalogue.find(repositoryLabel(item?.describedBy ?? '')))?.metadata };
};

const pastOf = async ({ catalogue }: TestStore, repository: string) => {
  const items = new Map<string, unknown>();
  await catalogue.walk(async ({ item, description }, readPast) => {
    for (const one of [item, ...(description ? [description.item] : [])]) {
      items.set(one.repository, (await readPast(one.repository))?.history);
    }
  });
  return items.get(repository);
};

type Fields = readonly (readonly [name: string, value: string])[];

const element = ([name, value]: readonly [string, string]): string => `\t\t<${name}>${value}</${name}>`;
const metadata = (type: string, fields: Fields): string =>
  `\t<metadata ReferenceType="${type}">\n${fields.map(element).join('\n')}\n\t</metadata>`;
/** A saved answer of `mirrorget.cgi?...&choice=fullXML`. */
const fullXml = (...records: readonly string[]): Buffer =>
  latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>\n<metadatalist>\n${records.join('\n')}\n</metadatalist>\n`);

const TALK = 'dpi.inpe.br/lise/2004/03.02.15.20';
const words = (name: string, text: string): Fields => text.split(' ').map((word) => [name, word] as const);

/** A record as the web face gives it, where some fields have an element a word. */
const TALK_FIELDS: Fields = [
  ['site', 'mtc-m16c.sid.inpe.br 804'],
  ['holdercode', '{isadg {BR SPINPE} ibi 8JMKD3MGPCW/3DT298S}'],
  ['identifier', '83LX3pFwXQZ5Jpy/Bkjzd'],
  ['repository', TALK],
  ['lastupdate', '2017:04.09.14.30.33 sid.inpe.br/mtc-m18@80/2008/03.17.15.17 marciana'],
  ['metadatarepository', `${TALK}.28`],
  ['metadatalastupdate', '2023:07.28.04.43.30 dpi.inpe.br/banon/2004/02.16.09.29 administrator {D 2004}'],
  ['citationkey', 'BanonRibeBano:2004:PrDiMe'],
  ['title', 'Preservação digital da Memória Técnico-Científica do INPE'],
  ['year', '2004'],
  ['typeofmedium', 'On-line'],
  ['numberoffiles', '2'],
  ['secondarykey', 'INPE-11250-PRE/6700'],
  ['secondarytype', 'PRE CI'],
  ['author', 'Banon, Gerald Jean Francis,'],
  ['author', 'Ribeiro, Marciana Leite,'],
  ['affiliation', 'Instituto Nacional de Pesquisas Espaciais (INPE)'],
  ['affiliation', ''],
  ['resumeid', '8JMKD3MGP5W/3C9EMTE'],
  ['conferencename', 'Simpósio Internacional de Bibliotecas Digitais, 2'],
  ['pages', '1-8'],
  ...words('producer', 'Instituto Nacional de Pesquisas Espaciais'),
  ['city', 'São José dos Campos'],
  ['keywords', 'biblioteca digital, direitos autorais; preservação digital.'],
  ['abstract', 'RESUMO: A preservação &amp; o acesso. ABSTRACT: Preservation &amp; access.'],
  ['language', 'pt'],
  ['targetfile', 'apresentação.pdf'],
  ['readpermission', 'deny from all and allow from 150.163 2.4.6.8'],
  ['nexthigherunit', '8JMKD3MGPCW/3F3NU5S'],
  [
    'history',
    '2010-09-18 17:48:34 :: banon -&gt; administrator :: 2010-09-23 01:07:35 :: administrator -&gt; banon :: 2004',
  ],
  ['empty', ''],
];
const SERIES_FIELDS: Fields = [
  ['repository', 'sid.inpe.br/mtc-m16b/2013/09.13.20.30'],
  ['identifier', '8JMKD3MGPCW/3F3NU5S'],
  ['metadatarepository', 'sid.inpe.br/mtc-m16b/2013/09.13.20.30.11'],
  ['title', 'Memória do INPE'],
];

const THESIS = 'sid.inpe.br/mtc-m21c/2018/08.13.13.05';
/** A record as the tree keeps it, in the format of refer. */
const REFER = latin1(
  [
    '%0 Thesis',
    `%4 ${THESIS}`,
    `%2 ${THESIS}.40`,
    '%@identifier 8JMKD3MGP3W34R/3RKQRSE',
    '%T Áreas queimadas',
    '%@englishtitle Burned areas',
    '%D 2018',
    '%8 2018-06-26',
    '%9 Dissertação (Mestrado em Sensoriamento Remoto)',
    '%A Lima, Ana,',
    '%@orcid 0000-0002-1825-0097',
    '%Y Prado, Helena,',
    '%E Souza, Rui (presidente),',
    '%E Prado, Helena (orientadora),',
    '%I Instituto Nacional de Pesquisas Espaciais (INPE)',
    '%@secondarykey INPE-17913-TDI/2716',
    '%X First line',
    'and the second.',
    '%@nextedition 8JMKD3MGP3W34R/3SMGTAP',
    '%@visibility hidden',
    '%@language pt',
    '%3 publicacao.pdf',
    '%Q unknown',
  ].join('\r\n'),
);

const SAMPLE: readonly (readonly [string | Buffer, string | Buffer])[] = [
  ['saved/search.xml', fullXml(metadata('Electronic Source', TALK_FIELDS), metadata('Misc', SERIES_FIELDS))],
  [latin1(`col/${TALK}/doc/apresentação.pdf`), '%PDF'],
  [`col/${TALK}/doc/figs/1.png`, 'png'],
  [`col/${TALK}/doc/.htaccess`, 'deny from all'],
  [`col/${TALK}/service/targetFile`, 'x'],
  [`col/${TALK}/agreement/autorizacao.pdf`, 'signed'],
  // The tree tells the talk as well, but less.
  [`col/${TALK}.28/doc/@metadata.refer`, `%0 Electronic Source\n%4 ${TALK}\n%2 ${TALK}.28\n%T Another title\n`],
  [`col/${THESIS}/doc/publicacao.pdf`, 'thesis'],
  [`col/${THESIS}.40/doc/@metadata.refer`, REFER],
];

describe.each(DATABASES)('import of an Archive of URLib into $name', ({ openMigrated }) => {
  it('keeps labels, files, fields, hierarchy and history', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, SAMPLE);
    const outcome = await take(store, folder);
    expect(outcome).toMatchObject({
      imported: 3,
      refusals: [],
      differences: [{ part: 'file-unlisted', name: `col/${TALK}/agreement/autorizacao.pdf`, label: TALK }],
      reconciliation: {
        source: { records: 3, files: 4 },
        here: { records: 3, files: 4 },
        addresses: { told: 1, leading: 1 },
      },
    });
    const legacy = parseAlias('83LX3pFwXQZ5Jpy/Bkjzd');
    expect(legacy.ok && (await store.catalogue.find(aliasLabel(legacy.value)))).toMatchObject({
      repository: TALK,
      describedBy: `${TALK}.28`,
      language: 'pt',
      target: 'apresenta\\xE7\\xE3o.pdf',
      access: { networks: ['150.163.0.0/16', '2.4.6.8/32'], fileList: 'open' },
      createdAt: BigInt(Date.parse('2004-03-02T15:20:00Z')) * 1_000n,
      updatedAt: BigInt(Date.parse('2017-04-09T14:30:33Z')) * 1_000n,
    });
    expect(
      (await store.catalogue.collectionsOf(repositoryLabel(TALK))).map(({ name, title }) => [name, title.en]),
    ).toEqual([['8jmkd3mgpcw-3f3nu5s', 'Memória do INPE']]);
    expect(await metadataOf(store, TALK)).toEqual({
      title: [{ value: 'Preservação digital da Memória Técnico-Científica do INPE', language: 'pt' }],
      creator: [
        { value: 'Banon, Gerald Jean Francis', affiliation: 'Instituto Nacional de Pesquisas Espaciais (INPE)' },
        { value: 'Ribeiro, Marciana Leite' },
      ],
      contributor: [{ value: 'Instituto Nacional de Pesquisas Espaciais', role: 'Producer' }],
      container: [{ value: 'Simpósio Internacional de Bibliotecas Digitais, 2', pages: '1-8' }],
      date: [{ value: '2004', type: 'Issued' }],
      type: [{ value: 'Electronic Source' }],
      format: [{ value: 'On-line' }],
      identifier: [{ value: 'INPE-11250-PRE/6700', scheme: 'REPORTNUMBER' }],
      subject: [{ value: 'biblioteca digital' }, { value: 'direitos autorais' }, { value: 'preservação digital' }],
      abstract: [
        { value: 'A preservação & o acesso.', language: 'pt' },
        { value: 'Preservation & access.', language: 'en' },
      ],
      language: [{ value: 'pt' }],
      relation: [{ value: '8JMKD3MGPCW/3F3NU5S', type: 'IsPartOf' }],
      'urlib.site': [{ value: 'mtc-m16c.sid.inpe.br 804' }],
      'urlib.holdercode': [{ value: '{isadg {BR SPINPE} ibi 8JMKD3MGPCW/3DT298S}' }],
      'urlib.citationkey': [{ value: 'BanonRibeBano:2004:PrDiMe' }],
      'urlib.secondarytype': [{ value: 'PRE CI' }],
      'urlib.numberoffiles': [{ value: '2' }],
      'urlib.resumeid': [{ value: '8JMKD3MGP5W/3C9EMTE' }],
      'urlib.city': [{ value: 'São José dos Campos' }],
      'urlib.readpermission': [{ value: 'deny from all and allow from 150.163 2.4.6.8' }],
    });
    expect(await pastOf(store, TALK)).toMatchObject([
      { at: '2010-09-18T17:48:34Z', who: 'banon', detail: { text: 'banon -> administrator ::' } },
      { at: '2010-09-23T01:07:35Z', who: 'administrator', detail: { text: 'administrator -> banon :: 2004' } },
      { at: '2017-04-09T14:30:33Z', who: 'marciana', detail: { archive: 'sid.inpe.br/mtc-m18@80/2008/03.17.15.17' } },
    ]);
    expect(await pastOf(store, `${TALK}.28`)).toMatchObject([{ who: 'administrator', detail: { said: '{D 2004}' } }]);
    // The series has no files: it keeps what was said of it.
    const series = await store.catalogue.find(ibipLabel('8JMKD3MGPCW/3F3NU5S'));
    expect(series).toMatchObject({ opens: 'page', target: 'METADATA/metadata.json' });
  });

  it('reads records of the tree, with committees, degrees and editions', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, SAMPLE);
    await take(store, folder);
    const item = await store.catalogue.find(ibipLabel('8JMKD3MGP3W34R/3RKQRSE'));
    expect(item).toMatchObject({
      repository: THESIS,
      describedBy: `${THESIS}.40`,
      target: 'publicacao.pdf',
      access: { description: 'closed', fileList: 'closed' },
    });
    expect(await metadataOf(store, THESIS)).toEqual({
      title: [{ value: 'Áreas queimadas', language: 'pt' }],
      alternative: [{ value: 'Burned areas', language: 'en', type: 'TranslatedTitle' }],
      creator: [{ value: 'Lima, Ana', orcid: '0000-0002-1825-0097' }],
      contributor: [
        { value: 'Prado, Helena', role: 'Supervisor' },
        { value: 'Souza, Rui', role: 'CommitteeMember' },
      ],
      'urlib.committee': [{ value: 'Souza, Rui (presidente),' }, { value: 'Prado, Helena (orientadora),' }],
      date: [{ value: '2018-06-26', type: 'Issued' }],
      degree: [
        {
          value: 'Dissertação (Mestrado em Sensoriamento Remoto)',
          level: 'master',
          discipline: 'Sensoriamento Remoto',
          grantor: 'Instituto Nacional de Pesquisas Espaciais (INPE)',
        },
      ],
      publisher: [{ value: 'Instituto Nacional de Pesquisas Espaciais (INPE)' }],
      type: [{ value: 'Thesis' }],
      identifier: [{ value: 'INPE-17913-TDI/2716', scheme: 'REPORTNUMBER' }],
      abstract: [{ value: 'First line\nand the second.', language: 'pt' }],
      language: [{ value: 'pt' }],
      'urlib.visibility': [{ value: 'hidden' }],
      'urlib.refer-q': [{ value: 'unknown' }],
    });
  });

  it('does nothing when it is done again, and names what was changed since', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, SAMPLE);
    const first = await take(store, folder);
    const again = await take(store, folder);
    expect(again).toMatchObject({ imported: 0, alreadyHere: 3, refused: 0 });
    expect(again.reconciliation).toEqual(first.reconciliation);
    writeTree(folder, [
      [`col/${THESIS}/doc/publicacao.pdf`, 'changed'],
      [`col/${THESIS}.40/doc/@metadata.refer`, `${REFER.toString('latin1')}\n%Z a note`],
    ]);
    const later = await take(store, folder);
    expect(later.differences.filter(({ label }) => label === THESIS)).toEqual([
      { place: `col/${THESIS}.40/doc/@metadata.refer:1`, label: THESIS, part: 'metadata' },
      {
        place: `col/${THESIS}.40/doc/@metadata.refer:1`,
        label: THESIS,
        part: 'file-differs',
        name: `col/${THESIS}/doc/publicacao.pdf`,
      },
    ]);
  });
});

const [SQLITE] = DATABASES;

const openStore = async (): Promise<TestStore> => {
  if (SQLITE === undefined) throw new Error('there is a database');
  return createTestStore(await SQLITE.openMigrated());
};

describe('import of an Archive of URLib', () => {
  it('refuses what is unfit with file and line, and takes in the rest', async () => {
    const store = await openStore();
    const folder = createTemporaryFolder();
    const record = (day: string, ...more: Fields) =>
      metadata('Misc', [['repository', `sid.inpe.br/mtc/2001/${day}.00.00`], ['title', 'A title'], ...more]);
    writeTree(folder, [
      [
        'good.xml',
        fullXml(record('01.01'), metadata('Misc', [['title', 'no label']]), record('01.02', ['identifier', 'x'])),
      ],
      ['many.xml', fullXml(record('01.04', ...words('area', 'x '.repeat(10_000))))],
      ['many.refer', `%0 Misc\n${'%@area x\n'.repeat(10_000)}`],
      ['cut.xml', '<metadatalist>\n<metadata>\n<title>'],
      ['entity.xml', '<!DOCTYPE x [<!ENTITY a "b">]>\n<metadatalist/>'],
      ['other.xml', '\n<html><body/></html>'],
      ['mixed.xml', '<metadatalist>\n<metadata/>\n<body/></metadatalist>'],
      ['inner.xml', '<metadatalist><metadata>\n<title>a <i>b</i></title></metadata></metadatalist>'],
      ['broken.refer', '%0 Misc\n%4 sid.inpe.br/mtc/2001/01.03.00.00\n\nno sign\n'],
      ['future.refer', '%0 Misc\n%4 sid.inpe.br/mtc/2999/01.03.00.00\n'],
      ['label.refer', '%0 Misc\n%4 ../../etc/passwd\n'],
      ['col/sid.inpe.br/mtc/2002/01.01.00.00/doc/a.txt', 'nobody describes it'],
      ['col/sid.inpe.br/mtc/2001/01.01.00.00/doc/a.txt', 'a'],
    ]);
    symlinkSync(join(folder, 'col'), join(folder, 'link'));
    const outcome = await take(store, folder);
    expect(outcome).toMatchObject({ imported: 2, refused: 13 });
    const told = outcome.refusals.map(({ place, refusal }) => [place, refusal.parameters]);
    expect(Object.fromEntries(told as [string, unknown][])).toEqual({
      'good.xml:7': { reason: 'unnamed', path: 'good.xml:7' },
      'many.xml': { reason: 'too-many', path: 'many.xml:3' },
      'many.refer': { reason: 'unreadable', path: 'many.refer:10001' },
      'cut.xml': { reason: 'unreadable', path: 'cut.xml:3' },
      'entity.xml': { reason: 'unreadable', path: 'entity.xml:1' },
      'other.xml': { reason: 'unreadable', path: 'other.xml:2' },
      'mixed.xml': { reason: 'unreadable', path: 'mixed.xml:3' },
      'inner.xml': { reason: 'unreadable', path: 'inner.xml:2' },
      'broken.refer': { reason: 'unreadable', path: 'broken.refer:4' },
      'future.refer:1': expect.objectContaining({ reason: 'future' }),
      'label.refer:1': expect.objectContaining({ reason: 'repository' }),
      'col/sid.inpe.br/mtc/2002/01.01.00.00': { reason: 'undescribed', path: 'col/sid.inpe.br/mtc/2002/01.01.00.00' },
      link: { reason: 'link', path: 'link' },
    });
    expect((await metadataOf(store, 'sid.inpe.br/mtc/2001/01.02.00.00'))['urlib.identifier']).toEqual([{ value: 'x' }]);
  });

  it('makes collections of units however long their titles are', async () => {
    const store = await openStore();
    const folder = createTemporaryFolder();
    const unit = 'a-long-subdomain.of-an-institute.example.org/a-server-of-its-own/2001/01.01.00.00';
    writeTree(folder, [
      [
        'units.xml',
        fullXml(
          metadata('Misc', [
            ['repository', unit],
            ['title', 'x'.repeat(2_000)],
          ]),
          metadata('Misc', [
            ['repository', 'sid.inpe.br/mtc/2001/01.02.00.00'],
            ['title', ''],
            ['nexthigherunit', `${unit} ${unit} no-label`],
          ]),
        ),
      ],
    ]);
    expect(await take(store, folder)).toMatchObject({ imported: 2, refusals: [], differences: [] });
    const label = repositoryLabel('sid.inpe.br/mtc/2001/01.02.00.00');
    expect(await store.catalogue.collectionsOf(label)).toHaveLength(1);
    expect((await metadataOf(store, label))['relation']).toHaveLength(3);
  });

  it('names how many files of an item nobody has saved', async () => {
    const folder = createTemporaryFolder();
    const of = (day: string, ...more: Fields) =>
      metadata('Misc', [['repository', `sid.inpe.br/mtc/2001/${day}.00.00`], ['title', 'A title'], ...more]);
    writeTree(folder, [
      ['a.xml', fullXml(of('01.01', ['numberoffiles', '3'], ['targetfile', 'a.txt']))],
      ['b.xml', fullXml(of('01.02', ['numberoffiles', '2'], ['targetfile', 'b.pdf']))],
      ['c.xml', fullXml(of('01.03', ['targetfile', 'c.pdf']))],
      ['d.xml', fullXml(of('01.04', ['numberoffiles', '0'], ['targetfile', 'thisInformationItemHomePage.html']))],
      ['e.xml', fullXml(of('01.05', ['numberoffiles', '1'], ['targetfile', 'thisInformationItemHomePage.html']))],
      ['col/sid.inpe.br/mtc/2001/01.01.00.00/doc/a.txt', 'a'],
      ['col/sid.inpe.br/mtc/2001/01.05.00.00/doc/e.txt', 'e'],
    ]);
    const outcome = await take(await openStore(), folder);
    expect(outcome).toMatchObject({ imported: 5, refusals: [] });
    expect(outcome.differences.map(({ label, part, name }) => [label, part, name]).toSorted()).toEqual([
      ['sid.inpe.br/mtc/2001/01.01.00.00', 'files-lacking', '2'],
      ['sid.inpe.br/mtc/2001/01.02.00.00', 'files-lacking', '2'],
      ['sid.inpe.br/mtc/2001/01.03.00.00', 'files-lacking', '1'],
    ]);
  });

  it('refuses a folder without items', async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, [['readme.txt', 'nothing']]);
    await expect(take(await openStore(), folder)).rejects.toMatchObject({ parameters: { reason: 'no-items' } });
  });
});
