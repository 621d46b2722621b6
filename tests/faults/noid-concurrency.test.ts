import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../fixtures/databases.ts';
import { readNoidFolder } from '../fixtures/noid-folder-store.ts';
import { orderOf } from '../fixtures/noid-order.ts';
import { type NoidEnd, printedIds, runNoid } from '../fixtures/noid-process.ts';
import { administratorKey } from '../fixtures/places.ts';
import { type RunningNode, startPerene } from '../fixtures/running-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const TEMPLATE = 'f5.reedeedk';

/** Checks that each share is in the order of the template, and that all shares together are its beginning. */
const expectBeginning = (shares: readonly (readonly string[])[], template = TEMPLATE): void => {
  const order = orderOf(template);
  const all = shares.flat();
  const beginning = order.first(all.length);
  expect(new Set(all).size).toBe(all.length);
  expect(all.toSorted()).toEqual(beginning.toSorted());
  for (const share of shares) {
    const indexes = share.map((id) => order.indexOf(id) ?? -1);
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
  }
};

const inTurn = async (commands: readonly (readonly string[])[], cwd: string): Promise<readonly NoidEnd[]> => {
  const ends: NoidEnd[] = [];
  for (const words of commands) ends.push(await runNoid(words, { cwd }));
  return ends;
};

describe('processes that share a folder', () => {
  it('mint each identifier once, in order', async () => {
    const cwd = createTemporaryFolder();
    expect((await runNoid(['dbcreate', TEMPLATE], { cwd })).status).toBe(0);
    const batch = async (input: string): Promise<readonly NoidEnd[]> => [await runNoid(['-'], { cwd, input })];
    const ends = await Promise.all([
      batch('mint 1\n'.repeat(300)),
      batch('mint 1\n'.repeat(300)),
      batch('mint 10\n'.repeat(50)),
      batch('mint 2 e bound\n'.repeat(100)),
      inTurn([['mint', '500']], cwd),
      inTurn([['mint', '500']], cwd),
      inTurn([['mint', '10000']], cwd),
      inTurn(Array(10).fill(['mint', '3', 'e', 'bound']), cwd),
    ]);
    for (const { status, stderr } of ends.flat()) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const shares = ends.map((share) => share.flatMap(printedIds));
    expect(shares.map(({ length }) => length)).toEqual([300, 300, 500, 200, 500, 500, 10_000, 30]);
    expectBeginning(shares);
    const { progress, records, elements } = await readNoidFolder(cwd);
    expect(progress).toMatchObject({ mints: 12_330, held: 0, queued: 0, sequence: { issued: 12_330 } });
    expect(records.size).toBe(12_330);
    expect([...elements.keys()].toSorted()).toEqual(
      [shares[3], shares[7]].flatMap((share = []) => share.map((id) => `${id}\te`)).toSorted(),
    );
    for (const value of elements.values()) expect(Buffer.from(value).toString()).toBe('bound');
  });

  it('create one minter only', async () => {
    const cwd = createTemporaryFolder();
    const ends = await Promise.all(Array.from({ length: 8 }, () => runNoid(['dbcreate', '.sdd'], { cwd })));
    expect(ends.map(({ status }) => status).toSorted()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    for (const { status, stdout } of ends) {
      expect(String(stdout)).toMatch(status === 0 ? /^Created: / : /^error: a NOID database already exists/);
    }
    expect(printedIds(await runNoid(['mint', '2'], { cwd }))).toEqual(['00', '01']);
  });

  it('keep every binding of one identifier', async () => {
    const cwd = createTemporaryFolder();
    await runNoid(['dbcreate', '.sd'], { cwd });
    const names = [...'abcdefgh'];
    const ends = await Promise.all(
      names.map((name) =>
        runNoid(['-'], { cwd, input: Array.from({ length: 100 }, () => `bind add 0 all ${name}\n`).join('') }),
      ),
    );
    for (const { status } of ends) expect(status).toBe(0);
    const value = String((await runNoid(['get', '0', 'all'], { cwd })).stdout).trim();
    expect([...value].toSorted().join('')).toBe(names.map((name) => name.repeat(100)).join(''));
  });
});

const CLIENTS = 64;
const MINTS_PER_CLIENT = 5;

interface Nodes {
  readonly nodes: readonly RunningNode[];
  readonly key: string;
}

const start = async (folder: string, flags: readonly string[]): Promise<RunningNode> => {
  const node = await startPerene(folder, { flags });
  onTestFinished(async () => {
    await node.stop();
  });
  return node;
};

const keyOf = (folder: string): string => administratorKey(folder);

const startWorkers = async (): Promise<Nodes> => {
  const folder = createTemporaryFolder();
  const node = await start(folder, ['--workers', '2']);
  return { nodes: [node], key: keyOf(folder) };
};

const startTwoNodes = async (): Promise<Nodes> => {
  const database = await createPostgresDatabase();
  const folders = [createTemporaryFolder(), createTemporaryFolder()] as const;
  const one = await start(folders[0], ['--database', database]);
  const other = await start(folders[1], ['--database', database]);
  return { nodes: [one, other], key: keyOf(folders[0]) };
};

const INSTALLATIONS = [
  { name: 'two workers on SQLite', open: startWorkers },
  { name: 'two nodes on PostgreSQL', open: startTwoNodes },
];

describe.each(INSTALLATIONS)('$name', ({ open }) => {
  it('mint each identifier once for 64 clients, by both ways of asking', async () => {
    const { nodes, key } = await open();
    const json = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' };
    const basic = { authorization: `Basic ${btoa(`anyone:${key}`)}`, connection: 'close' };
    const urlOf = (client: number): string => nodes[client % nodes.length]?.url ?? '';
    const created = await fetch(`${urlOf(0)}/api/v1/minters`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 'many', template: TEMPLATE }),
    });
    expect(created.status).toBe(201);

    const mintByApi = async (client: number, count: number): Promise<readonly string[]> => {
      const answer = await fetch(`${urlOf(client)}/api/v1/minters/many/mint`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ count }),
      });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { readonly ids: readonly string[] }).ids;
    };
    const mintByUrl = async (client: number, count: number): Promise<readonly string[]> => {
      const answer = await fetch(`${urlOf(client)}/nd/noidu_many?mint+${count}`, { method: 'POST', headers: basic });
      expect(answer.status).toBe(200);
      return printedIds({ stdout: Buffer.from(await answer.arrayBuffer()) });
    };
    const shares = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const mint = client % 4 < 2 ? mintByApi : mintByUrl;
        const ids: string[] = [];
        for (let time = 0; time < MINTS_PER_CLIENT; time += 1) {
          ids.push(...(await mint(client, time === 0 && client % 8 === 0 ? 100 : 1)));
        }
        return ids;
      }),
    );
    expect(shares.flat()).toHaveLength(CLIENTS * MINTS_PER_CLIENT + (CLIENTS / 8) * 99);
    expectBeginning(shares);
  });
});
