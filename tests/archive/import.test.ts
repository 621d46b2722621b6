import { createHash } from 'node:crypto';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RepositoryLabel } from '@perene/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSourceFolder } from '../../packages/server/src/adapters/disk/source-folder.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel, repositoryLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTestStore, importFile, importRecords, type TestStore, writeSource } from './test-store.ts';

const vector = (path: string): string => fileURLToPath(new URL(`../../vectors/archive/${path}`, import.meta.url));
const label = (moment: string): RepositoryLabel => repositoryLabel(`sid.inpe.br/mtc-m18/2009/${moment}`);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const A = label('07.21.13.23');
const B = label('07.22.13.23');
const C = label('07.23.13.23');

describe.each(DATABASES)('import into $name', ({ openMigrated }) => {
  let store: TestStore;

  beforeEach(async () => {
    store = await createTestStore(await openMigrated());
    writeSource(store, 'a.txt', 'content of a');
    writeSource(store, 'b.txt', 'content of b');
  });

  it('takes in the items of RTC-11 under their own labels, with their times', async () => {
    const sources = createSourceFolder({ folder: vector('files') });
    const outcome = await importFile({ ...store, sources }, vector('rtc11-items.jsonl'));
    expect(outcome).toEqual({ imported: 6, alreadyHere: 0, refused: 0, linksRefused: 0, collections: 0, refusals: [] });

    const { catalogue } = store;
    const item = await catalogue.find(ibipLabel('8JMKD3MGP8W/35MME4E'));
    expect(item).toMatchObject({
      repository: 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23',
      language: 'en',
      target: 'CCSDS 643.0-B-1.pdf',
      describedBy: 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23.47',
      updatedAt: BigInt(Date.parse('2009-07-21T13:23:45Z')) * 1_000n,
    });
    expect(await catalogue.find(repositoryLabel('sid.inpe.br/mtc-m18@80/2009/07.21.13.23.47'))).toMatchObject({
      target: 'metadata.cgi',
      updatedAt: BigInt(Date.parse('2014-04-04T17:39:54Z')) * 1_000n,
    });
    const translations = await catalogue.translations(repositoryLabel(item?.repository ?? ''));
    expect(translations.map(({ label: name, language }) => [language, name])).toEqual([
      ['en', 'sid.inpe.br/mtc-m18@80/2009/07.21.13.23'],
      ['pt', 'sid.inpe.br/mtc-m18@80/2009/08.25.19.43'],
    ]);
    const next = await catalogue.nextEdition(repositoryLabel('sid.inpe.br/mtc-m18@80/2009/07.21.14.43'));
    expect(next?.item?.ibips).toEqual(['8JMKD3MGP8W/3C9EP6P']);
    expect(await catalogue.find(ibipLabel('8JMKD3MGP7W/3EPGUE5'))).toMatchObject({
      target: 'Relatório Final.pdf',
      fileNameEncoding: 'iso-8859-1',
    });

    const again = await importFile({ ...store, sources }, vector('rtc11-items.jsonl'));
    expect(again).toEqual({ imported: 0, alreadyHere: 6, refused: 0, linksRefused: 0, collections: 0, refusals: [] });
  });

  it('tells nobody of what is here before the resolver knows of it, though an earlier import left it', async () => {
    const good = { repository: A, files: ['a.txt'] };
    await importRecords(store, [good]);
    let settled = 0;
    const catalogue = {
      ...store.catalogue,
      settled: async () => {
        settled += 1;
      },
    };
    expect(await importRecords({ ...store, catalogue }, [good])).toMatchObject({ alreadyHere: 1 });
    expect(settled).toBe(1);
  });

  it('goes on after lines that it refuses, and says which they are', async () => {
    const good = { repository: A, files: ['a.txt'] };
    const outcome = await importRecords(store, ['{', '', good, '[]', { ...good, repository: 'nothing' }]);
    expect(outcome).toMatchObject({ imported: 1, alreadyHere: 0, refused: 3 });
    expect(outcome.refusals.map(({ line, label: name, refusal }) => [line, name, refusal.code])).toEqual([
      [1, undefined, 'record-invalid'],
      [4, undefined, 'record-invalid'],
      [5, 'nothing', 'label-invalid'],
    ]);
  });

  it.each([
    ['an unknown field', { colour: 'red' }, 'record-invalid'],
    ['an unknown field of metadata', { metadata: { colour: 'red' } }, 'record-invalid'],
    ['a label of the future', { repository: 'sid.inpe.br/mtc-m18/2999/07.21.13.23' }, 'label-invalid'],
    ['a repository name that is none', { repository: 7 }, 'record-invalid'],
    ['an IBIp that is none', { ibips: ['8JMKD3MGP8W/1'] }, 'label-invalid'],
    ['an IBIp twice', { ibips: ['8JMKD3MGP8W/35MME4E', '8JMKD3MGP8W/35MME4E'] }, 'record-invalid'],
    ['its own label for its description', { metadata: { repository: A } }, 'record-invalid'],
    ['no files', { files: [] }, 'record-invalid'],
    [
      'files of a deleted item',
      { state: 'Deleted', removed: { at: '2020-01-01T00:00:00Z', reason: 'x' } },
      'record-invalid',
    ],
    [
      'a deleted item without reason',
      { state: 'Deleted', files: [], removed: { at: '2020-01-01T00:00:00Z' } },
      'record-invalid',
    ],
    ['an unknown state', { state: 'Lost' }, 'record-invalid'],
    ['a copy of nothing', { state: 'Copy' }, 'record-invalid'],
    ['an original that is a copy', { copyOf: 'https://example.org/' }, 'record-invalid'],
    ['a file twice', { files: ['a.txt', { path: 'A.txt', from: 'a.txt' }] }, 'file-name-taken'],
    ['a path that leaves the item', { files: [{ path: '../a.txt', from: 'a.txt' }] }, 'file-name-invalid'],
    ['a source that leaves the folder', { files: [{ path: 'a.txt', from: '../a.txt' }] }, 'file-name-invalid'],
    ['a source anywhere', { files: [{ path: 'a.txt', from: '/etc/passwd' }] }, 'file-name-invalid'],
    ['a source that is missing', { files: ['c.txt'] }, 'file-unreadable'],
    ['another content', { files: [{ path: 'a.txt', sha256: sha256('other') }] }, 'file-damaged'],
    ['a digest that is none', { files: [{ path: 'a.txt', sha256: 'abc' }] }, 'record-invalid'],
    [
      'names that do not fit their encoding',
      { fileNameEncoding: 'iso-8859-1', files: [{ path: 'š.txt', from: 'a.txt' }] },
      'file-name-invalid',
    ],
    ['a target that is no file', { target: 'b.txt' }, 'target-missing'],
    ['a language that is none', { language: 'xx' }, 'language-invalid'],
    ['a network that is none', { access: { networks: ['10.0.0.1/8'] } }, 'network-invalid'],
    ['metadata that are none', { metadata: { fields: { date: 'soon' } } }, 'metadata-invalid'],
    ['a day that is none', { created: '2009-02-29T00:00:00Z' }, 'record-invalid'],
    ['a time without zone', { created: '2009-02-28T00:00:00' }, 'record-invalid'],
    [
      'an update before its creation',
      { created: '2010-01-01T00:00:00Z', updated: '2009-01-01T00:00:00Z' },
      'record-invalid',
    ],
    ['an edition of itself', { editionOf: A }, 'edition-order'],
    ['a file that is too large', { files: [{ path: 'large.bin', from: 'large.bin' }] }, 'file-too-large'],
  ])('refuses %s, and leaves nothing behind', async (_what, change, code) => {
    writeSource(store, 'large.bin', 'x'.repeat(1_000_001));
    const outcome = await importRecords(store, [{ repository: A, files: ['a.txt'], ...change }]);
    expect(outcome.refusals.map(({ refusal }) => refusal.code)).toEqual([code]);
    expect(await store.catalogue.total()).toMatchObject({ items: 0, files: 0 });
    for await (const file of store.files.walk()) expect(file).toBeUndefined();
  });

  it('follows links inside of the folder of files, and none out of it', async () => {
    const outside = join(createTemporaryFolder(), 'secret.txt');
    writeFileSync(outside, 'secret');
    symlinkSync('a.txt', join(store.sourceFolder, 'inside.txt'));
    symlinkSync(outside, join(store.sourceFolder, 'outside.txt'));
    const outcome = await importRecords(store, [
      { repository: A, files: ['inside.txt'] },
      { repository: B, files: ['outside.txt'] },
    ]);
    expect(outcome).toMatchObject({ imported: 1, refusals: [{ line: 2, refusal: { code: 'file-unreadable' } }] });
  });

  it('refuses what is here with other content, and leaves it as it is', async () => {
    const record = { repository: A, ibips: ['8JMKD3MGP8W/35MME4E'], files: ['a.txt'] };
    await importRecords(store, [record]);
    const before = await store.catalogue.find(A);
    const outcome = await importRecords(store, [
      { ...record, files: [{ path: 'a.txt', from: 'b.txt' }] },
      { ...record, files: ['a.txt', 'b.txt'] },
      { ...record, ibips: ['8JMKD3MGP8W/35MMLL8'] },
      { ...record, metadata: { repository: B } },
      { repository: B, ibips: record.ibips, files: ['b.txt'] },
      record,
    ]);
    expect(outcome).toMatchObject({ imported: 0, alreadyHere: 1, refused: 5 });
    expect(new Set(outcome.refusals.map(({ refusal }) => refusal.code))).toEqual(new Set(['label-taken']));
    expect(await store.catalogue.find(A)).toEqual(before);
    expect(await store.files.hash(B, 'b.txt')).toBeUndefined();
  });

  it('takes one of two lines about one item', async () => {
    const lines = Array.from({ length: 40 }, () => ({ repository: A, files: ['a.txt'] }));
    const outcome = await importRecords(store, [...lines, { repository: A, files: ['b.txt'] }]);
    expect(outcome).toMatchObject({ imported: 1, alreadyHere: 39, refused: 1 });
  });

  it('takes up documents that a process left behind when it was killed', async () => {
    const leave = async (content: string) => {
      const incoming = await store.files.begin();
      await incoming.receive('a.txt', await store.sources.open(content), {
        maxBytes: 100,
      });
      await incoming.keep(content === 'a.txt' ? A : B);
      await incoming.discard();
    };
    await leave('a.txt');
    await leave('b.txt');
    const outcome = await importRecords(store, [
      { repository: A, files: ['a.txt'] },
      { repository: B, files: ['a.txt'] },
    ]);
    expect(outcome).toMatchObject({ imported: 1, refusals: [{ line: 2, refusal: { code: 'documents-exist' } }] });
    expect((await store.files.hash(A, 'a.txt'))?.sha256).toBe(sha256('content of a'));
  });

  it.each([
    ['forwards', [0, 1, 2]],
    ['backwards', [2, 1, 0]],
    ['from the middle', [1, 2, 0]],
  ])('relates items whatever the order of the lines: %s', async (_name, order) => {
    const records = [
      { repository: A, ibips: ['8JMKD3MGP8W/35MME4E'], language: 'en', files: ['a.txt'], nextEdition: B },
      { repository: B, language: 'pt', files: ['a.txt'], translationOf: '8JMKD3MGP8W/35MME4E' },
      { repository: C, language: 'fr', files: ['a.txt'], editionOf: B, translationOf: A },
    ];
    for (const index of order) await importRecords(store, [records[index] ?? {}]);
    const labels = (found: readonly { readonly label: string }[]) => found.map((related) => related.label);
    expect(labels(await store.catalogue.editions(B))).toEqual([A, B, C]);
    expect(labels(await store.catalogue.translations(C))).toEqual([A, C, B]);
    expect(labels(await store.catalogue.translations(C, 'en'))).toEqual([A]);
  });

  it('reads lines of any length but the longest, in UTF-8 only', async () => {
    const path = join(createTemporaryFolder(), 'items.jsonl');
    const long = JSON.stringify({
      repository: A,
      files: ['a.txt'],
      metadata: { fields: { title: 'x'.repeat(68_000_000) } },
    });
    const good = JSON.stringify({ repository: B, files: ['a.txt'] });
    writeFileSync(
      path,
      Buffer.concat([Buffer.from(`\ufeff${long}\n"`), Buffer.from([0xff]), Buffer.from(`"\n${good}`)]),
    );
    const outcome = await importFile(store, path);
    expect(outcome.refusals.map(({ line, refusal }) => [line, refusal.message])).toEqual([
      [1, 'the line has more than 67108864 bytes'],
      [2, 'the line is not in UTF-8'],
    ]);
    expect(outcome.imported).toBe(1);
  });
});

it('describes the format with lines that are taken', async () => {
  const [database] = DATABASES;
  if (database === undefined) throw new Error('no database');
  const store = await createTestStore(await database.openMigrated());
  const document = readFileSync(new URL('../../docs/importing.md', import.meta.url), 'utf8');
  const lines = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as object);
  expect(lines.length).toBeGreaterThan(1);
  for (const path of ['report.pdf', 'scans/0001.tif', 'old/report.pdf']) writeSource(store, path, 'content');
  expect(await importRecords(store, lines)).toMatchObject({ imported: lines.length, refused: 0, refusals: [] });
});
