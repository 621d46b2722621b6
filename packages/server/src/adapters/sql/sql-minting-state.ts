import type { MintingState } from '../../ports/minting-state.ts';
import type { SqlDatabase } from './sql-database.ts';

/** One row for the whole store, whatever name the node goes by: a changed identity cannot repeat a date either. */
export const createSqlMintingState = (database: SqlDatabase): MintingState => ({
  give: (decide) =>
    database.transaction(async (session) => {
      const [row] = await session.all('select last_date_microseconds as last from minting_state where id = 1');
      const decision = decide(row === undefined ? undefined : BigInt(row['last'] ?? 0n));
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
