import type { MintingState } from '../../../ports/minting/minting-state.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { readFirst, readRows } from '../engine/typed-rows.ts';

const LABELS_A_QUERY = 1_000;

/**
 * There is one row for the whole store, whatever name the node has, so that a changed identity cannot repeat a date.
 */
export const createSqlMintingState = (database: SqlDatabase): MintingState => ({
  give: (decide) =>
    database.transaction(async (session) => {
      const decision = decide(await readLast(session));
      const newest = decision.kind === 'dates' ? decision.dates.at(-1) : undefined;
      if (newest !== undefined) {
        await session.run(
          `insert into minting_state (id, last_date_microseconds) values (1, ?)
           on conflict (id) do update set last_date_microseconds = excluded.last_date_microseconds`,
          [newest],
        );
      }
      return decision;
    }),
  last: () => database.read(readLast),
  async held(labels) {
    const held = new Set<string>();
    for (let start = 0; start < labels.length; start += LABELS_A_QUERY) {
      const some = labels.slice(start, start + LABELS_A_QUERY);
      const statement = `select label from labels where label in (${some.map(() => '?').join(', ')})`;
      const rows = await database.read((session) => readRows(session, { label: 'text' }, statement, some));
      for (const { label } of rows) held.add(label);
    }
    return held;
  },
  close: () => database.close(),
});

const readLast = async (session: SqlSession): Promise<bigint | undefined> => {
  const statement = 'select last_date_microseconds as last from minting_state where id = 1';
  return (await readFirst(session, { last: 'integer' }, statement))?.last;
};
