import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileFolder } from '../../packages/server/src/adapters/disk/file-folder.ts';
import { createLines } from '../../packages/server/src/adapters/disk/line-files.ts';
import type { Collection } from '../../packages/server/src/ports/archive/desk/collections.ts';
import { exportItems, inDataFolder } from '../../packages/server/src/services/archive/importing/export-items.ts';
import { importItems, type RefusedLine } from '../../packages/server/src/services/archive/importing/import-items.ts';
import { BAGIT } from '../../packages/server/src/services/archive/packaging/bagit/write-bag.ts';
import { createOcflFormat } from '../../packages/server/src/services/archive/packaging/ocfl/write-object.ts';
import { readPackages } from '../../packages/server/src/services/archive/packaging/read-packages.ts';
import { RO_CRATE } from '../../packages/server/src/services/archive/packaging/ro-crate/write-crate.ts';
import { writePackages } from '../../packages/server/src/services/archive/packaging/write-packages.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, importRecords, OTHER_NAME, type TestStore, writeSource } from './test-store.ts';

const [SQLITE] = DATABASES;
const AUTHOR = { who: 'tests' };
const FORMATS = ['bagit', 'ocfl', 'ro-crate'] as const;
type FormatName = (typeof FORMATS)[number];

const openStore = async (prefixes?: typeof OTHER_NAME): Promise<TestStore> => {
  if (SQLITE === undefined) throw new Error('there is a database');
  return createTestStore(await SQLITE.openMigrated(), undefined, prefixes);
};

const label = (index: number) => repositoryLabel(`sid.inpe.br/mtc-m18/2009/07.21.13.${10 + index}`);
const NAMES = ['a.txt', 'b/c d.txt', 'ção.txt', 'Relat\\xF3rio.pdf', 'back\\x5Cslash', '100%.txt', 'con', 'x\\x0Ay'];
/** Descriptions have labels of their own, which no node of the tests mints. */
const RECORDS = [
  {
    repository: label(0),
    ibips: ['8JMKD3MGP8W/35MME4E'],
    aliases: ['doi:10.1590/ABC-1'],
    language: 'pt',
    files: NAMES.map((path, index) => ({ path, from: `${index}` })),
    target: 'ção.txt',
    access: { networks: ['10.0.0.0/8'], fileList: 'closed', description: 'closed' },
    nextEdition: label(1),
    created: '2009-07-21T13:23:45.5Z',
    metadata: {
      repository: `${label(0)}.30`,
      fields: {
        title: { value: 'Um título', language: 'pt' },
        creator: { value: 'Lima, Ana', orcid: '0000-0002-1825-0097', affiliation: 'INPE' },
        rights: { value: 'CC-BY-4.0', license: 'CC-BY-4.0' },
      },
    },
  },
  {
    repository: label(1),
    metadata: { repository: `${label(1)}.30` },
    language: 'en',
    files: [
      { path: 'same', from: '0' },
      { path: 'again', from: '0' },
    ],
    translationOf: label(2),
  },
  {
    repository: label(2),
    metadata: { repository: `${label(2)}.30` },
    language: 'fr',
    state: 'Copy',
    copyOf: 'https://example.org/archive',
    files: [{ path: 'f', from: '1' }],
  },
  {
    repository: label(3),
    metadata: { repository: `${label(3)}.30`, fields: { title: 'Gone' } },
    state: 'Deleted',
    removed: { at: '2011-01-01T00:00:00Z', reason: 'twice' },
  },
];

/** An Archive that signs, with items that were imported, edited and removed. */
const openFilled = async (): Promise<TestStore> => {
  const store = await openStore();
  await store.serviceLabel();
  for (const index of NAMES.keys()) writeSource(store, String(index), `content ${index}`);
  expect((await importRecords(store, RECORDS)).refusals).toEqual([]);
  await store.archive.edit(named(label(0)), { metadata: { subject: ['cerrado'] } }, AUTHOR);
  return store;
};

const formatOf = (store: TestStore, name: FormatName) =>
  ({ bagit: BAGIT, ocfl: createOcflFormat(store), 'ro-crate': RO_CRATE })[name];

const pack = (
  store: TestStore,
  name: FormatName,
  parent: string,
  only?: readonly ReturnType<typeof label>[],
  collections?: Iterable<Collection>,
) =>
  writePackages(
    store,
    { folder: createFileFolder({ folder: parent }), root: 'out', format: formatOf(store, name) },
    { only, collections },
  );

const unpack = async (store: TestStore, folder: string) => {
  const sources = createFileFolder({ folder });
  const refusals: RefusedLine[] = [];
  const summary = await importItems({ ...store, sources }, readPackages(sources), {
    author: AUTHOR,
    onRefused: (line) => {
      refusals.push(line);
    },
  });
  return { ...summary, refusals };
};

/** Every file below a folder, by path, with its content. */
const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(folder.length + 1),
        readFileSync(join(entry.parentPath, entry.name), 'latin1'),
      ])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );

const linesOf = async ({ catalogue }: TestStore): Promise<string> => {
  const file = join(createTemporaryFolder(), 'items.jsonl');
  await exportItems(catalogue, await createLines(file), { placeOf: inDataFolder });
  return readFileSync(file, 'utf8');
};

const THESES = {
  name: 'theses',
  kind: 'series',
  title: { en: 'Theses', pt: 'Teses' },
  description: { pt: 'As teses do instituto.' },
  defaults: { license: 'CC-BY-4.0', language: 'pt', opens: 'page' },
};
const EMPTY = { name: 'empty', title: { en: 'Nothing yet' } };

describe.each(FORMATS)('items in packages of %s', (name) => {
  it('go out, come in elsewhere, and go out as the very same bytes', async () => {
    const store = await openFilled();
    const [first, second, third] = [createTemporaryFolder(), createTemporaryFolder(), createTemporaryFolder()];
    expect(await pack(store, name, first)).toMatchObject({ items: 4, files: NAMES.length + 3, unchanged: 0 });
    expect(readdirSync(first)).toEqual(['out']);
    const other = await openStore(OTHER_NAME);
    await other.serviceLabel();
    expect(await unpack(other, join(first, 'out'))).toMatchObject({ imported: 4, refusals: [] });
    await pack(other, name, second);
    expect(contentsOf(second)).toEqual(contentsOf(first));
    expect(await linesOf(other)).toBe(await linesOf(store));
    const whole = (await linesOf(other)).split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
    expect(whole[0].metadata.history.map(({ action }: { action: string }) => action)).toEqual(['added', 'edited']);
    expect(whole[0].claims).toHaveLength(2);
    // What happens there belongs to the history, too.
    await other.archive.edit(named(label(0)), { metadata: { subject: ['cerrado', 'Brasil'] } }, AUTHOR);
    const [line = ''] = (await linesOf(other)).split('\n');
    expect(JSON.parse(line).metadata.history).toHaveLength(3);
    expect(JSON.parse(line).claims).toHaveLength(3);
    expect(await unpack(other, join(first, 'out'))).toMatchObject({ alreadyHere: 4, refusals: [] });
    expect(await pack(store, name, third, [label(1)])).toMatchObject({ items: 1, files: 2 });
    expect(Object.keys(contentsOf(third)).every((path) => path in contentsOf(first))).toBe(true);
  });

  it('are written again only if they have changed', async () => {
    const store = await openFilled();
    const folder = createTemporaryFolder();
    await pack(store, name, folder);
    const before = contentsOf(folder);
    expect(await pack(store, name, folder)).toMatchObject({ items: 4, unchanged: 4 });
    expect(contentsOf(folder)).toEqual(before);
    await store.archive.edit(named(label(0)), { metadata: { subject: ['Brasil'] } }, AUTHOR);
    expect(await pack(store, name, folder)).toMatchObject({ items: 4, unchanged: 3 });
    const other = await openStore(OTHER_NAME);
    expect(await unpack(other, join(folder, 'out'))).toMatchObject({ imported: 4, refusals: [] });
    expect(await linesOf(other)).toBe(await linesOf(store));
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('bring their collections along, with all that is said of them', async () => {
    const store = await openFilled();
    await importRecords(store, [{ collection: THESES }, { collection: EMPTY }]);
    const [theses, empty] = await Promise.all(['theses', 'empty'].map(store.catalogue.collections.find));
    if (theses === undefined || empty === undefined) throw new Error('they were imported');
    const [first, second] = [createTemporaryFolder(), createTemporaryFolder()];
    await pack(store, name, first, [label(1)], [theses]);
    await pack(store, name, first, [], [empty]);
    await pack(store, name, first, [label(1)], [empty, theses]);
    const other = await openStore(OTHER_NAME);
    const outcome = await unpack(other, first);
    expect(outcome).toMatchObject({ imported: 1, collections: 2, refusals: [] });
    expect(await other.catalogue.collections.find('theses')).toMatchObject(THESES);
    const found = await other.catalogue.collections.list({ limit: 10 });
    expect(found.map((one) => one.name)).toEqual(['empty', 'theses']);
    await pack(other, name, second, undefined, found);
    expect(contentsOf(second)).toEqual(contentsOf(first));
    expect(await unpack(other, join(first, 'out'))).toMatchObject({ alreadyHere: 1, collections: 0, refusals: [] });

    writeFileSync(
      join(first, 'out/collections.jsonl'),
      '{"collection":{"name":1}}\n{"repository":"a/b/2001/01.01.00.00"}\n',
    );
    expect((await unpack(other, first)).refusals.map(({ refusal }) => refusal.code)).toEqual([
      'record-invalid',
      'package-invalid',
    ]);
    await expect(pack(store, name, first, [], [empty])).rejects.toMatchObject({ code: 'package-invalid' });
  });
});

it('an object of OCFL keeps its versions, and has each content once', async () => {
  const store = await openFilled();
  const folder = createTemporaryFolder();
  await pack(store, 'ocfl', folder, [label(0), label(1)]);
  await store.archive.edit(named(label(0)), { metadata: { subject: ['Brasil'] } }, AUTHOR);
  await pack(store, 'ocfl', folder, [label(0), label(1)]);
  const contents = contentsOf(join(folder, 'out'));
  const paths = Object.keys(contents);
  expect(paths.filter((path) => path.includes('/v2/content/')).map((path) => path.split('/content/')[1])).toEqual([
    'item.json',
  ]);
  const again = paths.filter((path) => /13%2e11\/v1\/content\/files/.test(path));
  expect(again.map((path) => path.split('/content/')[1])).toEqual(['files/again']);
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/file'), '');
  const target = { folder: createFileFolder({ folder }), root: 'other', format: formatOf(store, 'ocfl') };
  await expect(writePackages(store, target)).rejects.toMatchObject({
    code: 'package-invalid',
    parameters: { reason: 'no-storage-root' },
  });
});

const BAG = `out/${label(1)}`;

describe('a package that somebody has touched is refused as a whole', () => {
  const touch = async (name: FormatName, change: (folder: string) => void) => {
    const store = await openFilled();
    const folder = createTemporaryFolder();
    await pack(store, name, folder, [label(1)]);
    const [declaration = ''] = Object.keys(contentsOf(folder)).filter((path) => /item\.json$/.test(path));
    change(name === 'ocfl' ? dirname(dirname(dirname(join(folder, declaration)))) : join(folder, BAG));
    const other = await openStore(OTHER_NAME);
    const { imported, refusals } = await unpack(other, join(folder, 'out'));
    expect(imported).toBe(0);
    return refusals.map(({ refusal: { code, parameters } }) => [code, 'reason' in parameters ? parameters.reason : '']);
  };
  const replace = (file: string, before: string | RegExp, after: string): void =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));

  it.each<[FormatName, string, string, (folder: string) => void]>([
    ['bagit', 'a content of another hash', 'hash', (bag) => appendFileSync(join(bag, 'data/files/same'), '!')],
    [
      'bagit',
      'a list that lies',
      'hash',
      (bag) => replace(join(bag, 'manifest-sha512.txt'), /^./, 'g'.replace('g', '0')),
    ],
    ['bagit', 'a file on no list', 'unlisted', (bag) => writeFileSync(join(bag, 'data/more'), '')],
    ['bagit', 'a file that is missing', 'missing', (bag) => rmSync(join(bag, 'data/files/same'))],
    [
      'bagit',
      'a link',
      'link',
      (bag) => {
        rmSync(join(bag, 'data/files/same'));
        symlinkSync('/etc/passwd', join(bag, 'data/files/same'));
      },
    ],
    ['bagit', 'a link to a folder', 'link', (bag) => symlinkSync('/etc', join(bag, 'data/files/etc'))],
    [
      'bagit',
      'a list that leads out',
      'outside',
      (bag) => replace(join(bag, 'manifest-sha256.txt'), 'data/files/same', 'data/../../../same'),
    ],
    [
      'bagit',
      'no lists',
      'missing',
      (bag) => {
        rmSync(join(bag, 'manifest-sha256.txt'));
        rmSync(join(bag, 'manifest-sha512.txt'));
      },
    ],
    [
      'bagit',
      'files to be fetched',
      'missing',
      (bag) => writeFileSync(join(bag, 'fetch.txt'), 'http://example.org/ 1 data/x\n'),
    ],
    ['bagit', 'another version', 'declaration', (bag) => replace(join(bag, 'bagit.txt'), '1.0', '9.9')],
    ['bagit', 'changed information', 'hash', (bag) => appendFileSync(join(bag, 'bag-info.txt'), 'Contact-Name: X\n')],
    [
      'bagit',
      'nonsense in a list',
      'unreadable',
      (bag) => appendFileSync(join(bag, 'manifest-sha256.txt'), 'nonsense\n'),
    ],
    [
      'ocfl',
      'a content of another hash',
      'hash',
      (object) => appendFileSync(join(object, 'v1/content/files/again'), '!'),
    ],
    [
      'ocfl',
      'an inventory that was changed',
      'hash',
      (object) => replace(join(object, 'inventory.json'), 'Exported', 'Changed'),
    ],
    [
      'ocfl',
      'a digest by a name that every object has',
      'missing',
      (object) => {
        const text = readFileSync(join(object, 'inventory.json'), 'utf8');
        const inventory = JSON.parse(text);
        inventory.versions.v1.state = { constructor: ['files/again'] };
        const changed = JSON.stringify(inventory);
        const hash = createHash('sha512').update(changed).digest('hex');
        for (const place of [object, join(object, 'v1')]) {
          writeFileSync(join(place, 'inventory.json'), changed);
          writeFileSync(join(place, 'inventory.json.sha512'), `${hash} inventory.json\n`);
        }
      },
    ],
    ['ocfl', 'a content on no list', 'unlisted', (object) => writeFileSync(join(object, 'v1/content/more'), '')],
    ['ocfl', 'a link', 'link', (object) => symlinkSync('/etc/passwd', join(object, 'v1/content/link'))],
    [
      'ocfl',
      'an inventory of another kind',
      'unreadable',
      (object) => writeFileSync(join(object, 'inventory.json'), '[]'),
    ],
    ['ro-crate', 'a content of another hash', 'hash', (crate) => appendFileSync(join(crate, 'files/same'), '!')],
    ['ro-crate', 'a file that is missing', 'missing', (crate) => rmSync(join(crate, 'files/same'))],
    [
      'ro-crate',
      'a file that the record does not name',
      'unlisted',
      (crate) => writeFileSync(join(crate, 'files/more'), ''),
    ],
    [
      'ro-crate',
      'an identifier that leads out',
      'outside',
      (crate) =>
        replace(join(crate, 'ro-crate-metadata.json'), /"@id": "files\/same"/g, '"@id": "files/..%2F..%2F..%2Fsame"'),
    ],
    ['ro-crate', 'no record', 'missing', (crate) => rmSync(join(crate, 'item.json'))],
    [
      'ro-crate',
      'another version',
      'declaration',
      (crate) => replace(join(crate, 'ro-crate-metadata.json'), 'crate/1.2"\n', 'crate/9.9"\n'),
    ],
    [
      'ro-crate',
      'a description that is no JSON',
      'unreadable',
      (crate) => writeFileSync(join(crate, 'ro-crate-metadata.json'), '{'),
    ],
  ])('%s: %s', async (name, _, reason, change) => {
    expect(await touch(name, change)).toEqual([['package-invalid', reason]]);
  });

  it('a record that names a file outside', async () => {
    const leadOut = (crate: string): void => {
      const record = join(crate, 'item.json');
      replace(record, '"from": "files/same"', '"from": "../../../../../../../etc/passwd"');
      const file = join(crate, 'ro-crate-metadata.json');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"sha256": "[0-9a-f]+"/g, '"other": ""'));
    };
    expect(await touch('ro-crate', leadOut)).toEqual([['package-invalid', 'outside']]);
  });

  it('a statement that was forged', async () => {
    const store = await openFilled();
    const [line = ''] = (await linesOf(store)).split('\n');
    const record = JSON.parse(line);
    const other = await openStore(OTHER_NAME);
    renameSync(store.sourceFolder, join(other.sourceFolder, 'given'));
    const files = record.files.map((file: object, index: number) => ({ ...file, from: `given/${index}` }));
    const forged = record.claims.map((claim: string) => claim.replace('Original', 'Deleted'));
    for (const claims of [forged, ['nonsense'], record.metadata.claims]) {
      const { refusals } = await importRecords(other, [{ ...record, files, claims }]);
      expect(refusals.map(({ refusal: { code } }) => code)).toEqual(['record-invalid']);
    }
  });

  it('a folder without packages', async () => {
    const folder = createTemporaryFolder();
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    // A name that every object of JavaScript has.
    writeFileSync(join(folder, 'a/constructor'), '');
    await expect(unpack(await openStore(OTHER_NAME), folder)).rejects.toMatchObject({
      parameters: { reason: 'no-package' },
    });
  });
});
