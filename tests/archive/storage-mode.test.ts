import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal, refuse } from '@perene/api/refusals';
import { unescapeFilePath } from '@perene/core/item';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import type { Catalogue } from '../../packages/server/src/ports/archive/catalogue.ts';
import type { PeerArchives } from '../../packages/server/src/ports/federation/peer-archives.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { effort } from '../fixtures/effort.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { type Claim, type MovingNode, openMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const NODES = 3;
const KEY = 'key';

/** What breaks: the n-th message or write from now on, before it is done or before it is known to be done. */
interface Fault {
  readonly after: number;
  readonly isDone: boolean;
}

interface Weather {
  readonly faults: readonly Fault[];
  /** How many turns each call waits, so that messages overtake one another. */
  readonly delays: readonly number[];
}

const FINE: Weather = { faults: [], delays: [] };

/** Makes calls fail and wait when the test says so. */
const createFaults = () => {
  let weather = FINE;
  let calls = 0;
  return {
    plan(planned: Weather): void {
      weather = planned;
      calls = 0;
    },
    async run<Result>(work: () => Promise<Result>, failure: () => Error): Promise<Result> {
      calls += 1;
      const { faults, delays } = weather;
      const fault = faults.find(({ after }) => after === calls);
      for (let turn = delays[calls % delays.length] ?? 0; turn > 0; turn -= 1) await nextTurn();
      if (fault !== undefined && !fault.isDone) throw failure();
      const result = await work();
      if (fault !== undefined) throw failure();
      return result;
    },
  };
};

type Faults = ReturnType<typeof createFaults>;

/** Archives that call one another without sockets. */
const ADMIN = { ...AUTHOR, isAdmin: true };

const createDirectPeers = (nodes: Map<string, MovingNode>, faults: Faults): PeerArchives => {
  const call = <Result>(archive: string, work: (node: MovingNode) => Promise<Result>): Promise<Result> =>
    faults.run(
      async () => {
        const node = nodes.get(archive);
        if (node === undefined) throw refuse('peer-unreachable', { reason: 'silent', origin: archive });
        return work(node).catch((error: unknown) => {
          if (!(error instanceof Refusal) || error.code.startsWith('item-')) throw error;
          throw refuse('peer-refused', { reason: 'said', origin: archive, said: error });
        });
      },
      () => refuse('peer-unreachable', { reason: 'failed', origin: '', cause: 'the connection broke' }),
    );
  return {
    showItem: (archive, label) =>
      call(archive, async (node) => {
        const item = await node.archive.show(named(label));
        if (item.removed !== undefined)
          throw refuse('item-removed', { reason: 'because', label, because: item.removed.reason });
        return JSON.parse(JSON.stringify(item));
      }),
    async openDocument(url) {
      const node = await call(new URL(url).origin, async (found) => found);
      const [, repository = '', path = ''] = /^\/col\/(.*)\/doc\/(.*)$/.exec(new URL(url).pathname) ?? [];
      return node.files.open(repositoryLabel(repository), unescapeFilePath(path) ?? '');
    },
    askOutcome: ({ archive, id }) => call(archive, (node) => node.receiver.outcome(id)),
    offerTransfer: ({ archive, id }, offer) => call(archive, (node) => node.receiver.offer(id, offer, ADMIN)),
    sendTransfer: ({ archive, id }, offer, files) =>
      call(archive, (node) =>
        node.receiver.accept(
          id,
          offer,
          (async function* () {
            for (const { index, open } of files) yield { index, content: await open() };
          })(),
          ADMIN,
        ),
      ),
    settleTransfer: ({ archive, id }, decision, transfers) =>
      call(archive, (node) => node.receiver[decision](id, ADMIN, transfers)),
  };
};

const withFaults =
  (faults: Faults) =>
  (catalogue: Catalogue): Catalogue => {
    const failure = () => new Error('the machine stopped');
    return {
      ...catalogue,
      add: (...words) => faults.run(() => catalogue.add(...words), failure),
      change: (...words) => faults.run(() => catalogue.change(...words), failure),
      forget: (...words) => faults.run(() => catalogue.forget(...words), failure),
    };
  };

interface Item {
  readonly repository: string;
  readonly metadata: string;
  readonly content: string;
}

type Operation = 'copy' | 'refresh' | 'edit' | 'remove' | 'transfer' | 'abort';

interface Order {
  readonly operation: Operation;
  readonly item: number;
  readonly node: number;
  readonly other: number;
}

const anyOrder: fc.Arbitrary<Order> = fc.record({
  operation: fc.oneof(
    { arbitrary: fc.constant<Operation>('transfer'), weight: 10 },
    { arbitrary: fc.constantFrom<Operation>('copy', 'refresh', 'abort'), weight: 8 },
    { arbitrary: fc.constantFrom<Operation>('edit', 'remove'), weight: 2 },
  ),
  item: fc.nat(1),
  node: fc.nat(NODES - 1),
  other: fc.nat(NODES - 1),
});
const anyFaults = fc.array(fc.record({ after: fc.integer({ min: 1, max: 9 }), isDone: fc.boolean() }), {
  maxLength: 2,
});
/** The orders of one step are carried out at the same time; often two people want different things of one item. */
const anyStep = fc.record({
  orders: fc.oneof(
    fc.array(anyOrder, { minLength: 1, maxLength: 2 }),
    anyOrder.map((order): Order[] => [
      { ...order, operation: 'transfer' },
      { ...order, operation: 'abort' },
    ]),
  ),
  faults: anyFaults,
  delays: fc.array(fc.nat(40), { maxLength: 7 }),
});

const createWorld = async () => {
  const faults = createFaults();
  const byUrl = new Map<string, MovingNode>();
  const peers = createDirectPeers(byUrl, faults);
  const nodes: MovingNode[] = [];
  for (let number = 0; number < NODES; number += 1) {
    const folder = createTemporaryFolder();
    const database = openSqliteDatabase(join(folder, 'perene.sqlite'));
    onTestFinished(() => database.close());
    await migrate(database);
    const place = { database, folder, peers, name: `node${number}`, publicUrl: `http://node${number}.example.org` };
    const node = await openMovingNode({ ...place, aroundCatalogue: withFaults(faults) });
    byUrl.set(node.publicUrl, node);
    nodes.push(node);
  }
  return { faults, nodes };
};

type World = Awaited<ReturnType<typeof createWorld>>;

const nodeAt = ({ nodes }: World, number: number): MovingNode => {
  const node = nodes[number];
  if (node === undefined) throw new Error(`no node ${number}`);
  return node;
};

const deposit = async (node: MovingNode, content: string): Promise<Item> => {
  const files = filesOf({ 'a.txt': content, 'b/c.txt': `${content}!` });
  const { repository, metadata } = await node.archive.deposit({ files, metadata: { title: content } }, AUTHOR);
  return { repository, metadata: metadata?.repository ?? '', content };
};

const carryOut = async (world: World, items: readonly Item[], order: Order): Promise<unknown> => {
  const node = nodeAt(world, order.node);
  const other = nodeAt(world, order.other);
  const { repository = '' } = items[order.item % items.length] ?? {};
  switch (order.operation) {
    case 'copy':
      return node.copy(repository, { from: other.publicUrl });
    case 'refresh':
      return node.copy(repository, {});
    case 'edit':
      return node.archive.edit(named(repository), { language: order.other ? 'pt' : 'en' }, AUTHOR);
    case 'remove':
      return node.archive.remove(named(repository), { reason: 'because' }, AUTHOR);
    case 'transfer':
      return node.transfer(repository, { to: other.publicUrl, key: KEY });
    case 'abort':
      return node.abort(repository, KEY);
  }
};

const countClaims = (claims: readonly Claim[], wanted: Claim): number =>
  claims.filter((claim) => claim === wanted).length;

/** RTC-11 section 5.2: every item has one original, in one Archive, unless its holder removed it. */
const checkStorageMode = async ({ nodes }: World, { repository, metadata }: Item): Promise<void> => {
  const claims = await Promise.all(nodes.map((node) => node.claim(repository)));
  const shown = `${repository}: ${claims.join(', ')}`;
  expect(claims, shown).not.toContain('cannot say');
  expect(countClaims(claims, 'Original') + countClaims(claims, 'Deleted'), shown).toBe(1);
  const descriptions = await Promise.all(nodes.map((node) => node.claim(metadata)));
  expect(countClaims(descriptions, 'Original'), `${metadata}: ${descriptions.join(', ')}`).toBe(1);
};

/** An Archive that says that it has the item has all of it. */
const checkDocuments = async ({ nodes }: World, { repository, content }: Item): Promise<void> => {
  for (const node of nodes) {
    const claim = await node.claim(repository);
    if (claim === undefined || claim === 'Deleted') continue;
    expect(String(await buffer(await node.files.open(repositoryLabel(repository), 'a.txt')))).toBe(content);
    expect(String(await buffer(await node.files.open(repositoryLabel(repository), 'b/c.txt')))).toBe(`${content}!`);
  }
};

it('keeps one original of every item, whatever is done, and whatever breaks between', async () => {
  const world = await createWorld();
  let count = 0;
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, isCopied) => {
      world.faults.plan(FINE);
      const items: Item[] = [];
      for (const number of [0, 1]) {
        count += 1;
        const item = await deposit(nodeAt(world, number), `item ${count}`);
        items.push(item);
        if (isCopied) await nodeAt(world, number + 1).copy(item.repository, { from: nodeAt(world, number).publicUrl });
      }
      for (const { orders, ...weather } of steps) {
        world.faults.plan(weather);
        const results = await Promise.allSettled(orders.map((order) => carryOut(world, items, order)));
        world.faults.plan(FINE);
        for (const [index, { status }] of results.entries()) {
          const name = `${orders[index]?.operation} ${status}`;
          outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
        }
        for (const item of items) await checkStorageMode(world, item);
      }
      for (const item of items) await checkDocuments(world, item);
    }),
    { numRuns: effort({ usual: 40, thorough: 2_000 }), seed: 20_261_116 },
  );
  // Every operation succeeded at least once, and failed at least once.
  expect([...outcomes.keys()].sort()).toEqual(
    ['abort', 'copy', 'edit', 'refresh', 'remove', 'transfer'].flatMap((name) => [
      `${name} fulfilled`,
      `${name} rejected`,
    ]),
  );
});
