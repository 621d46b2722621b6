import { describe, expect, it, vi } from 'vitest';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import type { Follower } from '../../packages/server/src/ports/node/touches.ts';
import { DATABASES } from '../fixtures/databases.ts';

const follow = async (database: SqlDatabase): Promise<Follower & { names(): readonly string[] | 'all' }> => {
  const follower = database.touches.follow();
  // At first everything may have been touched.
  await vi.waitUntil(() => follower.hear().names === 'all' || follower.hear().currency === 'current');
  follower.hear();
  const names = () => {
    const heard = follower.hear().names;
    return heard === 'all' ? heard : heard.toSorted();
  };
  return { ...follower, names };
};

const label = (name: string): string => `insert into labels (label, number) values ('${name}', 1)`;
const LOCK = { exclusive: ['any'] };

describe.each(DATABASES)('what is touched in $name', ({ createMigratedData, openMigrated, name }) => {
  it('is heard of at once by the process that has committed it', async () => {
    const database = await openMigrated();
    const follower = await follow(database);
    await database.transaction((session) => session.run(label('a')), LOCK);
    expect(follower.names()).toEqual(['a']);
    expect(follower.names()).toEqual([]);
    expect(follower.hear().currency).toBe('current');
  });

  it('is heard of by every follower, and by other processes, once', async () => {
    const open = await createMigratedData();
    const [writer, reader] = [await open(), await open()];
    const followers = [await follow(reader), await follow(reader)] as const;
    await writer.transaction((session) => session.run(label('a')), LOCK);
    for (const follower of followers) {
      await vi.waitFor(() => expect(follower.names()).toEqual(['a']), { timeout: 60_000 });
      expect(follower.names()).toEqual([]);
    }
  });

  it('is not heard of if it was undone', async () => {
    const database = await openMigrated();
    const follower = await follow(database);
    const failing = database.transaction(async (session) => {
      await session.run(label('a'));
      throw new Error('no');
    }, LOCK);
    await expect(failing).rejects.toThrow('no');
    await database.transaction((session) => session.run(label('b')), LOCK);
    expect(follower.names()).toEqual(['b']);
  });

  it('is a row before its change and after it, with the chains and families that the item is in', async () => {
    const database = await openMigrated();
    const run = (...statements: readonly string[]) =>
      database.transaction(async (session) => {
        for (const statement of statements) await session.run(statement);
      }, LOCK);
    const source = `'', '', '', 0`;
    await run(
      `insert into editions values ('x', 'chain', 0, ${source})`,
      `insert into translations values ('x', 'family', 'en', ${source})`,
      `insert into items (repository, ibips, content, state, state_detail, file_name_encoding, file_list, created_at,
         updated_at, revision, described_by) values ('x', '', 'Data', 'original', '{}', 'utf-8', 'open', 1, 2, 3, 'm')`,
    );
    const follower = await follow(database);
    await run(`update items set described_by = 'n' where repository = 'x'`);
    expect(follower.names()).toEqual(['chain', 'family', 'm', 'n', 'x']);
    await run(`update editions set chain = 'other'`);
    expect(follower.names()).toEqual(['chain', 'other', 'x']);
    await run(`insert into item_links values ('x', 'nextEdition', 'y', '', ${source})`);
    expect(follower.names()).toEqual(['family', 'other', 'x', 'y']);
    await run('delete from translations');
    expect(follower.names()).toEqual(['family', 'x']);
    await run(`insert into access_counts values ('x', '2026-01-01', 'Data', 1)`);
    expect(follower.names()).toEqual([]);
    await run(`insert into collections (number, name, kind, title, description, defaults, created_at, updated_at, revision)
      values (7, 'a', 'theme', '{}', '{}', '{}', 1, 1, 1)`);
    await run(`insert into collection_members (collection, item, place) select 7, number, 1 from items`);
    expect([follower.names()].flat().toSorted()).toEqual(['collection 7', 'x']);
  });

  it('leaves out what is only counted of minters', async () => {
    const database = await openMigrated();
    const run = (text: string) => database.transaction((session) => session.run(text), LOCK);
    await run(`insert into noid_minters (name, definition, sequence, mints, held, queued, first_number, dated_number,
      latest_date, policy) values ('a', '{}', '', 0, 0, 0, 0, 0, '', '')`);
    const follower = await follow(database);
    await run('update noid_minters set mints = 1, definition = definition');
    expect(follower.names()).toEqual([]);
    await run(`update noid_minters set definition = '{"a":1}'`);
    await run(`insert into noid_elements values (1, '13030/x', '_t', 'v', 'text')`);
    expect([follower.names()].flat().toSorted()).toEqual(['identifier 13030/x', 'minters']);
  });

  it.runIf(name === 'SQLite')('is everything if some of it was dropped meanwhile', async () => {
    const database = await openMigrated();
    const follower = await follow(database);
    await database.transaction((session) => session.run(label('a')));
    await database.transaction((session) => session.run('update touched set at = 0'));
    await database.touches.tidy();
    await database.transaction((session) => session.run(label('b')));
    expect(follower.names()).toBe('all');
    await database.transaction((session) => session.run(label('c')));
    expect(follower.names()).toEqual(['c']);
  });

  it.runIf(name === 'PostgreSQL')('is heard of in whatever order transactions commit', async () => {
    const open = await createMigratedData();
    const [writer, reader] = [await open(), await open()];
    const follower = await follow(reader);
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      hasWritten = resolve;
    });
    const early = writer.transaction(
      async (session) => {
        await session.run(label('early'));
        hasWritten();
        await mayCommit;
      },
      { exclusive: ['early'] },
    );
    await written;
    await writer.transaction((session) => session.run(label('late')), { exclusive: ['late'] });
    await vi.waitFor(() => expect(follower.names()).toEqual(['late']), { timeout: 60_000 });
    commit();
    await early;
    await vi.waitFor(() => expect(follower.names()).toEqual(['early']), { timeout: 60_000 });
  });
});
