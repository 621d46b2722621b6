import type { LogWitnesses } from '../../../ports/trust/log-witnesses.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { hasRows, readFirst, readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

const KEPT_HEADS = 64n;
/** As many as a proof file takes. */
const MAX_WITNESSES = 255n;

const HEADS = { exclusive: ['log-heads'] };
const NEWEST = 'select * from log_heads order by size desc limit 1';
const OLD_HEADS = 'select size from log_heads order by size desc limit 1000 offset ?';

export const createSqlLogWitnesses = (database: SqlDatabase): LogWitnesses => ({
  async offer({ size, at, renewBefore }) {
    const isCurrent = (head: { readonly size: bigint; readonly made_at: bigint } | undefined) =>
      head !== undefined && (head.size >= BigInt(size) || head.made_at >= renewBefore);
    const seen = await database.read((session) => readFirst(session, TABLES.log_heads, NEWEST));
    if (seen && isCurrent(seen)) return Number(seen.size);
    return database.transaction(async (session) => {
      const newest = await readFirst(session, TABLES.log_heads, NEWEST);
      if (newest && isCurrent(newest)) return Number(newest.size);
      await session.run('insert into log_heads (size, made_at) values (?, ?)', [BigInt(size), at]);
      await session.run(`delete from log_cosignatures where size in (${OLD_HEADS})`, [KEPT_HEADS]);
      await session.run(`delete from log_heads where size in (${OLD_HEADS})`, [KEPT_HEADS]);
      return size;
    }, HEADS);
  },
  keep: (size, { service, line }) =>
    database.transaction(async (session) => {
      const head = BigInt(size);
      if (!(await hasRows(session, 'select size from log_heads where size = ?', [head]))) return false;
      const counting = 'select count(*) as others from log_cosignatures where size = ? and service <> ?';
      const { others } = await readOne(session, { others: 'integer' }, counting, [head, service]);
      if (others >= MAX_WITNESSES) return false;
      await session.run(
        `insert into log_cosignatures (size, service, signature) values (?, ?, ?)
         on conflict (size, service) do update set signature = excluded.signature`,
        [head, service, line],
      );
      return true;
    }, HEADS),
  cosigned: ({ limit }) =>
    database.read(async (session) => {
      const rows = await readRows(
        session,
        TABLES.log_cosignatures,
        `select * from log_cosignatures
         where size in (select distinct size from log_cosignatures order by size desc limit ?)
         order by size desc, service`,
        [BigInt(limit)],
      );
      const sizes = [...new Set(rows.map(({ size }) => size))];
      return sizes.map((size) => ({
        size: Number(size),
        cosignatures: rows
          .filter((row) => row.size === size)
          .map(({ service, signature }) => ({ service, line: signature })),
      }));
    }),
});
