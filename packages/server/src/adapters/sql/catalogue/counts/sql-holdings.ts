import { Refusal } from '@perene/api/refusals';
import type { HoldingCounts } from '../../../../ports/archive/counts/holdings.ts';
import type { SqlDatabase } from '../../engine/sql-database.ts';
import { checkRow } from '../../engine/typed-rows.ts';

const DEADLINE_MS = 5_000;
const DAY_MICROSECONDS = 86_400_000_000;

const HELD = `select case state when 'deleted' then 1 else 0 end as removed, count(*) as items,
  cast(coalesce(sum(bytes), 0) as bigint) as bytes from search_index_facts group by 1`;
const ADDED = `select created_at / ${DAY_MICROSECONDS} as day, count(*) as items from items
  where content = 'Data' and state <> 'deleted' and created_at >= ? group by 1 order by 1`;

/** Counts aside, because it reads a row of every item. */
export const createSqlHoldings = (database: SqlDatabase): HoldingCounts => ({
  async count(since) {
    try {
      const limits = { deadlineMs: DEADLINE_MS };
      const held = (await database.readAside(HELD, [], limits)).map((row) =>
        checkRow(row, { removed: 'integer', items: 'integer', bytes: 'integer' }),
      );
      const added = (await database.readAside(ADDED, [since], limits)).map((row) =>
        checkRow(row, { day: 'integer', items: 'integer' }),
      );
      const kept = held.find(({ removed }) => removed === 0n);
      return {
        kept: Number(kept?.items ?? 0n),
        removed: Number(held.find(({ removed }) => removed === 1n)?.items ?? 0n),
        bytes: Number(kept?.bytes ?? 0n),
        added: added.map(({ day, items }) => ({ day: Number(day), items: Number(items) })),
      };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'search-too-slow') return undefined;
      throw error;
    }
  },
});
