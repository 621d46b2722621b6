import { describe, expect, it } from 'vitest';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { MIGRATIONS } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { createSqlMintingState } from '../../packages/server/src/adapters/sql/minters/sql-minting-state.ts';
import { createSqlNodeFacts } from '../../packages/server/src/adapters/sql/node/sql-node-facts.ts';
import { createSqlTableStore } from '../../packages/server/src/adapters/sql/node/sql-table-store.ts';
import type { FileLine } from '../../packages/server/src/ports/node/given-files.ts';
import { DATABASES } from '../fixtures/databases.ts';

const LAST_DATE = 9_007_199_254_740_993n;

const fill = async (database: SqlDatabase): Promise<void> => {
  const facts = createSqlNodeFacts(database);
  for (let number = 0; number < 250; number += 1) await facts.keep(`fact ${number}`, `"água"\n\\ ${number}`);
  await database.transaction(async (session) => {
    await session.run('insert into minting_state (id, last_date_microseconds) values (1, ?)', [LAST_DATE]);
    await session.run('insert into given_dates (first_date, last_date) values (0, ?)', [LAST_DATE]);
  });
};

const dump = async (database: SqlDatabase) => {
  const tables = new Map<string, string[]>();
  const version = await createSqlTableStore(database).dump({
    rows: async (table, lines) => void tables.set(table, [...(tables.get(table) ?? []), ...lines]),
    files: async () => undefined,
  });
  return { tables, version };
};

const linesOf = (lines: readonly string[]) =>
  async function* (): AsyncGenerator<FileLine> {
    for (const [index, text] of lines.entries()) yield { number: index + 1, text, end: 0 };
  };

const asGiven = (tables: ReadonlyMap<string, readonly string[]>) =>
  [...tables].map(([name, lines]) => ({ name, lines: linesOf(lines) }));

describe.each(DATABASES)('the tables of $name', ({ openMigrated, openEmpty }) => {
  it.each(DATABASES)('are filled from those of $name, with every row as it was', async (source) => {
    const filled = await source.openMigrated();
    await fill(filled);
    const { tables, version } = await dump(filled);
    expect(version).toBe(MIGRATIONS.length);
    const database = await openEmpty();
    const store = createSqlTableStore(database);
    await store.prepare(version);
    const counts: number[] = [];
    await store.load(asGiven(tables), { notBefore: 1n, onRows: (rows) => counts.push(rows) });
    expect(await dump(database)).toEqual({ tables, version });
    expect(counts.at(-1)).toBe([...tables.values()].flat().length);
  });

  it('give no date again that was given before the time of the restoring', async () => {
    const { tables, version } = await dump(await openMigrated());
    const database = await openEmpty();
    const store = createSqlTableStore(database);
    await store.prepare(version);
    await store.load(asGiven(tables), { notBefore: LAST_DATE });
    const seen: unknown[] = [];
    await createSqlMintingState(database).give((last) => {
      seen.push(last);
      return { kind: 'wait', microseconds: 1n };
    });
    expect(seen).toEqual([LAST_DATE]);
    expect(await createSqlMintingState(database).mayBeGiven(LAST_DATE - 1n)).toBe(true);
  });

  it('are not prepared where they have rows, or for a newer program', async () => {
    const database = await openMigrated();
    const store = createSqlTableStore(database);
    await expect(store.prepare(MIGRATIONS.length + 1)).rejects.toMatchObject({ code: 'database-newer' });
    await expect(store.prepare(MIGRATIONS.length - 1)).rejects.toMatchObject({ code: 'restore-not-empty' });
    await store.prepare(MIGRATIONS.length);
    await createSqlNodeFacts(database).keep('a', 'b');
    await expect(store.prepare(MIGRATIONS.length)).rejects.toMatchObject({ code: 'restore-not-empty' });
  });

  it('stay empty where a table is missing, or a row is not one of it', async () => {
    const { tables } = await dump(await openMigrated());
    const database = await openMigrated();
    const store = createSqlTableStore(database);
    const fact = '{"name":"a","value":"b"}';
    for (const [table, lines] of [
      ['no_table', []],
      ['node_facts', [fact, '{"name":"b"}']],
      ['node_facts', [fact, '{"name":"b","value":1}']],
      ['node_facts', [fact, 'null']],
      ['minting_state', ['{"id":"1","last_date_microseconds":"1.5"}']],
    ] as const) {
      const given = asGiven(new Map<string, readonly string[]>([...tables, [table, lines]]));
      await expect(store.load(given, { notBefore: 1n })).rejects.toMatchObject({ code: 'backup-unusable' });
    }
    await expect(store.load(asGiven(tables).slice(1), { notBefore: 1n })).rejects.toMatchObject({
      code: 'backup-unusable',
    });
    expect(await dump(database)).toMatchObject({ tables });
  });
});
