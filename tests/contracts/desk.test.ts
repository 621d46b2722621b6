import { Readable } from 'node:stream';
import type { BatchChange, Item } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { parseIbi } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createSqlBatches } from '../../packages/server/src/adapters/sql/desk/sql-batches.ts';
import { createSqlSavedFilters } from '../../packages/server/src/adapters/sql/desk/sql-saved-filters.ts';
import { createDesk } from '../../packages/server/src/compose/serving/create-desk.ts';
import type { ListRequest } from '../../packages/server/src/services/archive/archive-operations.ts';
import { createTestArchive } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';

const AUTHOR = { who: 'Ana' };
const OWN = { owner: 'ana', isAdministrator: false };
const allow = async (): Promise<void> => undefined;

const label = (text: string) => {
  const ibi = parseIbi(text);
  if (!ibi.ok) throw new Error(text);
  return ibi.value;
};

describe.each(DATABASES)('the desk in $name', ({ openMigrated }) => {
  const open = async () => {
    const database = await openMigrated();
    const node = await createTestArchive(database);
    const deposit = async (title: string, content: string, more: object = {}, person?: string): Promise<Item> =>
      node.items.deposit(
        {
          metadata: { title, subject: ['marsh'] },
          files: (async function* () {
            yield { path: 'a.txt', open: () => Readable.from([Buffer.from(content)]) };
          })(),
          ...more,
        },
        { ...AUTHOR, ...(person !== undefined && { person }) },
      );
    const titles = async (request: ListRequest): Promise<readonly (string | undefined)[]> => {
      const found = [];
      let cursor: string | undefined;
      do {
        const page = await node.items.list({ ...request, limit: 2, cursor });
        found.push(...page.items.map(({ title }) => title));
        cursor = page.next;
      } while (cursor !== undefined);
      return found;
    };
    const show = (item: Item): Promise<Item> => node.items.show(label(item.repository));
    return { database, node, deposit, titles, show, ...createDesk(node) };
  };

  it('lists items by state, owner, size and last change, page by page', async () => {
    const { node, deposit, titles } = await open();
    const heron = await deposit('Heron', 'x'.repeat(30), {}, 'p1');
    const rail = await deposit('Rail', 'x'.repeat(10), {}, 'p2');
    await deposit('Ibis', 'x'.repeat(20), {}, 'p1');
    const stork = await deposit('Stork', 'x');
    await node.items.remove(label(rail.repository), { reason: 'twice' }, AUTHOR);
    await node.items.edit(label(heron.repository), { metadata: { abstract: 'Tall' } }, AUTHOR);
    expect(await titles({})).toEqual(['Stork', 'Ibis', 'Heron']);
    expect(await titles({ sort: 'changed' })).toEqual(['Heron', 'Stork', 'Ibis']);
    expect(await titles({ sort: 'size', state: 'all' })).toEqual(['Heron', 'Ibis', 'Rail', 'Stork']);
    expect(await titles({ state: 'removed' })).toEqual(['Rail']);
    expect(await titles({ state: 'removed', words: 'rail' })).toEqual(['Rail']);
    expect(await titles({ words: 'rail' })).toEqual([]);
    expect(await titles({ state: 'all', words: 'marsh', sort: 'title' })).toEqual(['Heron', 'Ibis', 'Rail', 'Stork']);
    expect(await titles({ state: 'all', sort: 'changed', owner: 'p2' })).toEqual(['Rail']);
    expect(await titles({ owner: 'p1', sort: 'oldest' })).toEqual(['Heron', 'Ibis']);
    expect(await titles({ owner: '' })).toEqual(['Stork']);
    await node.items.edit(label(stork.repository), { owner: 'p2' }, AUTHOR);
    expect(await titles({ owner: 'p2' })).toEqual(['Stork']);
    const { items } = await node.items.list({ words: 'stork', hasDetails: true });
    expect(items[0]?.details).toEqual({
      type: 'document',
      year: expect.any(String),
      bytes: 1,
      files: 1,
      collections: [],
      owner: { id: 'p2' },
      revision: 3,
    });
    await expect(node.items.list({ sort: 'size', cursor: '7' })).rejects.toMatchObject({ code: 'cursor-invalid' });
    expect((await node.items.list({ words: 'rail', hasCounts: true })).found?.count).toBe(0);
  });

  it('changes many items, reports those that changed meanwhile, and undoes it', async () => {
    const { node, deposit, batches, show } = await open();
    const items = [
      await deposit('Heron', 'a', { language: 'pt' }),
      await deposit('Rail', 'b'),
      await deposit('Ibis', 'c', { metadata: { title: 'Ibis', subject: ['bird'] }, language: 'en' }),
    ];
    const [heron, rail, ibis] = items as [Item, Item, Item];
    const change: BatchChange = {
      metadata: { rights: { value: 'CC BY 4.0', license: 'CC-BY-4.0' } },
      add: { subject: ['bird'] },
      remove: { subject: ['marsh'] },
      language: 'en',
      access: { embargo: '2999-01-01' },
      opens: 'page',
      owner: 'p1',
    };
    const { id, counts } = await batches.prepare({ selection: { filter: {} }, change, owner: 'ana' }, AUTHOR);
    expect(counts).toMatchObject({ waiting: 3, done: 0 });
    await expect(batches.show(id, { owner: 'rui', isAdministrator: false })).rejects.toMatchObject({
      code: 'batch-not-found',
    });
    await node.items.edit(label(rail.repository), { metadata: { title: 'Water rail' } }, AUTHOR);
    const preview = await batches.items(id, OWN, { limit: 2 });
    expect(preview.items).toMatchObject([
      { title: 'Ibis', outcome: 'waiting', after: { metadata: { rights: [{ value: 'CC BY 4.0' }] } } },
      { title: 'Water rail', outcome: 'changed' },
    ]);
    expect(preview.items[0]?.after).not.toHaveProperty('language');
    expect((await batches.items(id, OWN, { cursor: preview.next })).items).toMatchObject([
      {
        title: 'Heron',
        before: { language: 'pt', opens: null, owner: null, metadata: { rights: null, subject: [{ value: 'marsh' }] } },
        after: { language: 'en', opens: 'page', owner: 'p1', metadata: { subject: [{ value: 'bird' }] } },
      },
    ]);
    expect((await batches.run(id, OWN, allow, AUTHOR)).counts).toMatchObject({ done: 2, changed: 1, waiting: 0 });
    const changed = await show(heron);
    expect(changed).toMatchObject({
      language: 'en',
      opens: 'page',
      owner: { id: 'p1' },
      access: { embargo: '2999-01-01' },
    });
    expect(changed.metadata?.fields).toMatchObject({
      rights: [{ license: 'CC-BY-4.0' }],
      subject: [{ value: 'bird' }],
    });
    expect((await show(rail)).metadata?.fields).not.toHaveProperty('rights');
    expect((await batches.run(id, OWN, allow, AUTHOR)).counts).toMatchObject({ done: 2, changed: 1 });

    await node.items.edit(label(ibis.repository), { language: 'la' }, AUTHOR);
    expect((await batches.undo(id, OWN, allow, AUTHOR)).counts).toMatchObject({ undone: 1, left: 1, changed: 1 });
    const undone = await show(heron);
    expect(undone).toMatchObject({ language: 'pt', access: { fileList: 'open' } });
    expect(undone.metadata?.fields).toEqual(heron.metadata?.fields);
    expect([undone.owner, undone.opens, undone.access.embargo]).toEqual([undefined, undefined, undefined]);
    expect(await show(ibis)).toMatchObject({ language: 'la', opens: 'page' });
  });

  it('goes on after a crash in the middle, and lets one worker at a time', async () => {
    const { database, node, deposit, batches, show } = await open();
    const item = await deposit('Heron', 'a');
    const change = { opens: 'page' } as const;
    const selection = { labels: [item.repository] };
    const { id } = await batches.prepare({ selection, change, owner: 'ana' }, AUTHOR);
    const store = createSqlBatches(database);
    const [row] = await store.items(id, { limit: 1 });
    if (row === undefined) throw new Error('no row');
    // The item was changed, and its outcome was not written.
    await store.note(id, [{ ...row, outcome: 'doing', inverse: '{"opens":null}' }]);
    await node.items.edit(label(item.repository), change, AUTHOR);
    const now = BigInt(Date.now()) * 1_000n;
    expect(await store.claim(id, { now, until: now + 60_000_000n })).toBe(true);
    await expect(batches.run(id, OWN, allow, AUTHOR)).rejects.toMatchObject({ code: 'batch-busy' });
    await store.release(id);
    expect((await batches.run(id, OWN, allow, AUTHOR)).counts).toMatchObject({ done: 1, changed: 0 });
    expect((await batches.undo(id, OWN, allow, AUTHOR)).counts).toMatchObject({ undone: 1 });
    expect((await show(item)).opens).toBeUndefined();
  });

  it('tells what was refused, and forgets old batches', async () => {
    const { database, deposit, batches } = await open();
    const item = await deposit('Heron', 'a');
    const request = { selection: { labels: [item.repository] }, change: { opens: 'page' } as const, owner: 'ana' };
    const { id } = await batches.prepare(request, AUTHOR);
    const deny = async (): Promise<void> => {
      throw refuse('role-missing', { reason: 'limited' });
    };
    expect((await batches.run(id, OWN, deny, AUTHOR)).counts).toMatchObject({ refused: 1 });
    expect((await batches.items(id, OWN, {})).items).toMatchObject([{ outcome: 'refused', code: 'role-missing' }]);
    const store = createSqlBatches(database);
    const later = BigInt(Date.now()) * 1_000n + 91n * 86_400_000_000n;
    await store.add({ id: 'later', owner: 'ana', who: 'Ana', change: '{}', createdAt: later }, [], later - 1n);
    expect(await store.find(id)).toBeUndefined();
    expect(await store.items(id, { limit: 5 })).toEqual([]);
    expect((await store.list({ owner: 'ana', limit: 5 })).map((batch) => batch.id)).toEqual(['later']);
    for (const change of [{}, { language: 'xx-yy-zz-nothing' }]) {
      await expect(batches.prepare({ ...request, change }, AUTHOR)).rejects.toMatchObject({
        code: expect.stringMatching(/nothing-to-change|language-invalid/),
      });
    }
  });

  it('keeps filters for each person, and only so many', async () => {
    const filters = createSqlSavedFilters(await openMigrated());
    const limits = { most: 2, at: 1n };
    expect(await filters.save('ana', { name: 'Theses', query: 'type=thesis' }, limits)).toBe(true);
    expect(await filters.save('ana', { name: 'Mine', query: 'owner=me' }, limits)).toBe(true);
    expect(await filters.save('ana', { name: 'Third', query: '' }, limits)).toBe(false);
    expect(await filters.save('ana', { name: 'Theses', query: 'type=thesis&year=2020' }, limits)).toBe(true);
    expect(await filters.list('ana')).toEqual([
      { name: 'Mine', query: 'owner=me' },
      { name: 'Theses', query: 'type=thesis&year=2020' },
    ]);
    expect(await filters.list('rui')).toEqual([]);
    await filters.remove('ana', 'Mine');
    expect((await filters.list('ana')).length).toBe(1);
  });
});
