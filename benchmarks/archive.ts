import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { loadServer } from './load.ts';
import { formatRate, printTable } from './measure.ts';
import { PERENE, runCommand, startEcho, startNode } from './running.ts';

const CONNECTIONS = 64;
const MILLISECONDS = 3_000;
const ITEMS = 200;
const LARGE_FILE_BYTES = 1_073_741_824;

const readKey = (folder: string): string => readFileSync(join(folder, 'administrator.key'), 'utf8').trim();

const readMetric = async (port: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

/** Each commit has as many records as there are connections waiting. */
const bareGroupCommits = (folder: string): number => {
  const bare = new Sqlite(join(folder, 'bare.sqlite'));
  bare.pragma('journal_mode = wal');
  bare.pragma('synchronous = full');
  bare.exec('create table state (id integer primary key, last integer); insert into state values (1, 0)');
  const update = bare.prepare('update state set last = last + 1 where id = 1');
  const group = bare.transaction(() => {
    for (let record = 0; record < CONNECTIONS; record += 1) update.run();
  });
  const start = performance.now();
  let records = 0;
  for (; performance.now() - start < MILLISECONDS; records += CONNECTIONS) group();
  const perSecond = (records / (performance.now() - start)) * 1_000;
  bare.close();
  return perSecond;
};

const request = (head: string, body = ''): string =>
  `${head}\r\nhost: localhost\r\n${body === '' ? '' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`}\r\n${body}`;

const benchmarkMintOverHttp = async (folder: string): Promise<void> => {
  const node = await startNode(folder);
  const head = `POST /api/v1/ibis HTTP/1.1\r\nauthorization: Bearer ${readKey(folder)}`;
  const load = { port: node.port, connections: CONNECTIONS, requests: [request(head, '{"count":1}')] };
  await loadServer({ ...load, milliseconds: 500 });
  const commitsBefore = await readMetric(node.port, 'perene_database_commits_total');
  const minted = await loadServer({ ...load, milliseconds: MILLISECONDS });
  const commits = (await readMetric(node.port, 'perene_database_commits_total')) - commitsBefore;
  await node.stop();
  const bare = bareGroupCommits(folder);
  printTable([
    [`durable mint over HTTP, ${CONNECTIONS} connections`, 'rate', 'to bare', 'per fsync'],
    [`bare SQLite, ${CONNECTIONS} records a commit`, formatRate(bare), '1.00', String(CONNECTIONS)],
    [
      'one label a request',
      formatRate(minted.perSecond),
      (minted.perSecond / bare).toFixed(2),
      (minted.answered / commits).toFixed(1),
    ],
  ]);
};

const depositItems = async (folder: string, port: number): Promise<readonly string[]> => {
  const labels: string[] = [];
  for (let number = 0; number < ITEMS; number += 1) {
    const body = new FormData();
    body.append(
      'item',
      new Blob([JSON.stringify({ metadata: { title: `Item ${number}` } })], { type: 'application/json' }),
    );
    body.append('file', new Blob([`content ${number}`]), 'a.txt');
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/items`, {
      method: 'POST',
      headers: { authorization: `Bearer ${readKey(folder)}` },
      body,
    });
    labels.push(((await answer.json()) as { ibip: string }).ibip);
  }
  return labels;
};

/** Makes commits, so that the node forgets the answers that it remembers. */
const changeOften = (folder: string, port: number): { stop(): Promise<void> } => {
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      await fetch(`http://127.0.0.1:${port}/api/v1/ibis`, {
        method: 'POST',
        headers: { authorization: `Bearer ${readKey(folder)}`, 'content-type': 'application/json' },
        body: '{"count":1}',
      });
      await sleep(20);
    }
  };
  const running = run();
  return {
    stop() {
      isOver = true;
      return running;
    },
  };
};

const benchmarkUrlRequest = async (folder: string): Promise<void> => {
  const service = 'example.org/archive/2020/01.01.00.00';
  const node = await startNode(folder, ['--archive-service', service]);
  const labels = await depositItems(folder, node.port);
  const ask = (label: string): string =>
    request(
      `GET /${service}?servicesubject=urlRequest&clientinformation.ipaddress=150.163.2.175&parsedibiurl.ibi=${label} HTTP/1.1`,
    );
  const sample = await fetch(
    `http://127.0.0.1:${node.port}/${service}?servicesubject=urlRequest&clientinformation.ipaddress=150.163.2.175&parsedibiurl.ibi=${labels[0]}`,
  );
  const echo = await startEcho((await sample.text()).length);
  const load = { connections: CONNECTIONS, requests: labels.map(ask) };
  const rates: { echo: number[]; archive: number[] } = { echo: [], archive: [] };
  for (let round = 0; round < 3; round += 1) {
    rates.echo.push((await loadServer({ ...load, port: echo.port, milliseconds: MILLISECONDS / 2 })).perSecond);
    rates.archive.push((await loadServer({ ...load, port: node.port, milliseconds: MILLISECONDS / 2 })).perSecond);
  }
  const changing = changeOften(folder, node.port);
  const disturbed = await loadServer({ ...load, port: node.port, milliseconds: MILLISECONDS });
  await changing.stop();
  await Promise.all([node.stop(), echo.stop()]);
  const [bare = 0, archive = 0] = [rates.echo, rates.archive].map((values) => values.toSorted((a, b) => a - b)[1]);
  printTable([
    [`urlRequest over HTTP, ${CONNECTIONS} connections`, 'rate', 'to bare echo'],
    ['bare node:http, an answer of the same length', formatRate(bare), '1.00'],
    ['urlRequest', formatRate(archive), (archive / bare).toFixed(2)],
    ['urlRequest, with 50 commits a second', formatRate(disturbed.perSecond), (disturbed.perSecond / bare).toFixed(2)],
  ]);
};

const writeLargeFile = async (path: string): Promise<void> => {
  const file = await open(path, 'w');
  const block = Buffer.alloc(16_777_216);
  for (let written = 0; written < LARGE_FILE_BYTES; written += block.length) {
    for (let index = 0; index < block.length; index += 4_096)
      block.writeUInt32LE((Math.random() * 2 ** 32) >>> 0, index);
    await file.write(block);
  }
  await file.sync();
  await file.close();
};

const benchmarkLargeDeposit = async (folder: string): Promise<void> => {
  const file = join(folder, 'large.bin');
  await writeLargeFile(file);
  const hash = await runCommand('sha256sum', [file]);
  const copy = await runCommand('sh', [
    '-c',
    `cp "${file}" "${file}.copy" && sync "${file}.copy" && rm "${file}.copy"`,
  ]);
  const deposit = await runCommand(process.execPath, [PERENE, 'deposit', file, '--data', join(folder, 'data')]);
  const peer = hash.seconds + copy.seconds;
  printTable([
    ['deposit of a file of 1 GiB', 'seconds', 'to sha256sum and cp', 'peak memory'],
    ['sha256sum, then cp and sync', peer.toFixed(2), '1.00', ''],
    [
      'perene deposit',
      deposit.seconds.toFixed(2),
      (deposit.seconds / peer).toFixed(2),
      `${deposit.peakMegabytes.toFixed(0)} MB`,
    ],
  ]);
};

export const benchmarkArchive = async (): Promise<void> => {
  for (const benchmark of [benchmarkMintOverHttp, benchmarkUrlRequest, benchmarkLargeDeposit]) {
    const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
    await benchmark(folder);
    process.stdout.write('\n');
    rmSync(folder, { recursive: true });
  }
};
