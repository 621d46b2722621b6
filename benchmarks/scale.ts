import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeIbipLabel, composeRepositoryLabel, dateFromMicroseconds, parseHostPort } from '@perene/core';
import { parseSearch } from '@perene/core/search';
import { createSqlCatalogue } from '../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlLabelChanges } from '../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import { openSqliteDatabase } from '../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../packages/server/src/adapters/sql/migrations/migrations.ts';
import { createQuickSecrets } from '../packages/server/src/adapters/system/quick-secrets.ts';
import { createSystemClock } from '../packages/server/src/adapters/system/system-clock.ts';
import { createRecollection } from '../packages/server/src/memory/recollection.ts';
import type { Catalogue, NewItem } from '../packages/server/src/ports/archive/catalogue.ts';
import type { ItemOrder } from '../packages/server/src/ports/archive/finding/listing.ts';
import { createDigestAnswers } from '../packages/server/src/services/archive/exchange/answer-digest.ts';
import { createArchiveService } from '../packages/server/src/services/archive/exchange/archive-service.ts';
import { createUrlKeys } from '../packages/server/src/services/archive/exchange/url-keys.ts';
import { repositoryLabel } from '../tests/fixtures/labels.ts';
import { printTable } from './measure.ts';

const SIZES = [10_000, 1_000_000];
const ITEMS_PER_STEP = 500;
const START = 1_000_000_000_000_000n;
const SECOND = 1_000_000n;
const SAMPLES = 400;

/** Makes words with the frequencies of a language: the n-th word is in about every n-th item. */
const wordsOf = (number: number): string =>
  Array.from(
    { length: 12 },
    (_, index) =>
      `word${Math.floor(1 / (((number * 2_654_435_761 + index * 40_503) % 1_000_003) / 1_000_003 + 0.00002))}`,
  ).join(' ');

const labelsOf = (number: number) => {
  const date = dateFromMicroseconds(START + BigInt(number) * SECOND * 2n);
  const ibip = composeIbipLabel('8JMKD3MGP8W', date);
  if (!ibip.ok) throw new Error(ibip.expected);
  return { repository: composeRepositoryLabel('example.org/archive', date), ibip: ibip.value };
};

const createItems = (number: number): readonly NewItem[] => {
  const { repository, ibip } = labelsOf(number);
  const later = dateFromMicroseconds(START + BigInt(number) * SECOND * 2n + SECOND);
  const metadata = composeRepositoryLabel('example.org/archive', later);
  const common = { state: { kind: 'original' }, createdAt: START, updatedAt: START } as const;
  const file = { path: 'report.pdf', bytes: 1_000, sha256: 'ab'.repeat(32), mediaType: 'application/pdf' };
  return [
    { ...common, repository, ibips: [ibip], content: 'Data', target: file.path, files: [file], language: 'en' },
    {
      ...common,
      repository: metadata,
      ibips: [],
      content: 'Metadata',
      describes: repository,
      metadata: {
        title: [{ value: `Report ${number}` }],
        creator: [{ value: `Author ${number % 5_000}` }],
        description: [{ value: wordsOf(number) }],
        type: [{ value: number % 3 === 0 ? 'thesis' : 'dataset' }],
        date: [{ value: String(1990 + (number % 30)) }],
      },
    },
  ];
};

const fill = async (catalogue: Catalogue, from: number, to: number): Promise<number> => {
  const start = performance.now();
  for (let number = from; number < to; number += ITEMS_PER_STEP) {
    const items = Array.from({ length: Math.min(ITEMS_PER_STEP, to - number) }, (_, index) =>
      createItems(number + index),
    );
    await catalogue.add(items.flat(), { who: 'benchmark', at: START });
    if (process.stderr.isTTY && number % 50_000 === 0) process.stderr.write(`\r${number} of ${to} items`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  return (performance.now() - start) / 1_000;
};

const medianMicroseconds = async (work: (sample: number) => unknown): Promise<number> => {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    await work(sample);
    times.push((performance.now() - start) * 1_000);
  }
  return times.toSorted((one, other) => one - other)[SAMPLES >> 1] ?? 0;
};

interface Load {
  readonly rate: number;
  readonly slowMs: number;
}

const LOAD = 4_000;
const AT_A_TIME = 32;

/** Searches for rare and frequent words, two in three of them alone, as many at a time as a busy node has. */
const searchTogether = async (find: (words: string) => Promise<unknown>, size: number): Promise<Load> => {
  const times: number[] = [];
  let asked = 0;
  const work = async (): Promise<void> => {
    while (asked < LOAD) {
      asked += 1;
      const one = `word${1 + ((asked * 7_919) % 2_000)}`;
      const words =
        asked % 3 === 0 ? `${one} word${1 + (asked % 40)}` : asked % 3 === 1 ? one : String((asked * 7_919) % size);
      const start = performance.now();
      await find(words);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const seconds = (performance.now() - start) / 1_000;
  return { rate: LOAD / seconds, slowMs: times.toSorted((one, other) => one - other)[Math.floor(LOAD * 0.99)] ?? 0 };
};

/** Measures one catalogue before and after it grows a hundredfold. */
export const benchmarkScale = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  const database = openSqliteDatabase(join(folder, 'perene.sqlite'));
  await migrate(database);
  const catalogue = createSqlCatalogue(database);
  const address = parseHostPort('archive.example.org');
  if (!address.ok) throw new Error('never');
  const service = createArchiveService({
    catalogue,
    recollection: createRecollection(database.touches.follow()),
    clock: createSystemClock(),
    urlKeys: createUrlKeys('secret', createQuickSecrets()),
    handOver: { hasCommitted: async () => 'unknown' },
    digests: createDigestAnswers({ changes: createSqlLabelChanges(database), clock: createSystemClock() }),
    publicUrl: 'http://archive.example.org',
    archiveAddress: address.value,
    label: repositoryLabel('example.org/archive/2020/01.01.00.00'),
    platformSoftware: undefined,
  });
  const find = (words: string, facets = {}, sort: ItemOrder = 'relevance') =>
    catalogue.list({ limit: 20, search: parseSearch(words, facets), sort });
  const operations: readonly (readonly [string, (sample: number, size: number) => unknown])[] = [
    ['list, first page', () => catalogue.list({ limit: 50 })],
    ['list, a page in the middle', (_, size) => catalogue.list({ limit: 50, after: { number: BigInt(size) } })],
    [
      'search, a word of every item',
      () => catalogue.list({ limit: 50, search: parseSearch('report'), sort: 'relevance' }),
    ],
    [
      'search, a frequent and a rarer word',
      () => catalogue.list({ limit: 50, search: parseSearch('word1 word20'), sort: 'relevance' }),
    ],
    [
      'search, one item',
      (sample, size) =>
        catalogue.list({ limit: 50, search: parseSearch(String((sample * 7_919) % size)), sort: 'relevance' }),
    ],
    ['search, narrowed by a facet', () => find('word3', { type: 'thesis' })],
    ['search, a beginning', () => find('wor* word20')],
    ['search, words in their order', () => find('"word1 word2"')],
    ['search in the order of titles, a rarer word', () => find('word500', {}, 'title')],
    ['counts and facets, a rarer word', () => catalogue.summarize({ search: parseSearch('word500') })],
    ['counts and facets, a word of every item', () => catalogue.summarize({ search: parseSearch('report') })],
    [
      'urlRequest',
      (sample, size) =>
        service.answer(
          `servicesubject=urlRequest&clientinformation.ipaddress=150.163.2.175&parsedibiurl.ibi=${labelsOf((sample * 7_919) % size).ibip}`,
        ),
    ],
  ];
  const times: number[][] = [];
  const loads: Load[] = [];
  const filled: string[] = [];
  let size = 0;
  for (const wanted of SIZES) {
    const seconds = await fill(catalogue, size, wanted);
    filled.push(`${((wanted - size) / seconds / 1_000).toFixed(1)} k/s`);
    size = wanted;
    const column: number[] = [];
    for (const [, work] of operations) column.push(await medianMicroseconds((sample) => work(sample, wanted)));
    times.push(column);
    loads.push(await searchTogether((words) => find(words), wanted));
  }
  printTable([
    ['time of one catalogue (SQLite)', ...SIZES.map((one) => `${one} items`), 'ratio'],
    ['added items', ...filled, ''],
    ...operations.map(([name], index) => [
      name,
      ...times.map((column) => `${column[index]?.toFixed(0)} us`),
      ((times[1]?.[index] ?? 0) / (times[0]?.[index] ?? 1)).toFixed(2),
    ]),
    ['searches of all kinds, 32 at a time', ...loads.map(({ rate }) => `${rate.toFixed(0)} /s`), ''],
    ['their 99th percentile', ...loads.map(({ slowMs }) => `${slowMs.toFixed(1)} ms`), ''],
  ]);
  await database.close();
  rmSync(folder, { recursive: true });
};
