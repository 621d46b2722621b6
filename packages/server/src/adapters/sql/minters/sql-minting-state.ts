import type { MintingState } from '../../../ports/minting-state.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { readFirst } from '../engine/typed-rows.ts';

/**
 * There is one row for the whole store, whatever name the node has, so that a changed identity cannot repeat a date.
 */
export const createSqlMintingState = (database: SqlDatabase): MintingState => ({
  give: (decide) =>
    database.transaction(async (session) => {
      const reading = 'select last_date_microseconds as last from minting_state where id = 1';
      const row = await readFirst(session, { last: 'integer' }, reading);
      const decision = decide(row?.last);
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
  close: () => database.close(),
});
