import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadServer } from './load.ts';
import { printTable } from './measure.ts';
import { type Running, startNode, startRedirects } from './running.ts';

const CONNECTIONS = 64;
const MILLISECONDS = 1_500;
const ROUNDS = 3;
const ITEMS = 200;
const COMMITS_A_SECOND = 50;
const CHANGED_LABELS = 100_000;

const readKey = (folder: string): string => readFileSync(join(folder, 'administrator.key'), 'utf8').trim();

interface Deposited {
  readonly ibip: string;
  readonly repository: string;
}

const deposit = async (folder: string, port: number, title: string): Promise<Deposited> => {
  const body = new FormData();
  body.append('item', new Blob([JSON.stringify({ metadata: { title } })], { type: 'application/json' }));
  body.append('file', new Blob([title.repeat(20)]), 'a.txt');
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readKey(folder)}` },
    body,
  });
  return (await answer.json()) as Deposited;
};

const headersOf = (folder: string) => ({
  authorization: `Bearer ${readKey(folder)}`,
  'content-type': 'application/json',
});

const sendJson = async (
  folder: string,
  { port }: Running,
  method: string,
  path: string,
  body: object,
): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: headersOf(folder),
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

const bind = (folder: string, node: Running, number: number, target: string): Promise<void> =>
  sendJson(folder, node, 'PUT', `/minters/bench/ids/13030%2Fxt${number}/bindings/_t`, { value: target });

/** Commits bindings of 100,000 different ARKs, and some deposits of other items. */
const changeOften = (folder: string, node: Running): { count(): number; stop(): Promise<number> } => {
  let isOver = false;
  let commits = 0;
  const change = async (): Promise<unknown> =>
    commits % 10 === 0
      ? deposit(folder, node.port, `Another ${commits}`)
      : bind(folder, node, ITEMS + Math.floor(Math.random() * CHANGED_LABELS), `https://example.org/${commits}`);
  const run = async (): Promise<number> => {
    const start = performance.now();
    while (!isOver) {
      await change();
      commits += 1;
      await sleep(Math.max(0, start + (commits * 1_000) / COMMITS_A_SECOND - performance.now()));
    }
    return (commits * 1_000) / (performance.now() - start);
  };
  const running = run();
  return {
    count: () => commits,
    stop() {
      isOver = true;
      return running;
    },
  };
};

const get = (address: string, headers = ''): string => `GET ${address} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/**
 * Compares what readers ask for with redirects of the same node, in one run, without and with commits. A rate is that of
 * one core: answers for each second of the processor, whatever else the machine does. What commits cost by themselves is
 * measured alone, and does not count.
 */
export const benchmarkServing = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-bench-'));
  const node = await startNode(folder);
  await sendJson(folder, node, 'POST', '/minters', {
    name: 'bench',
    term: 'medium',
    naan: '13030',
    naa: 'a',
    subNaa: 'b',
  });
  const items: Deposited[] = [];
  for (let number = 0; number < ITEMS; number += 1) items.push(await deposit(folder, node.port, `Item ${number}`));
  for (let number = 0; number < ITEMS; number += 1) await bind(folder, node, number, 'https://example.org/target');
  const bare = await startRedirects(items.map(({ ibip }) => ibip));
  const browser = 'accept: text/html\r\naccept-language: pt-BR,pt\r\naccept-encoding: gzip, br\r\n';
  const contenders = {
    'bare node:http, 302 from a map': {
      server: bare,
      requests: items.map(({ ibip }) => get(`/${ibip}`)),
      expected: 'HTTP/1.1 302',
    },
    redirect: { server: node, requests: items.map(({ ibip }) => get(`/${ibip}`)), expected: 'HTTP/1.1 302' },
    'item page': { server: node, requests: items.map(({ repository }) => get(`/items/${repository}`, browser)) },
    'small file': { server: node, requests: items.map(({ repository }) => get(`/col/${repository}/doc/a.txt`)) },
    'item of the API': { server: node, requests: items.map(({ repository }) => get(`/api/v1/items/${repository}`)) },
    ARK: {
      server: node,
      requests: items.map((_, number) => get(`/ark:13030/xt${number}`)),
      expected: 'HTTP/1.1 302',
    },
  };
  const measure = async (
    commits: { readonly count: () => number; readonly seconds: number } = { count: () => 0, seconds: 0 },
  ): Promise<Readonly<Record<string, number>>> => {
    const rates = Object.fromEntries(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, { server, ...load }] of Object.entries(contenders)) {
        const run = (milliseconds: number) =>
          loadServer({ ...load, port: server.port, connections: CONNECTIONS, milliseconds });
        // Everything is asked for before it is measured.
        for (let answered = 0; answered < 2 * ITEMS; ) answered += (await run(MILLISECONDS / 3)).answered;
        const before = server.processorSeconds() - commits.count() * commits.seconds;
        const { answered } = await run(MILLISECONDS);
        rates[name]?.push(answered / (server.processorSeconds() - commits.count() * commits.seconds - before));
      }
    }
    return Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, medianOf(values)]));
  };
  const calm = await measure();
  const alone = changeOften(folder, node);
  const idle = node.processorSeconds();
  await sleep(2 * MILLISECONDS);
  await alone.stop();
  const seconds = (node.processorSeconds() - idle) / alone.count();
  const changing = changeOften(folder, node);
  const disturbed = await measure({ count: changing.count, seconds });
  const commits = await changing.stop();
  await Promise.all([node.stop(), bare.stop()]);
  rmSync(folder, { recursive: true });
  const formatRate = (rate: number): string => `${(rate / 1_000).toFixed(1)} k/s`;
  const ratio = (one = 0, other = 1): string => (one / other).toFixed(2);
  printTable([
    [
      `one node, ${CONNECTIONS} connections`,
      'rate of a core',
      'to redirect',
      `with ${commits.toFixed(0)} commits/s`,
      'to calm',
      'bars',
    ],
    ...Object.entries(calm).map(([name, rate]) => [
      name,
      formatRate(rate),
      ratio(rate, calm['redirect']),
      formatRate(disturbed[name] ?? 0),
      ratio(disturbed[name], rate),
      name.includes('bare') ? '' : '0.30, 0.90',
    ]),
  ]);
};
