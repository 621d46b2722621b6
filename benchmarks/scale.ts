import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeIbipLabel, composeRepositoryLabel, dateFromMicroseconds, parseHostPort } from '@perene/core';
import { createSqlCatalogue } from '../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSqlLabelChanges } from '../packages/server/src/adapters/sql/catalogue/sql-label-changes.ts';
import { openSqliteDatabase } from '../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../packages/server/src/adapters/sql/migrations/migrations.ts';
import { createQuickSecrets } from '../packages/server/src/adapters/system/quick-secrets.ts';
import { createSystemClock } from '../packages/server/src/adapters/system/system-clock.ts';
import type { Catalogue, NewItem } from '../packages/server/src/ports/archive/catalogue.ts';
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
    clock: createSystemClock(),
    urlKeys: createUrlKeys('secret', createQuickSecrets()),
    handOver: { hasCommitted: async () => 'unknown' },
    digests: createDigestAnswers({ changes: createSqlLabelChanges(database), clock: createSystemClock() }),
    publicUrl: 'http://archive.example.org',
    archiveAddress: address.value,
    label: repositoryLabel('example.org/archive/2020/01.01.00.00'),
    platformSoftware: undefined,
  });
  const operations: readonly (readonly [string, (sample: number, size: number) => unknown])[] = [
    ['list, first page', () => catalogue.list({ limit: 50 })],
    ['list, a page in the middle', (_, size) => catalogue.list({ limit: 50, before: BigInt(size) })],
    ['search, a word of every item', () => catalogue.list({ limit: 50, words: 'report' })],
    ['search, a frequent and a rarer word', () => catalogue.list({ limit: 50, words: 'word1 word20' })],
    ['search, one item', (sample, size) => catalogue.list({ limit: 50, words: String((sample * 7_919) % size) })],
    [
      'urlRequest',
      (sample, size) =>
        service.answer(
          `servicesubject=urlRequest&clientinformation.ipaddress=150.163.2.175&parsedibiurl.ibi=${labelsOf((sample * 7_919) % size).ibip}`,
        ),
    ],
  ];
  const times: number[][] = [];
  const filled: string[] = [];
  let size = 0;
  for (const wanted of SIZES) {
    const seconds = await fill(catalogue, size, wanted);
    filled.push(`${((wanted - size) / seconds / 1_000).toFixed(1)} k/s`);
    size = wanted;
    const column: number[] = [];
    for (const [, work] of operations) column.push(await medianMicroseconds((sample) => work(sample, wanted)));
    times.push(column);
  }
  printTable([
    ['time of one catalogue (SQLite)', ...SIZES.map((one) => `${one} items`), 'ratio'],
    ['added items', ...filled, ''],
    ...operations.map(([name], index) => [
      name,
      ...times.map((column) => `${column[index]?.toFixed(0)} us`),
      ((times[1]?.[index] ?? 0) / (times[0]?.[index] ?? 1)).toFixed(2),
    ]),
  ]);
  await database.close();
  rmSync(folder, { recursive: true });
};
