import { describe, expect, it } from 'vitest';
import { createSqlHistoryChain } from '../../packages/server/src/adapters/sql/catalogue/history/history-chain.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createItem, nameOf } from '../fixtures/catalogue-items.ts';
import { DATABASES } from '../fixtures/databases.ts';

const REPOSITORY = nameOf(1);
const START = { repository: '', path: '' };
const file = (path: string, sha256 = 'ab'.repeat(32)) => ({ path, bytes: 1, sha256, mediaType: 'text/plain' });

describe.each(DATABASES)('checks of files on $name', ({ openMigrated }) => {
  const open = async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database);
    const item = createItem(1, { files: [file('a.txt'), file('b.txt')] });
    await catalogue.add([item], { who: 'tester', at: 1n });
    const [first, second] = await catalogue.fileChecks.filesAfter(START, 10);
    if (first === undefined || second === undefined) throw new Error('there are two files');
    const actions = async () =>
      (await catalogue.history(REPOSITORY, { limit: 10 })).entries.map(({ action, detail, who }) => [
        action,
        who,
        detail,
      ]);
    return { database, catalogue, checks: catalogue.fileChecks, first, second, actions };
  };

  it('walk through files in order, from any place on', async () => {
    const { checks, first, second } = await open();
    expect([first.path, second.path]).toEqual(['a.txt', 'b.txt']);
    expect(await checks.filesAfter(first, 10)).toEqual([second]);
    expect(await checks.filesAfter(START, 1)).toEqual([first]);
    expect(await checks.filesAfter(second, 10)).toEqual([]);
  });

  it('date an item by the file that waits longest, once all were checked', async () => {
    const { catalogue, checks, first, second } = await open();
    await checks.note([{ file: first, at: 7n, damage: undefined }]);
    expect(await catalogue.fixity(REPOSITORY)).toEqual({ checkedAt: undefined, damaged: [] });
    await checks.note([{ file: second, at: 5n, damage: undefined }]);
    expect(await catalogue.fixity(REPOSITORY)).toEqual({ checkedAt: 5n, damaged: [] });
    expect(await catalogue.fixity(nameOf(2))).toEqual({
      checkedAt: undefined,
      damaged: [],
    });
  });

  it('tell damage once, and write it and its healing into the history', async () => {
    const { catalogue, checks, first, second, actions, database } = await open();
    const damage = { file: first, at: 5n, damage: 'changed' } as const;
    expect(await checks.note([damage, { file: second, at: 5n, damage: undefined }])).toEqual([damage]);
    expect(await checks.note([{ ...damage, at: 6n }])).toEqual([]);
    expect(await checks.damaged(10)).toEqual([first]);
    expect(await catalogue.fixity(REPOSITORY)).toMatchObject({ damaged: ['a.txt'] });
    expect(await catalogue.isDamaged(REPOSITORY, 'a.txt')).toBe(true);
    expect(await catalogue.isDamaged(REPOSITORY, 'b.txt')).toBe(false);
    await checks.note([{ file: first, at: 7n, damage: undefined, healedFrom: 'http://b.example.org' }]);
    expect(await checks.damaged(10)).toEqual([]);
    expect((await actions()).slice(0, 2)).toEqual([
      ['healed', 'perene', { path: 'a.txt', from: 'http://b.example.org' }],
      ['damaged', 'perene', { path: 'a.txt', damage: 'changed' }],
    ]);
    // All rows of the history have their hashes at once.
    for await (const { finding } of createSqlHistoryChain(database).walk()) expect(finding).toBe('sound');
  });

  it('say nothing of a file that was replaced', async () => {
    const { catalogue, checks, first } = await open();
    await checks.note([{ file: first, at: 5n, damage: 'missing' }]);
    const item = await catalogue.find(REPOSITORY);
    if (item === undefined) throw new Error('it is there');
    const change = { files: [file('a.txt', 'cd'.repeat(32))] };
    await catalogue.change([{ item, change }], { who: 'tester', at: 6n, action: 'edited' });
    expect(await catalogue.isDamaged(REPOSITORY, 'a.txt')).toBe(false);
    expect(await checks.damaged(10)).toEqual([]);
    expect(await checks.note([{ file: first, at: 7n, damage: 'missing' }])).toEqual([]);
    expect(await catalogue.fixity(REPOSITORY)).toEqual({ checkedAt: undefined, damaged: [] });
  });
});
