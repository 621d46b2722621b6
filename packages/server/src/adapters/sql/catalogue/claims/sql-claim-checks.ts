import type { Sha256 } from '@perene/core/trust';
import type { ClaimChecks, ItemStanding } from '../../../../ports/archive/claims.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { keptOf } from './claim-rows.ts';
import { CLAIMED, type ClaimedRow, findNews, SELECT_CLAIMED } from './find-news.ts';

const ITEMS_PER_STEP = 10;
const STATEMENTS_PER_STEP = 500;

export const createSqlClaimChecks = (database: SqlDatabase, sha256: Sha256): ClaimChecks => {
  const judge = async (session: SqlSession, row: ClaimedRow): Promise<ItemStanding> => {
    const isNew = (await findNews(session, row, sha256)) !== undefined;
    const { number, repository } = row;
    return { number, repository, claim: row.last === null ? 'missing' : isNew ? 'outdated' : 'current' };
  };
  return {
    async *walkItems() {
      const query = `${SELECT_CLAIMED} where i.number > ? order by i.number limit ${ITEMS_PER_STEP}`;
      for (let last: bigint | undefined = 0n; last !== undefined; ) {
        const after: bigint = last;
        const step = await database.read(async (session) => {
          const standings: ItemStanding[] = [];
          for (const row of await readRows(session, CLAIMED, query, [after])) standings.push(await judge(session, row));
          return standings;
        });
        yield* step;
        last = step.at(-1)?.number;
      }
    },
    async *walkStatements() {
      let last: readonly [string, bigint] | undefined = ['', 0n];
      while (last !== undefined) {
        const after: readonly [string, bigint] = last;
        const rows = await database.read((session) =>
          readRows(
            session,
            TABLES.claims,
            `select * from claims where (repository, place) > (?, ?) order by repository, place limit ${STATEMENTS_PER_STEP}`,
            after,
          ),
        );
        for (const row of rows) yield { ...keptOf(row), repository: row.repository };
        const end = rows.at(-1);
        last = end && [end.repository, end.place];
      }
    },
  };
};
