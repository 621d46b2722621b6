import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createSqlCatalogue } from '../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createNode } from '../packages/server/src/compose/create-node.ts';
import { openDatabase } from '../packages/server/src/compose/open-storage.ts';
import { createServer } from '../packages/server/src/compose/serving/serve-node.ts';
import { readSettings } from '../packages/server/src/config/settings.ts';
import { loadServer } from './load.ts';
import { printTable } from './measure.ts';

const ITEMS = 100;
const ROUNDS = 7;
const DEPOSITS = 25;
const MILLISECONDS = 700;
const CONNECTIONS = 32;
const BAR = 0.9;
const AUTHOR = { who: 'benchmark' };

type Kind = 'unsigned' | 'signed';

async function* oneFile() {
  yield { path: 'a.txt', open: () => Readable.from([Buffer.from('content')]) };
}

/** A whole node in this process. The unsigned one has the catalogue of a node that has no key. */
const startNode = async (folder: string, kind: Kind) => {
  const flags = { data: join(folder, kind), 'public-url': 'http://example.org', 'log-level': 'silent' };
  const read = readSettings({ flags, environment: {}, file: {} });
  const identity = { repositoryPrefix: 'example.org/archive', ibipPrefix: undefined, isForTryingOut: false };
  const settings = { ...read, identity };
  const database = await openDatabase(settings);
  const aroundCatalogue = () => createSqlCatalogue(database, settings);
  const node = await createNode(settings, { database, ...(kind === 'unsigned' && { aroundCatalogue }) });
  const server = await createServer(settings, node);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const { text: service } = await node.serviceLabel();
  const deposit = async (): Promise<string> => {
    const made = await node.archive.deposit({ files: oneFile(), metadata: { title: 'An item' } }, AUTHOR);
    return made.repository;
  };
  return {
    port,
    service,
    deposit,
    async close() {
      await server.close();
      await node.close();
    },
  };
};

type Started = Awaited<ReturnType<typeof startNode>>;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Rates of both in turns. */
const compare = async (nodes: Readonly<Record<Kind, Started>>, rate: (node: Started) => Promise<number>) => {
  const rates: Record<Kind, number[]> = { unsigned: [], signed: [] };
  for (const node of Object.values(nodes)) await rate(node);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['unsigned', 'signed'] as const) rates[kind].push(await rate(nodes[kind]));
  }
  return { unsigned: median(rates.unsigned), signed: median(rates.signed) };
};

/** Deposits a second of the processor, because the disk of a shared machine says little. */
const depositRate = async ({ deposit }: Started): Promise<number> => {
  const start = process.cpuUsage();
  for (let count = 0; count < DEPOSITS; count += 1) await deposit();
  const { user, system } = process.cpuUsage(start);
  return (DEPOSITS / (user + system)) * 1_000_000;
};

/** Measures what signed claims cost: answers to resolvers, and deposits, with and without them. */
export const benchmarkSigning = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-signing-'));
  const nodes = { unsigned: await startNode(folder, 'unsigned'), signed: await startNode(folder, 'signed') };
  try {
    const asked = new Map<Started, readonly string[]>();
    for (const node of Object.values(nodes)) {
      const labels: string[] = [];
      for (let count = 0; count < ITEMS; count += 1) labels.push(await node.deposit());
      const query = 'servicesubject=urlRequest&clientinformation.ipaddress=192.0.2.1&parsedibiurl.ibi=';
      const requests = labels.map(
        (label) => `GET /${node.service}?${query}${label} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      );
      asked.set(node, requests);
    }
    const answerRate = async (node: Started): Promise<number> => {
      const requests = asked.get(node) ?? [];
      return (await loadServer({ port: node.port, connections: CONNECTIONS, milliseconds: MILLISECONDS, requests }))
        .perSecond;
    };
    const rows = [
      ['answers to resolvers over HTTP', await compare(nodes, answerRate), BAR],
      ['deposits, a second of the processor', await compare(nodes, depositRate), undefined],
    ] as const;
    printTable([
      ['cost of signed claims', 'unsigned', 'signed', 'ratio', 'bar'],
      ...rows.map(([name, { unsigned, signed }, bar]) => [
        name,
        `${unsigned.toFixed(0)}/s`,
        `${signed.toFixed(0)}/s`,
        (signed / unsigned).toFixed(2),
        bar === undefined ? '' : `${bar} ${signed / unsigned >= bar ? 'met' : 'MISSED'}`,
      ]),
    ]);
  } finally {
    for (const node of Object.values(nodes)) await node.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
