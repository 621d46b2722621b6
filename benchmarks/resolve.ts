import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadServer, type Measured } from './load.ts';
import { formatRate, printTable } from './measure.ts';
import { type Running, startNode, startRedirects } from './running.ts';

const CONNECTIONS = 64;
const MILLISECONDS = 2_000;
const ROUNDS = 5;
const ITEMS = 200;
const UNKNOWN_ITEMS = 100;
const KEY = '1234567890';
const DEPOSITORS = 32;
const DEPOSITS = 20;
const DEPOSIT_ROUNDS = 5;
const LEASE_PAUSE_MS = 5_000;

const readKey = (folder: string): string => readFileSync(join(folder, 'administrator.key'), 'utf8').trim();

const deposit = async (folder: string, port: number, title: string): Promise<string> => {
  const body = new FormData();
  body.append('item', new Blob([JSON.stringify({ metadata: { title } })], { type: 'application/json' }));
  body.append('file', new Blob([title]), 'a.txt');
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readKey(folder)}` },
    body,
  });
  return ((await answer.json()) as { ibip: string }).ibip;
};

const depositMany = async (folder: string, port: number, count: number): Promise<readonly string[]> => {
  const labels: string[] = [];
  for (let number = 0; number < count; number += 1) labels.push(await deposit(folder, port, `Item ${number}`));
  return labels;
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Compares redirects of known items with the simplest server. */
const benchmarkHot = async (folder: string): Promise<void> => {
  const node = await startNode(folder);
  const labels = await depositMany(folder, node.port, ITEMS);
  const bare = await startRedirects(labels);
  const requests = labels.map((label) => `GET /${label} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const load = { connections: CONNECTIONS, requests, expected: 'HTTP/1.1 302', milliseconds: MILLISECONDS };
  const measured: { bare: Measured[]; node: Measured[] } = { bare: [], node: [] };
  await loadServer({ ...load, port: node.port, milliseconds: 500 });
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.bare.push(await loadServer({ ...load, port: bare.port }));
    measured.node.push(await loadServer({ ...load, port: node.port }));
  }
  await Promise.all([node.stop(), bare.stop()]);
  const rate = (runs: readonly Measured[]): number => medianOf(runs.map(({ perSecond }) => perSecond));
  const row = (name: string, runs: readonly Measured[]): readonly string[] => [
    name,
    formatRate(rate(runs)),
    (rate(runs) / rate(measured.bare)).toFixed(2),
    medianOf(runs.map(({ median }) => median)).toFixed(2),
    medianOf(runs.map(({ slow }) => slow)).toFixed(2),
  ];
  printTable([
    [`hot resolutions over HTTP, ${CONNECTIONS} connections`, 'rate', 'to bare', '50% ms', '99% ms', 'bar'],
    [...row('bare node:http, 302 from a map of 1,000,000', measured.bare), ''],
    [...row('perene', measured.node), '0.80'],
  ]);
};

const startMember = async (resolver: Running, folders: { readonly resolver: string; readonly archive: string }) => {
  const service = 'example.org/bench/2020/01.01.00.00';
  const url = `http://localhost:${resolver.port}`;
  const registered = await fetch(`http://127.0.0.1:${resolver.port}/api/v1/archives`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readKey(folders.resolver)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ service, registrationKey: KEY }),
  });
  if (!registered.ok) throw new Error(await registered.text());
  return startNode(folders.archive, [
    '--archive-service',
    service,
    '--archive-resolver',
    url,
    '--archive-registration-key',
    KEY,
    '--archive-administrator-email',
    'bench@example.org',
    '--resolver-url',
    url,
  ]);
};

/** Measures items that the resolver has never heard of, at an Archive in another process. */
const benchmarkUnknown = async (folders: { readonly resolver: string; readonly archive: string }): Promise<void> => {
  const resolver = await startNode(folders.resolver);
  const archive = await startMember(resolver, folders);
  const labels = await depositMany(folders.archive, archive.port, UNKNOWN_ITEMS + 1);
  const resolve = async (label: string | undefined): Promise<number> => {
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${resolver.port}/${label}`, { redirect: 'manual' });
    if (answer.status !== 302) throw new Error(`${answer.status}: ${await answer.text()}`);
    return performance.now() - start;
  };
  // Waits until the Archive is included and the connection is open.
  for (let tries = 0; tries < 100 && (await resolve(labels[0]).catch(() => undefined)) === undefined; tries += 1) {
    await sleep(200);
  }
  const times: number[] = [];
  for (const label of labels.slice(1)) times.push(await resolve(label));
  await archive.stop();
  await resolver.stop();
  printTable([
    ['a federation of 2 processes', 'median ms', '99% ms', 'bar'],
    [
      'an item that the resolver has never heard of',
      medianOf(times).toFixed(2),
      (times.toSorted((one, other) => one - other).at(-2) ?? 0).toFixed(2),
      '5 ms',
    ],
  ]);
};

/** Measures many deposits at once, in an Archive alone and in one that announces them. */
const benchmarkDeposits = async (folders: {
  readonly alone: string;
  readonly resolver: string;
  readonly archive: string;
}): Promise<void> => {
  const alone = await startNode(folders.alone);
  const resolver = await startNode(folders.resolver);
  const archive = await startMember(resolver, folders);
  // The pause lasts until the Archive holds a lease and both are warm.
  await sleep(LEASE_PAUSE_MS);
  const rate = async (folder: string, { port }: Running): Promise<number> => {
    const start = performance.now();
    await Promise.all(Array.from({ length: DEPOSITORS }, () => depositMany(folder, port, DEPOSITS)));
    return (DEPOSITORS * DEPOSITS * 1_000) / (performance.now() - start);
  };
  const rates: Record<'alone' | 'announced', number[]> = { alone: [], announced: [] };
  for (let round = 0; round < DEPOSIT_ROUNDS; round += 1) {
    rates.alone.push(await rate(folders.alone, alone));
    rates.announced.push(await rate(folders.archive, archive));
  }
  await archive.stop();
  await Promise.all([alone.stop(), resolver.stop()]);
  const [bare, announced] = [medianOf(rates.alone), medianOf(rates.announced)];
  printTable([
    [`deposits, ${DEPOSITORS} at a time`, 'rate', 'to alone', 'bar'],
    ['an Archive alone', `${bare.toFixed(0)} /s`, '1.00', ''],
    ['with a lease: each is announced first', `${announced.toFixed(0)} /s`, (announced / bare).toFixed(2), '0.90'],
  ]);
};

export const benchmarkResolve = async (): Promise<void> => {
  const folder = (): string => mkdtempSync(join(tmpdir(), 'perene-bench-'));
  const folders = { hot: folder(), resolver: folder(), archive: folder() };
  const depositing = { alone: folder(), resolver: folder(), archive: folder() };
  await benchmarkHot(folders.hot);
  process.stdout.write('\n');
  await benchmarkUnknown(folders);
  process.stdout.write('\n');
  await benchmarkDeposits(depositing);
  for (const used of [...Object.values(folders), ...Object.values(depositing)]) rmSync(used, { recursive: true });
};
