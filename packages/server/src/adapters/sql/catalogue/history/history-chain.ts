import { createHash } from 'node:crypto';
import type { FindClaimSigner } from '../../../../ports/archive/claims.ts';
import type { HistoryChain, HistoryLink } from '../../../../ports/archive/history-chain.ts';
import { HISTORY_LOCK } from '../../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { type Row, readFirst, readOne, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { signHistoryEnd } from './sign-history-end.ts';

/** Few, because a row may have megabytes. */
const ROWS_PER_STEP = 10;
/** Of a long history of before, in one transaction, which others wait for. */
const MAX_LINKED = 200;
/** More rows than any transaction writes. */
const MANY = 10_000n;
const FIRST = 'none';

type HistoryRow = Row<typeof TABLES.history>;

/** What the hash of a row covers: all of it, and the hash before. */
const hashRow = ({ number, repository, at, who, action, detail }: HistoryRow, before: string): string =>
  createHash('sha256')
    .update(JSON.stringify([before, String(number), repository, String(at), who, action, detail]))
    .digest('base64');

/**
 * Links the rows that a transaction has written. Rows come into the history one transaction after the other, so the order of
 * the numbers is the order of the commits. In a database of before, the rows of before come first; returns whether none is left.
 */
export const linkHistory = async (session: SqlSession): Promise<boolean> => {
  const last = 'select * from history_chain order by number desc limit 1';
  let end = (await readFirst(session, TABLES.history_chain, last)) ?? { number: 0n, hash: FIRST };
  for (let linked = 0; ; linked += ROWS_PER_STEP) {
    if (linked === MAX_LINKED && (await countAfter(session, end.number)) > MANY) return false;
    const query = `select * from history where number > ? order by number limit ${ROWS_PER_STEP}`;
    const rows = await readRows(session, TABLES.history, query, [end.number]);
    const links = rows.map((row) => {
      end = { number: row.number, hash: hashRow(row, end.hash) };
      return end;
    });
    if (links.length > 0) {
      const marks = links.map(() => '(?, ?)').join(', ');
      await session.run(
        `insert into history_chain (number, hash) values ${marks}`,
        links.flatMap(({ number, hash }) => [number, hash]),
      );
    }
    if (rows.length < ROWS_PER_STEP) return true;
  }
};

const countAfter = async (session: SqlSession, number: bigint): Promise<bigint> => {
  const query = 'select coalesce(max(number), 0) as last from history';
  return (await readOne(session, { last: 'integer' }, query)).last - number;
};

const WALKED = {
  number: 'integer',
  repository: 'repository?',
  at: 'integer?',
  who: 'text?',
  action: 'text?',
  detail: 'text?',
  hash: 'text?',
} as const;

const nextNumbers = (table: 'history' | 'history_chain'): string =>
  `select number from (select number from ${table} where number > ? order by number limit ${ROWS_PER_STEP}) of_${table}`;

const WITHOUT_BEGINNING = { number: 'integer', repository: 'repository' } as const;
const ITEMS_PER_STEP = 100;
const SELECT_UNBEGUN = `select i.number, i.repository from items i where i.number > ? and not exists
  (select 1 from history h where h.repository = i.repository and h.action = 'added')
  order by i.number limit ${ITEMS_PER_STEP}`;

/** Rows without links, and links without rows, are both there. */
const SELECT_WALKED = `select n.number, h.repository, h.at, h.who, h.action, h.detail, c.hash from
    (${nextNumbers('history')} union ${nextNumbers('history_chain')} order by number limit ${ROWS_PER_STEP}) n
  left join history h on h.number = n.number left join history_chain c on c.number = n.number order by n.number`;

export const createSqlHistoryChain = (
  database: SqlDatabase,
  findSigner: FindClaimSigner = async () => undefined,
): HistoryChain => ({
  async linkSome() {
    const signer = await findSigner();
    return database.transaction(
      async (session) => {
        const isDone = await linkHistory(session);
        await signHistoryEnd(session, signer);
        return isDone;
      },
      { exclusive: [HISTORY_LOCK] },
    );
  },
  async *itemsWithoutBeginning() {
    let done = 0n;
    for (;;) {
      const rows = await database.read((session) => readRows(session, WITHOUT_BEGINNING, SELECT_UNBEGUN, [done]));
      for (const { number, repository } of rows) {
        done = number;
        yield repository;
      }
      if (rows.length < ITEMS_PER_STEP) return;
    }
  },
  async *walk() {
    const { last } = await database.read((session) =>
      readOne(session, { last: 'integer' }, 'select coalesce(max(number), 0) as last from history_chain'),
    );
    let [before, done] = [FIRST, -1n];
    for (;;) {
      const rows = await database.read((session) => readRows(session, WALKED, SELECT_WALKED, [done, done]));
      for (const row of rows) {
        done = row.number;
        yield {
          number: row.number,
          hash: row.hash ?? undefined,
          repository: row.repository ?? undefined,
          ...judge(row, before, last),
        };
        before = row.hash ?? before;
      }
      if (rows.length < ROWS_PER_STEP) return;
    }
  },
});

const judge = (
  row: Row<typeof WALKED>,
  before: string,
  last: bigint,
): Pick<HistoryLink, 'finding' | 'isBeforeLinked'> => {
  const isBeforeLinked = row.number < last;
  if (row.repository === null) return { finding: 'gone', isBeforeLinked };
  if (row.hash === null) return { finding: 'unlinked', isBeforeLinked };
  return { finding: hashRow(row as HistoryRow, before) === row.hash ? 'sound' : 'changed', isBeforeLinked };
};
