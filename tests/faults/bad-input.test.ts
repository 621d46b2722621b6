import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runPerene } from '../fixtures/run-command.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { startPerene } from '../fixtures/running-node.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const BOUNDARY = 'a-boundary-of-tests';
const partOf = (disposition: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const fileOf = (path: string, content = 'x'): string => partOf(`name="file"; filename="${path}"`, content);
const ITEM = partOf('name="item"', '{"metadata": {"title": "A title"}}');
const END = `--${BOUNDARY}--\r\n`;

/** Starts a node in this process. */
const serveNode = async () => {
  const folder = createTemporaryFolder();
  const node = await serveInProcess(folder);
  onTestFinished(async () => {
    await node.stop();
  });
  return { ...node, ...openAt(folder, node.url) };
};

/** Starts a node as a process of its own, which is measured or killed. */
const startNode = async (flags: readonly string[] = []) => {
  const folder = createTemporaryFolder();
  const node = await startPerene(folder, { flags });
  onTestFinished(() => node.kill());
  return { ...node, ...openAt(folder, node.url) };
};

const openAt = (folder: string, url: string) => {
  const data = join(folder, 'perene-data');
  const headers = {
    authorization: `Bearer ${readFileSync(join(data, 'administrator.key'), 'utf8').trim()}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const countItems = async (): Promise<number> => {
    const page = (await (await fetch(`${url}/api/v1/items?limit=500`)).json()) as { readonly items: unknown[] };
    return page.items.length;
  };
  const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<{ status: number; code: unknown }> => {
    const answer = await fetch(`${url}/api/v1/items`, { method: 'POST', headers, body });
    const { code } = (await answer.json()) as { readonly code?: string };
    return { status: answer.status, code };
  };
  return { data, headers, countItems, post };
};

type BadNode = Awaited<ReturnType<typeof startNode>>;

const listFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true }).map(String);
  } catch {
    return [];
  }
};

/** Checks that nothing is shown nor on the disk; a node soon removes what a disconnection leaves behind. */
const expectNothing = async (node: ReturnType<typeof openAt>): Promise<void> => {
  while (listFiles(join(node.data, 'incoming')).length > 0) await sleep(5);
  expect(await node.countItems()).toBe(0);
  expect(listFiles(join(node.data, 'col'))).toEqual([]);
};

describe('bodies that are cut short', () => {
  const body = `${ITEM}${fileOf('a.bin', 'q'.repeat(3_000))}${fileOf('b/c.txt', 'r'.repeat(2_000))}${END}`;
  const STEP = 97;
  const cuts = Array.from({ length: Math.ceil((body.length - 4) / STEP) }, (_, index) => index * STEP);

  it('are refused wherever they end, and leave nothing', async () => {
    const node = await serveNode();
    for (const cut of cuts)
      expect(await node.post(body.slice(0, cut))).toEqual({ status: 400, code: 'request-invalid' });
    await expectNothing(node);
    expect((await node.post(body)).status).toBe(201);
  });

  it('leave nothing where the client goes away', async () => {
    const node = await serveNode();
    const { hostname, port } = new URL(node.url);
    const lines = Object.entries(node.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /api/v1/items HTTP/1.1\r\nhost: x\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n`;
    for (const [index, cut] of cuts.entries()) {
      const socket = connect(Number(port), hostname);
      const isClosed = once(socket, 'close');
      socket.on('error', () => undefined).resume();
      socket.write(`${head}${body.slice(0, cut)}`, () => (index % 2 === 0 ? socket.end() : socket.destroy()));
      await isClosed;
    }
    await expectNothing(node);
    expect((await node.post(body)).status).toBe(201);
  });
});

describe('bodies that are wrong', () => {
  it('are refused with a code, and leave nothing', async () => {
    const node = await serveNode();
    const wrong: readonly [status: number, code: string, body: string][] = [
      [400, 'request-invalid', `${ITEM}${fileOf('a')}${END}`.replaceAll(BOUNDARY, 'another')],
      [400, 'request-invalid', `${ITEM}${fileOf('a')}${ITEM}${END}`],
      [400, 'request-invalid', `${ITEM}${partOf('name="file"', 'x')}${END}`],
      [413, 'request-too-large', `${partOf('name="item"', `"${'x'.repeat(2_000_000)}"`)}${fileOf('a')}${END}`],
      [422, 'no-files', `${ITEM}${END}`],
      [422, 'file-name-taken', `${ITEM}${fileOf('a')}${fileOf('A')}${END}`],
      [422, 'metadata-invalid', `${ITEM.replace('A title', ' ')}${fileOf('a')}${END}`],
      ...[
        '../../x',
        '/etc/x',
        'a/../b',
        'a//b',
        'a\\b',
        String.raw`\x2E\x2e/x`,
        String.raw`a\x2fb`,
        'x'.repeat(1_000),
        'a\ufffdb',
        'a\u0000b',
        'x'.repeat(70_000),
      ].map((name): [number, string, string] => [422, 'file-name-invalid', `${ITEM}${fileOf(name)}${END}`]),
    ];
    for (const [status, code, body] of wrong) expect(await node.post(body)).toEqual({ status, code });
    await expectNothing(node);
  });

  it('do not make files without content wrong', async () => {
    const node = await serveNode();
    expect((await node.post(`${ITEM}${fileOf('empty', '')}${END}`)).status).toBe(201);
  });
});

describe('a body that does not end', () => {
  const MEBIBYTE = 1_048_576;
  const LIMIT_BYTES = 200 * MEBIBYTE;
  const SENT_BYTES = 5_120 * MEBIBYTE;

  const readMostMemory = (node: BadNode): number => {
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1_024;
  };

  /** Sends zeros until the answer comes. */
  const sendZeros = async (node: BadNode): Promise<{ status: number | undefined; body: unknown }> => {
    const sending = startRequest(`${node.url}/api/v1/items`, { method: 'POST', headers: node.headers });
    const answered = once(sending, 'response');
    sending.write(`${ITEM}--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="zeros"\r\n\r\n`);
    const zeros = Buffer.alloc(MEBIBYTE);
    let sent = 0;
    const sendMore = (): void => {
      sent += zeros.length;
      if (sent <= SENT_BYTES && !sending.destroyed) sending.write(zeros, () => setImmediate(sendMore));
    };
    sendMore();
    const [response] = await answered;
    const body = JSON.parse(await text(response)) as unknown;
    sending.destroy();
    return { status: response.statusCode, body };
  };

  it('is refused once it is too large, with little memory', async () => {
    const node = await startNode(['--max-file-bytes', String(LIMIT_BYTES)]);
    await expectNothing(node);
    const before = readMostMemory(node);
    expect(await sendZeros(node)).toMatchObject({ status: 413, body: { code: 'file-too-large' } });
    expect(readMostMemory(node) - before).toBeLessThan(LIMIT_BYTES / 2);
    await expectNothing(node);
  });
});

describe('the command line', () => {
  it('cleans what a node left of a deposit when it was killed', async () => {
    const node = await startNode();
    const sending = startRequest(`${node.url}/api/v1/items`, { method: 'POST', headers: node.headers });
    sending.on('error', () => undefined).write(`${ITEM}${fileOf('a.bin', 'x'.repeat(100_000))}`);
    while (!listFiles(join(node.data, 'incoming')).some((name) => name.includes('partial'))) await sleep(5);
    await node.kill();
    expect(await runPerene(['verify', '--clean', '--data', node.data])).toMatchObject({ status: 0, stderr: '' });
    expect(listFiles(join(node.data, 'incoming'))).toEqual([]);
  });

  it('refuses metadata that are not UTF-8, which would be kept with letters lost', async () => {
    const cwd = createTemporaryFolder();
    writeFileSync(join(cwd, 'a.txt'), 'a');
    writeFileSync(join(cwd, 'latin-1.json'), Buffer.from('{"title": "Amaz\xf4nia"}', 'latin1'));
    const refused = await runInProcess(['deposit', 'a.txt', '--metadata', 'latin-1.json'], { cwd });
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('latin-1.json') });
    expect(readdirSync(cwd)).toEqual(['a.txt', 'latin-1.json']);
  });

  it('never deposits the data of the node itself, where its key is', async () => {
    const cwd = createTemporaryFolder();
    mkdirSync(join(cwd, 'perene-data'));
    writeFileSync(join(cwd, 'perene-data', 'administrator.key'), 'a secret');
    writeFileSync(join(cwd, 'a.txt'), 'a');
    const { status, stdout, stderr } = await runInProcess(['deposit', '.', '--json'], { cwd });
    expect({ status, files: JSON.parse(stdout).files }).toMatchObject({ status: 0, files: [{ path: 'a.txt' }] });
    expect(stderr).toContain('perene: the data folder of this node is left out\n');
    expect(await runInProcess(['deposit', 'perene-data'], { cwd })).toMatchObject({ status: 2, stdout: '' });
  });

  it.each([
    [['--server', 'http://localhost:1', '--data', 'here', 'item', 'list'], 'a running node is acted on, and --data'],
    [['--server', 'http://localhost:1', '--database', 'sqlite:x', 'item', 'list'], 'give --server or the other'],
    [['deposit', 'nowhere.txt'], 'cannot read nowhere.txt (ENOENT): check the path'],
    [['ibi', 'mint', '--count', '0'], 'Expected a number from 1 to 1000000; add --help to see how'],
    [['help', 'item', 'nothing'], "unknown command 'item nothing'; add --help to see how"],
  ])('says in one line what is wrong: %j', async (words, expected) => {
    const { status, stdout, stderr } = await runInProcess(words, { cwd: createTemporaryFolder() });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^perene: .+\n$/);
    expect(stderr).toContain(expected);
  });

  it('helps with a command of a command', async () => {
    const { status, stdout } = await runInProcess(['help', 'item', 'edit']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: (await runInProcess(['item', 'edit', '--help'])).stdout });
  });
});
