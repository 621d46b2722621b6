import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { joiningFlags, type Network, type ServedProcess } from '../../tools/dev-network/network.ts';
import { type ArchiveName, atlasLabel, LABELS } from '../../tools/dev-network/seeds.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { startNetworkOf } from '../fixtures/network.ts';
import { administratorKey } from '../fixtures/places.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import {
  type ArchiveScript,
  answerText,
  includeArchive,
  registerArchive,
  type ScriptedArchive,
  sendMembership,
  startScriptedArchive,
} from '../fixtures/scripted-archive.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';

interface Resolver<Node = unknown> {
  readonly node: Node;
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

const startResolver = async <Node extends ServedProcess>(
  serve: (folder: string, options: { readonly flags: readonly string[] }) => Promise<Node>,
  flags: readonly string[] = [],
): Promise<Resolver<Node>> => {
  const folder = mkdtempSync(join(tmpdir(), 'perene-resolver-'));
  const node = await serve(folder, { flags });
  return {
    node,
    url: node.url,
    key: administratorKey(folder),
    async close() {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const ask = async (resolver: { readonly url: string }, target: string) => {
  const answer = await fetch(`${resolver.url}/${target}`, {
    redirect: 'manual',
    headers: { accept: 'application/problem+json' },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    retryAfter: answer.headers.get('retry-after'),
    problem: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
};

const GOOD_ITEM = 'example.org/good/2020/02.01.00.00';
let count = 0;
/** Makes a label that nobody has asked for before. */
const unknownLabel = (): string => {
  count += 1;
  return `example.org/nothing/${1_000 + count}/01.01.00.00`;
};

const listOf = ({ address, service }: Pick<ScriptedArchive, 'address' | 'service'>, ibi: string): string =>
  [
    `archiveaddress ${address}`,
    `ibi.archiveservice {rep ${service}}`,
    `ibi {rep ${ibi}}`,
    'contenttype Data',
    'state Original',
    'timestamp 2020-02-01T00:00:00Z',
    `url http://${address}/good.html`,
    'urlkey 1234567890',
  ].join('\r\n');

/** Starts an Archive of another program that does what it should. */
const startGoodArchive = async (): Promise<ScriptedArchive> => {
  const archive = await startScriptedArchive('good', {
    urlRequest: (pairs, response) =>
      answerText(response, pairs.get('parsedibiurl.ibi') === GOOD_ITEM ? listOf(archive, GOOD_ITEM) : ''),
  });
  return archive;
};

const MEGABYTE = Buffer.alloc(1_048_576, 'a');

const writeMegabytes = (response: ServerResponse, left: number): void => {
  if (left === 0 || response.destroyed) response.end();
  else response.write(MEGABYTE, () => writeMegabytes(response, left - 1));
};

const plain = { 'content-type': 'text/plain' };

/** The answers of hostile or broken Archives to every question. */
const MISDEEDS: Readonly<Record<string, ArchiveScript>> = {
  hangs: () => undefined,
  'drips a byte a second': (_pairs, response) => {
    response.writeHead(200, plain);
    const drip = setInterval(() => response.write('a'), 1_000);
    response.on('close', () => clearInterval(drip));
  },
  'answers with garbage': (_pairs, response) => {
    response.writeHead(200, plain).end(Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 256)));
  },
  'answers with 64 MB': (_pairs, response) => writeMegabytes(response.writeHead(200, plain), 64),
  'promises 64 MB': (_pairs, response) =>
    writeMegabytes(response.writeHead(200, { ...plain, 'content-length': 64 * MEGABYTE.length }), 64),
  'answers with HTML': (_pairs, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>'),
  'answers with a redirect': (_pairs, response, request) =>
    void response
      .writeHead(302, { location: `http://${request.headers.host}/elsewhere?servicesubject=followed` })
      .end(),
  'answers with an error': (_pairs, response) => void response.writeHead(500, plain).end('out of order'),
  'hangs up': (_pairs, response) => void response.destroy(),
  'hangs up in the middle': (_pairs, response) => {
    response.writeHead(200, { ...plain, 'content-length': 1_000 });
    response.write('archiveaddress localhost', () => response.destroy());
  },
};

const startEvilArchive = async (name: string, misdeed: ArchiveScript): Promise<ScriptedArchive> => {
  const evil = await startScriptedArchive(name, { urlRequest: misdeed, digestRequest: misdeed });
  onTestFinished(() => evil.close());
  return evil;
};

const highestMemory = (pid: number): number => {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
};

describe('members that misbehave', () => {
  let resolver: Resolver<RunningNode>;
  let good: ScriptedArchive;

  beforeAll(async () => {
    resolver = await startResolver(startPerene);
    good = await startGoodArchive();
    await includeArchive(resolver, good);
  });

  afterAll(async () => {
    await resolver?.close();
    await good?.close();
  });

  it.each(Object.entries(MISDEEDS))('one that %s', async (what, misdeed) => {
    const evil = await startEvilArchive(what.replaceAll(/\W+/g, '-').toLowerCase(), misdeed);
    await includeArchive(resolver, evil);
    onTestFinished(async () => {
      await sendMembership(resolver, evil, { subject: 'exclusionRequest' });
    });
    expect(await ask(resolver, GOOD_ITEM)).toMatchObject({ status: 302, location: `http://${good.address}/good.html` });
    const { status, retryAfter, problem } = await ask(resolver, unknownLabel());
    expect({ status, outcome: problem['outcome'] }).toEqual({ status: 503, outcome: 'uncertain' });
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(problem['silent']).toEqual([expect.objectContaining({ address: evil.address, service: evil.service })]);
    expect(evil.received.join('\n')).not.toContain('followed');
  });

  it('all of them, and unknown is unknown again when they are gone', async () => {
    const evil = await Promise.all(
      Object.values(MISDEEDS).map((misdeed, index) => startEvilArchive(`evil-${index}`, misdeed)),
    );
    for (const archive of evil) await includeArchive(resolver, archive);
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(resolver, GOOD_ITEM)));
    expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([`http://${good.address}/good.html`]));
    expect((await ask(resolver, unknownLabel())).status).toBe(503);
    for (const archive of evil) await sendMembership(resolver, archive, { subject: 'exclusionRequest' });
    expect((await ask(resolver, unknownLabel())).status).toBe(404);
  });

  it('memory has a bound, however much they send', async () => {
    const misdeed = MISDEEDS['answers with 64 MB'] ?? (() => undefined);
    const evil = await Promise.all(
      Array.from({ length: 8 }, (_, index) => startEvilArchive(`large-${index}`, misdeed)),
    );
    for (const archive of evil) await includeArchive(resolver, archive);
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(resolver, unknownLabel())));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    for (const archive of evil) await sendMembership(resolver, archive, { subject: 'exclusionRequest' });
    // They send 8 GB; a node takes some 200 MB by itself, and more where it has to wait for the processor.
    expect(highestMemory(resolver.node.pid)).toBeLessThan(1_024 * MEGABYTE.length);
  });

  it('one with a wrong key is not included', async () => {
    const stranger = await startEvilArchive('stranger', MISDEEDS['hangs'] ?? (() => undefined));
    await registerArchive(resolver, stranger);
    const { status, text } = await sendMembership(resolver, stranger, { key: '99999999999' });
    expect([status, text]).toEqual([403, expect.stringMatching(/^status\.archive refused/)]);
    expect((await ask(resolver, unknownLabel())).status).toBe(404);
    expect(stranger.received).toEqual([]);
  });

  it('one that stopped answering is asked less, and comes back by itself', async () => {
    let isWell = true;
    const flaky = await startScriptedArchive('flaky', {
      urlRequest: (_pairs, response) => (isWell ? answerText(response, '') : void response.destroy()),
    });
    onTestFinished(() => flaky.close());
    await includeArchive(resolver, flaky);
    onTestFinished(async () => {
      await sendMembership(resolver, flaky, { subject: 'exclusionRequest' });
    });
    const asked = (): number => flaky.received.filter((query) => query.includes('urlRequest')).length;
    expect((await ask(resolver, unknownLabel())).status).toBe(404);
    isWell = false;
    const before = asked();
    for (let time = 0; time < 60; time += 1) expect((await ask(resolver, unknownLabel())).status).toBe(503);
    expect(asked() - before).toBeLessThan(30);
    isWell = true;
    await expect.poll(async () => (await ask(resolver, unknownLabel())).status).toBe(404);
    const back = asked();
    for (let time = 0; time < 10; time += 1) expect((await ask(resolver, unknownLabel())).status).toBe(404);
    expect(asked() - back).toBe(10);
  });
});

describe('private addresses', () => {
  it('are refused where nobody has allowed them', async () => {
    const resolver = await startResolver(serveInProcess, ['--allow-network', '192.0.2.0/24']);
    onTestFinished(() => resolver.close());
    const inside = await startScriptedArchive('inside');
    onTestFinished(() => inside.close());
    await registerArchive(resolver, inside);
    for (const address of [inside.address, inside.address.replace('localhost', '127.0.0.1'), '169.254.169.254']) {
      const { status, text } = await sendMembership(resolver, { ...inside, address });
      expect([status, text]).toEqual([403, expect.stringMatching(/private/)]);
    }
    expect(inside.received).toEqual([]);
    expect((await ask(resolver, unknownLabel())).status).toBe(404);
  });

  it('are taken where the operator allows their network', async () => {
    const resolver = await startResolver(serveInProcess, [
      '--host',
      '0.0.0.0',
      '--allow-network',
      '127.0.0.0/8,::1/128',
    ]);
    onTestFinished(() => resolver.close());
    const inside = await startGoodArchive();
    onTestFinished(() => inside.close());
    await includeArchive(resolver, inside);
    expect(await ask(resolver, GOOD_ITEM)).toMatchObject({ status: 302 });
  });
});

describe('processes that die', () => {
  let network: Network<RunningNode>;
  /** Nodes that were started in place of killed ones. */
  const replacements: RunningNode[] = [];

  beforeAll(async () => {
    network = await startNetworkOf({ serve: startPerene, run: runInProcess });
  });

  afterAll(async () => {
    await Promise.all(replacements.map((node) => node.stop()));
    await network?.stop();
  });

  const atSouth = atlasLabel('apart', 'second');
  const atNorth = atlasLabel('apart', 'first');
  const pathOf = (label: string, file: string): string => `/col/${label}/doc/${file}`;
  const urlOf = (name: ArchiveName): string => network.archives[name].url;

  it('an Archive, in the middle of its answers: the right page, or a 503', async () => {
    const targets = [
      { target: atSouth, right: `${urlOf('south')}${pathOf(atSouth, 'atlas.html')}`, mayFail: true },
      { target: `${atNorth}!`, right: `${urlOf('south')}${pathOf(atSouth, 'atlas.html')}`, mayFail: true },
      { target: atNorth, right: `${urlOf('north')}${pathOf(atNorth, 'atlas.html')}`, mayFail: false },
      { target: LABELS.dataset, right: `${urlOf('west')}${pathOf(LABELS.dataset, 'index.html')}`, mayFail: false },
    ];
    const outcomes: { readonly wrong: string | undefined; readonly isFailure: boolean }[] = [];
    let isKilled = false;
    const readers = targets.flatMap(({ target, right, mayFail }) =>
      Array.from({ length: 4 }, async () => {
        for (let after = 0; after < 10; after += isKilled ? 1 : 0) {
          const { status, location } = await ask(network.resolver, target);
          const isRight = status === 302 && location === right;
          const isHonest = status === 503 && mayFail;
          outcomes.push({
            wrong: isRight || isHonest ? undefined : `${target}: ${status} ${location}`,
            isFailure: isHonest,
          });
        }
      }),
    );
    await expect.poll(() => outcomes.length).toBeGreaterThan(100);
    await network.archives.south.process.kill();
    isKilled = true;
    await Promise.all(readers);
    expect(outcomes.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
    expect(outcomes.some(({ isFailure }) => isFailure)).toBe(true);
    expect((await ask(network.resolver, atSouth)).status).toBe(503);
  });

  it('an Archive that comes back at another address is found there', async () => {
    const { folder } = network.archives.south;
    const port = await findFreePort();
    const flags = joiningFlags(network.resolver, 'south');
    replacements.push(await startPerene(folder, { flags, port }));
    const right = `http://localhost:${port}${pathOf(atSouth, 'atlas.html')}`;
    await expect.poll(async () => (await ask(network.resolver, atSouth)).location).toBe(right);
    expect((await ask(network.resolver, `${atNorth}!`)).location).toBe(right);
    expect((await fetch(right)).status).toBe(200);
  });

  it('an original, of which a copy lives on', async () => {
    await network.archives.north.process.kill();
    const copy = `${urlOf('west')}${pathOf(LABELS.copiedBefore, 'report.html')}`;
    for (let time = 0; time < 5; time += 1) {
      expect(await ask(network.resolver, LABELS.copiedBefore)).toMatchObject({ status: 302, location: copy });
    }
    expect((await ask(network.resolver, `${LABELS.copiedBefore}?ibiurl.requireditemstatus=Original`)).status).toBe(503);
    const { folder, url } = network.archives.north;
    const flags = joiningFlags(network.resolver, 'north');
    replacements.push(await startPerene(folder, { flags, port: Number(new URL(url).port) }));
    await expect.poll(async () => (await ask(network.resolver, atNorth)).status).toBe(302);
  });

  it('the resolver: it knows its Archives as soon as it is back', async () => {
    const { folder, url, process: node } = network.resolver;
    await node.kill();
    replacements.push(await startPerene(folder, { port: Number(new URL(url).port) }));
    expect((await ask(network.resolver, atNorth)).location).toBe(`${urlOf('north')}${pathOf(atNorth, 'atlas.html')}`);
    expect((await ask(network.resolver, LABELS.dataset)).status).toBe(302);
    expect((await ask(network.resolver, LABELS.removed)).status).toBe(410);
    expect((await ask(network.resolver, unknownLabel())).status).toBe(404);
  });
});
