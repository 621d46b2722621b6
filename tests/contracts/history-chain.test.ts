import { describe, expect, it } from 'vitest';
import {
  createSqlHistoryChain,
  linkHistory,
} from '../../packages/server/src/adapters/sql/catalogue/history/history-chain.ts';
import type { SqlDatabase, SqlSession } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { DATABASES } from '../fixtures/databases.ts';

const ROWS_PER_STATEMENT = 500;

const write = async (session: SqlSession, count: number): Promise<void> => {
  for (let left = count; left > 0; left -= ROWS_PER_STATEMENT) {
    const rows = Array.from(
      { length: Math.min(left, ROWS_PER_STATEMENT) },
      () => `('example.org/a', 1, 'Ana', 'x', '{}')`,
    );
    await session.run(`insert into history (repository, at, who, action, detail) values ${rows.join(', ')}`);
  }
};

const findingsIn = async (database: SqlDatabase): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for await (const { finding } of createSqlHistoryChain(database).walk()) found.add(finding);
  return found;
};

describe.each(DATABASES)('the hashes of the history on $name', ({ openMigrated }) => {
  it('cover all rows of a transaction, however many it writes', async () => {
    const database = await openMigrated();
    for (const count of [1, 450]) {
      const isDone = await database.transaction(async (session) => {
        await write(session, count);
        return linkHistory(session);
      });
      expect(isDone).toBe(true);
    }
    expect(await findingsIn(database)).toEqual(new Set(['sound']));
  });
});

// The statements are the same in both databases, and many of them take long in one.
it('a long history of before gets its hashes in steps, while others write', async () => {
  const database = await DATABASES[0]?.openMigrated();
  if (database === undefined) throw new Error('no database');
  await database.transaction((session) => write(session, 10_300));
  const chain = createSqlHistoryChain(database);
  expect(await chain.linkSome()).toBe(false);
  expect(await findingsIn(database)).toEqual(new Set(['sound', 'unlinked']));
  await database.transaction((session) => write(session, 1));
  while (!(await chain.linkSome()));
  expect(await findingsIn(database)).toEqual(new Set(['sound']));
});
