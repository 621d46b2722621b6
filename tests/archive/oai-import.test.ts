import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aliasLabel, parseAlias } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { importArrivals } from '../../packages/server/src/services/archive/arrivals/import-arrivals.ts';
import { readOai } from '../../packages/server/src/services/archive/arrivals/oai/read-oai.ts';
import { readOaiTexts } from '../../packages/server/src/services/archive/arrivals/oai/read-page.ts';
import type { Difference } from '../../packages/server/src/services/archive/arrivals/reconcile.ts';
import { withRecords } from '../../packages/server/src/services/archive/arrivals/record-sources.ts';
import type { RefusedLine } from '../../packages/server/src/services/archive/importing/import-items.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { writeTree } from '../fixtures/write-tree.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const SITE = { address: 'https://repositorio.example.org', today: '2026-11-18' };

const take = async (store: TestStore, folder: string) => {
  const harvest = createFileFolder({ folder });
  const refusals: RefusedLine[] = [];
  const differences: Difference[] = [];
  const sources = withRecords(harvest, readOaiTexts(harvest), store.secrets);
  const outcome = await importArrivals({ ...store, sources }, () => readOai(harvest, SITE), {
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

const metadataOf = async (store: TestStore, text: string) => {
  const item = await findAlias(store, text);
  return { ...(await store.catalogue.find(repositoryLabel(item?.describedBy ?? '')))?.metadata };
};

const record = (name: string, metadata: string, { sets = '', status = '' } = {}): string =>
  `<record><header${status}><identifier>oai:repositorio.example.org:${name}</identifier><datestamp>2013-01-02T03:04:05Z</datestamp>${sets}</header>${metadata === '' ? '' : `<metadata>${metadata}</metadata>`}</record>`;
const page = (records: readonly string[], token = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-11-18T00:00:00Z</responseDate><ListRecords>\n${records.join('\n')}\n${token}</ListRecords></OAI-PMH>`;

const SIMPLE = `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"><dc:title xml:lang="pt_BR">Áreas &amp; dados</dc:title><dc:creator>Lima, Ana</dc:creator><dc:identifier>https://repositorio.example.org/handle/123456789/5</dc:identifier><dc:identifier>0317-8471</dc:identifier><dc:date>2011-09</dc:date><dc:language>por</dc:language><dc:relation>https://repositorio.example.org/bitstream/123456789/5/1/a.pdf</dc:relation></oai_dc:dc>`;

const DIM = `<dim:dim xmlns:dim="http://www.dspace.org/xmlns/dspace/dim"><dim:field mdschema="dc" element="contributor" qualifier="advisor" lang="none">Prado, Helena</dim:field><dim:field mdschema="dc" element="title" lang="en">Burned areas</dim:field><dim:field mdschema="dc" element="date" qualifier="accessioned">2012-05-03T12:00:01Z</dim:field><dim:field mdschema="thesis" element="degree" qualifier="name">Doutor</dim:field></dim:dim>`;

const field = (name: string, text: string): string => `<field name="${name}">${text}</field>`;
const element = (name: string, inner: string): string => `<element name="${name}">${inner}</element>`;
const XOAI = `<metadata xmlns="http://www.lyncode.com/xoai">${element(
  'dc',
  element('title', element('pt_BR', field('value', 'Um título'))) +
    element('date', element('issued', element('none', field('value', '2011')))) +
    element('contributor', element('author', element('none', field('value', 'Souza, Rui') + field('authority', 'x')))),
)}${element(
  'bundles',
  element(
    'bundle',
    field('name', 'ORIGINAL') +
      element('bitstreams', element('bitstream', field('name', 'b.pdf') + field('url', 'https://r.example.org/b.pdf'))),
  ) +
    element(
      'bundle',
      field('name', 'TEXT') + element('bitstreams', element('bitstream', field('url', 'https://r.example.org/b.txt'))),
    ),
)}</metadata>`;

const SETS = '<setSpec>com_123456789_1</setSpec><setSpec>col_123456789_2</setSpec>';

describe.each(DATABASES)('import of a harvest into $name', ({ openMigrated }) => {
  it('takes the descriptions, and names the files that nobody has saved', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    writeTree(folder, [
      ['pages/1.xml', page([record('123456789/5', SIMPLE, { sets: SETS }), record('123456789/6', DIM)])],
      ['pages/2.xml', page([record('123456789/7', XOAI), record('123456789/8', '', { status: ' status="deleted"' })])],
      ['again.xml', `<records>${record('123456789/7', SIMPLE)}</records>`],
      ['none.xml', '<OAI-PMH><error code="noRecordsMatch">none</error></OAI-PMH>'],
      ['notes.txt', 'not looked at'],
    ]);
    const outcome = await take(store, folder);
    expect(outcome).toMatchObject({ imported: 3, refusals: [] });
    expect(outcome.reconciliation).toMatchObject({
      source: { records: 3, files: 3 },
      here: { records: 3, files: 3 },
      addresses: { told: 6, leading: 6 },
    });
    expect(outcome.differences.map(({ part, name }) => [part, name]).toSorted()).toEqual([
      ['file-unlisted', 'https://r.example.org/b.pdf'],
      ['file-unlisted', 'https://repositorio.example.org/bitstream/123456789/5/1/a.pdf'],
    ]);
    const item = await findAlias(store, 'https://repositorio.example.org/handle/123456789/5');
    expect(item).toMatchObject({ opens: 'page', target: 'METADATA/metadata.json', language: 'pt' });
    const memberships = await store.catalogue.collectionsOf(repositoryLabel(item?.repository ?? ''));
    expect(memberships.map(({ name }) => name)).toEqual(['123456789-2']);
    expect(await metadataOf(store, 'hdl:123456789/5')).toEqual({
      title: [{ value: 'Áreas & dados', language: 'pt-BR' }],
      creator: [{ value: 'Lima, Ana' }],
      identifier: [{ value: '0317-8471' }],
      date: [{ value: '2011-09' }],
      language: [{ value: 'pt' }],
      relation: [{ value: 'https://repositorio.example.org/bitstream/123456789/5/1/a.pdf' }],
      'oai.identifier': [{ value: 'oai:repositorio.example.org:123456789/5' }],
      'oai.set': [{ value: 'com_123456789_1' }],
    });
    expect(await findAlias(store, 'hdl:123456789/6')).toMatchObject({
      createdAt: BigInt(Date.parse('2012-05-03T12:00:01Z')) * 1_000n,
      updatedAt: BigInt(Date.parse('2013-01-02T03:04:05Z')) * 1_000n,
    });
    expect(await metadataOf(store, 'hdl:123456789/6')).toMatchObject({
      title: [{ value: 'Burned areas', language: 'en' }],
      contributor: [{ value: 'Prado, Helena', role: 'Supervisor' }],
      degree: [{ value: 'Doutor' }],
    });
    expect(await metadataOf(store, 'hdl:123456789/7')).toMatchObject({
      title: [{ value: 'Um título', language: 'pt-BR' }],
      creator: [{ value: 'Souza, Rui' }],
      date: [{ value: '2011', type: 'Issued' }],
    });
  });

  it('does nothing when it is done again, also for records without a handle', async () => {
    const store = await createTestStore(await openMigrated());
    const folder = createTemporaryFolder();
    const plain = '<dc xmlns="x"><title>A title</title></dc>';
    writeTree(folder, [['1.xml', page([record('article/17', plain), record('123456789/5', SIMPLE)])]]);
    // Only what ends like a handle is one.
    writeTree(folder, [['2.xml', page([record('17', plain)])]]);
    const first = await take(store, folder);
    expect(first).toMatchObject({ imported: 3, alreadyHere: 0, refused: 0 });
    expect(await take(store, folder)).toMatchObject({ imported: 0, alreadyHere: 3, refused: 0 });
    writeTree(folder, [['2.xml', page([record('17', '<dc xmlns="x"><title>Another title</title></dc>')])]]);
    const later = await take(store, folder);
    expect(later.differences.filter(({ place }) => place.startsWith('2.xml')).map(({ part }) => part)).toEqual([
      'metadata',
      'file-differs',
    ]);
  });
});

const [SQLITE] = DATABASES;

const openStore = async (): Promise<TestStore> => {
  if (SQLITE === undefined) throw new Error('there is a database');
  return createTestStore(await SQLITE.openMigrated());
};

describe('import of a harvest', () => {
  it('refuses what is unfit with file and line, and tells how many records are missing', async () => {
    const folder = createTemporaryFolder();
    const token = '<resumptionToken completeListSize="5" cursor="0">more</resumptionToken>';
    writeTree(folder, [
      ['good.xml', page([record('1/1', SIMPLE.replaceAll('123456789/5', '1/1'))], token)],
      ['cut.xml', '<OAI-PMH>\n<ListRecords>'],
      ['entity.xml', '<!DOCTYPE x [<!ENTITY a "b">]>\n<OAI-PMH/>'],
      ['error.xml', '<OAI-PMH>\n<error code="badResumptionToken"/></OAI-PMH>'],
      ['identifiers.xml', '<OAI-PMH><ListIdentifiers/></OAI-PMH>'],
      ['marc.xml', page([record('1/2', '<marc:record/>')])],
      ['nested.xml', page([record('1/3', '<dc><title>a <b>c</b></title></dc>')])],
      ['nameless.xml', '<record>\n<header/></record>'],
    ]);
    symlinkSync(join(folder, 'good.xml'), join(folder, 'link.xml'));
    const outcome = await take(await openStore(), folder);
    expect(outcome).toMatchObject({ imported: 1, refused: 9 });
    const told = outcome.refusals.map(({ place, refusal }) => [place, refusal.parameters]);
    expect(Object.fromEntries(told as [string, unknown][])).toEqual({
      'cut.xml': { reason: 'unreadable', path: 'cut.xml:2' },
      'entity.xml': { reason: 'unreadable', path: 'entity.xml:1' },
      'error.xml': { reason: 'unreadable', path: 'error.xml:2' },
      'identifiers.xml': { reason: 'unreadable', path: 'identifiers.xml:1' },
      'marc.xml': { reason: 'unreadable', path: 'marc.xml:3' },
      'nested.xml': { reason: 'unreadable', path: 'nested.xml:3' },
      'nameless.xml': { reason: 'unreadable', path: 'nameless.xml:1' },
      'link.xml': { reason: 'link', path: 'link.xml' },
      '.': { reason: 'incomplete', path: '.', missing: 4 },
    });
  });

  it('refuses a folder without records', async () => {
    await expect(take(await openStore(), createTemporaryFolder())).rejects.toMatchObject({
      parameters: { reason: 'no-items' },
    });
  });
});
