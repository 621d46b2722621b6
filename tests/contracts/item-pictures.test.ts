import type { ItemSummary } from '@perene/api';
import { expect, it } from 'vitest';
import { startApiServer } from '../api/api-server.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { drawPng } from '../fixtures/pictures-of-tests.ts';

/** Types are told by contents, so that each name has a picture of its own. */
const contentOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(name.endsWith('.png') ? drawPng({ width: name.charCodeAt(0), height: 2 }) : Buffer.from(name));

it.each(DATABASES)('lists show the main picture of each item, or the first one, in $name', async ({ openMigrated }) => {
  const server = await startApiServer({ database: await openMigrated() });
  const deposit = async (target: string | undefined, ...names: readonly string[]): Promise<void> => {
    const body = new FormData();
    const item = { metadata: { title: [{ value: names.join(' ') }] }, ...(target !== undefined && { target }) };
    body.append('item', new Blob([JSON.stringify(item)], { type: 'application/json' }));
    for (const name of names) body.append('file', new Blob([contentOf(name)]), name);
    const headers = { authorization: `Bearer ${server.keys.admin}` };
    expect((await fetch(`${server.url}/api/v1/items`, { method: 'POST', headers, body })).status).toBe(201);
  };
  await deposit('c.png', 'a.png', 'b.png', 'c.png');
  await deposit(undefined, 'z.txt', 'c.png', 'b.png');
  await deposit('a.txt', 'a.txt', 'b.csv');
  const { items } = (await (await fetch(`${server.url}/api/v1/items`)).json()) as {
    readonly items: readonly ItemSummary[];
  };
  const hashOf = async (name: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', contentOf(name)))
      .toString('hex')
      .slice(0, 12);
  const shown = Object.fromEntries(items.map(({ title, thumbnail }) => [title, thumbnail?.split('v=')[1]]));
  expect(shown).toEqual({
    'a.png b.png c.png': await hashOf('c.png'),
    'z.txt c.png b.png': await hashOf('b.png'),
    'a.txt b.csv': undefined,
  });
});
