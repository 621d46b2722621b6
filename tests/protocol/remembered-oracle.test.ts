import type { Item } from '@perene/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formOf } from '../api/client.ts';
import { type Chance, createChance } from '../fixtures/chance.ts';
import { createPostgresDatabase } from '../fixtures/databases.ts';
import { effort } from '../fixtures/effort.ts';
import { openServedNode } from '../fixtures/served-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { DEAF } from '../fixtures/touches.ts';

const ASKED_A_STEP = 16;
const MAX_ITEMS = 5;
const ARKS = 2;
const PREFIXES = { repositoryPrefix: 'example.org/archive', ibipPrefix: 'LK47B6W' };

type Served = Awaited<ReturnType<typeof openServedNode>>;

interface World {
  readonly nodes: readonly Served[];
  readonly keys: readonly string[];
  readonly items: Item[];
  readonly collections: string[];
  readonly chance: Chance;
  titles: number;
  /** Which node made the last change. */
  last: number;
}

const send = async (world: World, method: string, path: string, body?: object): Promise<unknown> => {
  const { nodes, keys, chance } = world;
  const at = chance.below(nodes.length);
  world.last = at;
  const isForm = body instanceof FormData;
  const answer = await fetch(`${nodes[at]?.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys[at]}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 500) throw new Error(text);
  return answer.ok && text !== '' ? JSON.parse(text) : undefined;
};

const someLabel = ({ items, chance }: World): string => chance.pick(items).repository;

const someAccess = (chance: Chance): object =>
  chance.pick([
    { fileList: 'open' },
    { fileList: 'closed' },
    { fileList: 'open', networks: ['192.0.2.0/24'] },
    { fileList: 'open', networks: ['127.0.0.0/8'] },
    { fileList: 'closed', networks: ['192.0.2.0/24'], description: 'closed' },
    { fileList: 'open', embargo: '2999-01-01' },
  ]);

const edit = (world: World, change: object): Promise<unknown> =>
  send(world, 'PATCH', `/items/${encodeURIComponent(someLabel(world))}`, change);

/** Each changes something that answers are made of; some are refused. */
const CHANGES: readonly ((world: World) => Promise<unknown>)[] = [
  async (world) => {
    const { chance, items } = world;
    if (items.length === MAX_ITEMS) return;
    world.titles += 1;
    const language = chance.pick(['en', 'pt', 'es', 'fr']);
    const links =
      items.length === 0 ? {} : chance.pick([{}, { editionOf: someLabel(world) }, { translationOf: someLabel(world) }]);
    const item = { metadata: { title: `Title ${world.titles}` }, language, ...links };
    const made = (await send(world, 'POST', '/items', formOf(item, { 'a.txt': `content ${world.titles}` }))) as Item;
    if (made !== undefined) items.push(made);
  },
  (world) => edit(world, { metadata: { title: `Another ${world.chance.below(1_000)}` } }),
  (world) => edit(world, { access: someAccess(world.chance) }),
  (world) => edit(world, { access: { fileList: 'open' } }),
  (world) => edit(world, { opens: world.chance.pick(['page', 'file', null]) }),
  (world) => edit(world, { collections: world.collections.filter(() => world.chance.is(0.5)) }),
  (world) => edit(world, { editionOf: someLabel(world) }),
  (world) => edit(world, { translationOf: someLabel(world) }),
  (world) => edit(world, { unlink: [someLabel(world)] }),
  (world) => edit(world, { addAliases: [`10.1234/${world.chance.below(2)}`] }),
  (world) => edit(world, { removeAliases: [`10.1234/${world.chance.below(2)}`] }),
  (world) => edit(world, { language: world.chance.pick(['en', 'pt', 'de']) }),
  (world) =>
    world.items.length < 4
      ? Promise.resolve()
      : send(world, 'DELETE', `/items/${encodeURIComponent(someLabel(world))}?reason=gone`),
  async (world) => {
    const name = `c${world.collections.length}`;
    const defaults = { opens: world.chance.pick(['page', 'file']) };
    if (
      world.collections.length < 3 &&
      (await send(world, 'POST', '/collections', { name, title: { en: name }, defaults }))
    ) {
      world.collections.push(name);
    }
  },
  (world) =>
    world.collections.length === 0
      ? Promise.resolve()
      : send(world, 'PATCH', `/collections/${world.chance.pick(world.collections)}`, {
          title: { en: `Title ${world.chance.below(1_000)}` },
          defaults: { opens: world.chance.pick(['page', 'file']) },
        }),
  (world) =>
    send(world, 'PUT', `/minters/any/ids/13030%2Fx${world.chance.below(ARKS)}/bindings/_t`, {
      value: `https://example.org/${world.chance.below(1_000)}`,
    }),
  (world) => send(world, 'DELETE', `/minters/any/ids/13030%2Fx${world.chance.below(ARKS)}/bindings/_t`),
  async (world) => {
    const { nodes, items, chance } = world;
    world.last = chance.below(nodes.length);
    const { repository } = chance.pick(items);
    const count = { repository: repository as never, day: '2026-11-01', content: 'Data', accesses: 1 } as const;
    await nodes[world.last]?.node.catalogue.accessCounts.add([count]);
  },
];

/** Few enough to be asked for again and again. */
const questionsOf = ({ items, chance }: World): readonly (readonly [string, Readonly<Record<string, string>>])[] => {
  const { repository, ibip = repository } = chance.pick(items);
  const request = new URLSearchParams({ servicesubject: 'urlRequest', 'parsedibiurl.ibi': ibip });
  return [
    [`/${ibip}`, {}],
    [`/${repository}:(lastedition)`, {}],
    [`/items/${repository}`, { accept: 'text/html', 'accept-encoding': 'br' }],
    [`/items/${ibip}`, { accept: 'text/html', 'accept-language': 'pt' }],
    [`/items/${repository}/datacite.json`, {}],
    [`/col/${repository}/doc/a.txt`, {}],
    [`/api/v1/items/${encodeURIComponent(repository)}`, {}],
    [`/api/v1/items/${encodeURIComponent('doi:10.1234/1')}`, {}],
    ['/doi:10.1234/1', {}],
    [`/ark:13030/x${chance.below(ARKS)}`, {}],
    ['/ark:13030/x1/part', {}],
    [`/?${request}`, {}],
  ];
};

/** Counts may be a minute old, and the key of an answer to a resolver is another one each time. */
const ask = async ({ url }: Served, path: string, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${url}${path}`, { headers, redirect: 'manual' });
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    link: answer.headers.get('link'),
    type: answer.headers.get('content-type'),
    text: text
      .replace(/urlkey \S+/, '')
      .replace(/<section id="statistics".*?<\/section>/s, '')
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, ''),
  };
};

describe.each([
  { name: 'SQLite', database: async () => undefined, boundMs: 0, steps: effort({ usual: 40, thorough: 2_000 }) },
  {
    name: 'PostgreSQL',
    database: () => createPostgresDatabase(),
    boundMs: 1_100,
    steps: effort({ usual: 8, thorough: 500 }),
  },
])('what a node with $name remembers', ({ database, boundMs, steps }) => {
  it('is what it would answer anew, whatever changes, here and in another process', async () => {
    const folder = createTemporaryFolder();
    const url = await database();
    const flags = url === undefined ? {} : { database: url };
    const remembering = await openServedNode(folder, flags, {}, PREFIXES);
    onTestFinished(remembering.close);
    const other = await openServedNode(folder, flags, { follower: DEAF }, PREFIXES);
    onTestFinished(other.close);
    const nodes = [remembering, other];
    const keys = [await remembering.createKey('admin'), await other.createKey('admin')];
    const chance = createChance(Number(process.env['SEED'] ?? 7));
    const world: World = { nodes, keys, items: [], collections: [], chance, titles: 0, last: 0 };
    await send(world, 'POST', '/minters', { name: 'any', term: 'medium', naan: '13030', naa: 'a', subNaa: 'b' });
    const [deposit = async () => undefined] = CHANGES;
    for (let count = 0; count < 4; count += 1) await deposit(world);
    for (let step = 0; step < steps; step += 1) {
      await chance.pick(CHANGES)(world);
      // Only what another process has changed may be heard of later.
      if (world.last === 1) await new Promise((resolve) => setTimeout(resolve, boundMs));
      for (let count = 0; count < ASKED_A_STEP; count += 1) {
        const [path, headers] = chance.pick(questionsOf(world));
        for (const time of ['first', 'again']) {
          const compare = async () => {
            const [anew, given] = [await ask(other, path, headers), await ask(remembering, path, headers)];
            return { anew: { step, time, path, headers, ...anew }, given: { step, time, path, headers, ...given } };
          };
          const { anew, given } = await compare();
          expect(given).toEqual(anew);
        }
      }
    }
    const text = await (await fetch(`${remembering.url}/metrics`)).text();
    expect(Number(/perene_remembered_answers_total\{currency="current"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(
      steps,
    );
  });
});
