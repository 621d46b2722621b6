// Shows what happens to two nodes when their database fails over, when they are killed, and when they stop for a while:
// `npm run cluster -- --rounds 2`. PostgreSQL runs with a synchronous standby; each round kills the primary under load,
// promotes the standby and makes a new one, kills a node, and stops and continues the other.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { findFreePort } from '../../tests/fixtures/free-port.ts';
import { checkHistory } from './check-history.ts';
import { type ClientActs, createRecorder, marksOf, microsecondsOf, textNames } from './keep-history.ts';
import {
  account,
  copyPrograms,
  copyToStandby,
  createCluster,
  killServer,
  PASSWORD,
  startServer,
  urlOf,
} from './postgres.ts';
import { startTcpProxy } from './proxy.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } });
const PERENE = fileURLToPath(new URL('../../packages/server/bin/perene.cjs', import.meta.url));
const CLIENTS = 6;
const LOAD_MS = 3_000;
const STOPPED_MS = 4_000;
const DEADLINE_MS = 5_000;
const MAX_WAIT_MS = 15_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), 'perene-cluster-'));
const programs = copyPrograms(folder);
const SETTINGS = [
  'wal_level=replica',
  'max_wal_senders=5',
  'max_connections=80',
  'hot_standby=on',
  'wal_keep_size=256MB',
];

interface Member {
  readonly port: number;
  readonly data: string;
  readonly process: ChildProcess;
}

const makeData = (): string => {
  const data = mkdtempSync(join(folder, 'data-'));
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid);
  return data;
};

const startMember = async (data: string): Promise<Member> => {
  const port = await findFreePort();
  return { port, data, process: await startServer({ folder, programs, data, port, settings: SETTINGS }) };
};

/** From then on no commit is acknowledged before the standby has it. */
const addStandby = async (primary: Member): Promise<Member> => {
  const data = makeData();
  const sql = postgres(urlOf(primary.port), { max: 1, onnotice: () => undefined });
  await sql`select pg_backup_start('standby', true)`;
  copyToStandby(primary.data, data, `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`);
  const [ended] = await sql`select labelfile from pg_backup_stop()`;
  writeFileSync(join(data, 'backup_label'), ended?.['labelfile'] ?? '');
  const changing =
    account.uid === undefined ? undefined : spawn('chown', ['-R', `${account.uid}:${account.gid}`, data]);
  if (changing !== undefined) await once(changing, 'exit');
  const standby = await startMember(data);
  while ((await sql`select 1 from pg_stat_replication where state = 'streaming'`).length === 0) await sleep(50);
  await sql.unsafe(`alter system set synchronous_standby_names = '*'`);
  await sql`select pg_reload_conf()`;
  while ((await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 0) await sleep(50);
  await sql.end();
  return standby;
};

const promote = async ({ port }: Member): Promise<void> => {
  const sql = postgres(urlOf(port), { max: 1, onnotice: () => undefined });
  // The setting came with the copy, and there is no standby yet.
  await sql`select pg_promote()`;
  await sql.unsafe('alter system reset synchronous_standby_names');
  await sql`select pg_reload_conf()`;
  await sql.end();
};

const startNode = async (name: string, port: number, database: string): Promise<ChildProcess> => {
  const words = ['serve', '--data', join(folder, name), '--port', String(port), '--host', '127.0.0.1'];
  const flags = ['--database', database, '--identity-host', 'cluster.example.org', '--log-level', 'silent'];
  const node = spawn(process.execPath, [PERENE, ...words, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return node;
    if (node.exitCode !== null) throw new Error(`node ${name} ended`);
    await sleep(50);
  }
};

const ask = async (port: number, path: string, key: string, body?: unknown, method = 'POST'): Promise<unknown> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: body === undefined ? 'GET' : method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

const main = async (): Promise<number> => {
  mkdirSync(join(folder, 'nodes'));
  let primary = await (async () => {
    const data = makeData();
    createCluster(folder, programs, data);
    return startMember(data);
  })();
  let standby = await addStandby(primary);
  const proxy = await startTcpProxy(await findFreePort(), primary.port);
  const ports = [await findFreePort(), await findFreePort()] as const;
  const nodes = [
    await startNode('one', ports[0], urlOf(proxy.port)),
    await startNode('two', ports[1], urlOf(proxy.port)),
  ];
  const key = readFileSync(join(folder, 'one', 'administrator.key'), 'utf8').trim();
  await ask(ports[0], '/minters', key, { name: 'shared', term: 'short' });
  print('PostgreSQL with a synchronous standby and two nodes are running');

  const recorder = createRecorder();
  const acts = (client: number): ClientActs => {
    let turn = client;
    // As a proxy does: the next one goes to the other node.
    const port = (): number => ports[(turn++ & 1) as 0 | 1];
    return {
      async mint() {
        const { ibis } = (await ask(port(), '/ibis', key, { count: 1 })) as { ibis: { date: string }[] };
        return microsecondsOf(ibis[0]?.date ?? '');
      },
      async append(to, mark) {
        const path = `/minters/shared/ids/${to}/bindings/e`;
        await ask(port(), path, key, { how: 'add', value: mark }, 'PUT');
      },
    };
  };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, client) => recorder.act(client, acts(client), () => isOver));

  for (let round = 1; round <= Number(values.rounds); round += 1) {
    await sleep(LOAD_MS);
    print(`round ${round}: ${recorder.acknowledged()} acknowledged; the primary is killed, the standby promoted`);
    await killServer(primary.process);
    await promote(standby);
    proxy.leadTo(standby.port);
    primary = standby;
    await sleep(LOAD_MS);
    standby = await addStandby(primary);
    print(
      `round ${round}: ${recorder.acknowledged()} acknowledged; node one is killed, node two stopped and continued`,
    );
    nodes[0]?.kill('SIGKILL');
    await sleep(LOAD_MS);
    nodes[0] = await startNode('one', ports[0], urlOf(proxy.port));
    nodes[1]?.kill('SIGSTOP');
    await sleep(STOPPED_MS);
    nodes[1]?.kill('SIGCONT');
    await sleep(LOAD_MS);
  }
  isOver = true;
  await Promise.all(clients);

  const appended = new Map<string, readonly string[]>();
  for (const id of textNames()) {
    const found = (await ask(ports[1], `/minters/shared/ids/${id}/bindings/e`, key)) as { value: string };
    appended.set(id, marksOf(found.value));
  }
  const problems = checkHistory(recorder.events, { appended });
  const unanswered = recorder.events.filter(({ ended }) => ended === undefined).length;
  const wait = recorder.longestWait();
  print(`${recorder.acknowledged()} acknowledged, ${unanswered} failed or without an answer`);
  print(`the longest that a client waited: ${(wait / 1_000).toFixed(1)} s (at most ${MAX_WAIT_MS / 1_000})`);
  print(problems.length === 0 ? 'nothing is lost, and nothing was given twice' : problems.slice(0, 20).join('\n'));
  for (const node of nodes) node.kill('SIGKILL');
  await proxy.close();
  await killServer(primary.process);
  await killServer(standby.process);
  return problems.length === 0 && wait <= MAX_WAIT_MS ? 0 : 1;
};

try {
  process.exitCode = await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
