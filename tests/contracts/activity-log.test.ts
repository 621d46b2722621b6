import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import type { Activity, ActivityQuery } from '../../packages/server/src/ports/archive/catalogue-records.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { repositoryLabel } from '../fixtures/labels.ts';

type Done = Omit<Activity, 'number'>;

const keep = (database: SqlDatabase, entries: readonly Done[]): Promise<void> =>
  database.transaction(async (session) => {
    await session.run('delete from history');
    for (const [index, { at, repository, who, action }] of entries.entries()) {
      await session.run(
        "insert into history (number, at, repository, who, action, detail) values (?, ?, ?, ?, ?, 'not read')",
        [BigInt(index + 1), at, repository, who, action],
      );
    }
  });

/** Computes what the log must return, without SQL. */
const expected = (entries: readonly Done[], query: ActivityQuery): readonly Activity[] =>
  entries
    .map((entry, index) => ({ ...entry, number: BigInt(index + 1) }))
    .filter(({ repository }) => query.repositories?.includes(repository) ?? true)
    .filter(({ who }) => query.who === undefined || who === query.who)
    .filter(
      ({ at }) => (query.from === undefined || at >= query.from) && (query.until === undefined || at < query.until),
    )
    .filter(({ at, number }) => {
      if (query.after === undefined) return true;
      return at < query.after.at || (at === query.after.at && number < query.after.number);
    })
    .sort((one, other) => Number(other.at - one.at) || Number(other.number - one.number))
    .slice(0, query.limit);

const time = fc.bigInt({ min: 1n, max: 6n });
const repository = fc.constantFrom(...['example.org/a', 'example.org/b', 'example.org/c'].map(repositoryLabel));
const who = fc.constantFrom('Ana Lima (1)', 'Ana Lima (2)', "O'Neil % (3)", 'Ana');
const done = fc.record({ at: time, repository, who, action: fc.constantFrom('added', 'changed') });
const query = fc.record(
  {
    repositories: fc.uniqueArray(repository, { minLength: 1 }),
    who,
    from: time,
    until: time,
    after: fc.record({ at: time, number: fc.bigInt({ min: 1n, max: 20n }) }),
    limit: fc.integer({ min: 1, max: 25 }),
  },
  { requiredKeys: ['limit'] },
);

describe.each(DATABASES)('the activity log in $name', ({ openMigrated }) => {
  it('answers what matches, the latest first, whatever is asked for', async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database);
    await fc.assert(
      fc.asyncProperty(fc.array(done, { maxLength: 20 }), query, async (entries, asked) => {
        await keep(database, entries);
        expect(await catalogue.activity(asked)).toEqual(expected(entries, asked));
      }),
      { numRuns: 60 },
    );
  });

  it('is read to its end page by page, each entry once', async () => {
    const database = await openMigrated();
    const catalogue = createSqlCatalogue(database);
    await fc.assert(
      fc.asyncProperty(fc.array(done, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (entries, limit) => {
        await keep(database, entries);
        const read: Activity[] = [];
        for (;;) {
          const page = await catalogue.activity({ limit, after: read.at(-1) });
          if (page.length === 0) break;
          read.push(...page);
        }
        expect(read).toEqual(expected(entries, { limit: 100 }));
      }),
      { numRuns: 30 },
    );
  });
});

// The way in which PostgreSQL reads depends on how many rows there are; SQLite decides by the indexes alone.
describe.each(DATABASES.filter(({ name }) => name === 'SQLite'))('the activity log in $name', ({ openMigrated }) => {
  it.each([
    [{}, 'history_by_time'],
    [{ from: 1n, until: 9n }, 'history_by_time'],
    [{ who: 'Ana' }, 'history_by_person'],
    [{ repositories: ['example.org/a'] }, 'history_by_item'],
  ])('is read by an index for %o', async (asked, index) => {
    const database = await openMigrated();
    const plans: string[] = [];
    const explaining: Pick<SqlDatabase, 'read'> = {
      read: (work) =>
        database.read((session) =>
          work({
            ...session,
            all: async (text, values) => {
              for (const row of await session.all(`explain query plan ${text}`, values))
                plans.push(String(row['detail']));
              return [];
            },
          }),
        ),
    };
    await createSqlCatalogue({ ...database, ...explaining }).activity({ ...asked, limit: 1 });
    expect(plans.join()).toContain(index);
  });
});
