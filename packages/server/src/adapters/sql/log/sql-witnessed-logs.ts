import type { LogConflict, LogDoubt, WitnessedLog, WitnessedLogs } from '../../../ports/trust/witnessed-logs.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { readFirst } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

export const createSqlWitnessedLogs = (database: SqlDatabase): WitnessedLogs => ({
  find: (resolver) => database.read((session) => findLog(session, resolver)),
  advance: (resolver, { before, logKey, head, at }) =>
    database.transaction(async (session) => {
      const known = await findLog(session, resolver);
      if (known?.head !== before || known?.conflict !== undefined) return false;
      await session.run(
        `insert into witnessed_logs (resolver, log_key, head, at) values (?, ?, ?, ?)
         on conflict (resolver) do update set head = excluded.head, at = excluded.at, doubt = null`,
        [resolver, logKey, head, at],
      );
      return true;
    }, lockOf(resolver)),
  keepDoubt: (resolver, doubt) =>
    database.transaction(async (session) => {
      const known = await findLog(session, resolver);
      if (known === undefined || known.doubt?.head !== undefined) return;
      await session.run('update witnessed_logs set doubt = ? where resolver = ?', [
        writeDoubt({ ...doubt, since: known.doubt?.since ?? doubt.since }),
        resolver,
      ]);
    }, lockOf(resolver)),
  endDoubt: (resolver) =>
    database.transaction(
      (session) => session.run('update witnessed_logs set doubt = null where resolver = ?', [resolver]),
      lockOf(resolver),
    ),
  keepConflict: (resolver, conflict) =>
    database.transaction(
      (session) =>
        session.run('update witnessed_logs set conflict = ? where resolver = ? and conflict is null', [
          JSON.stringify(conflict),
          resolver,
        ]),
      lockOf(resolver),
    ),
  forget: (resolver) =>
    database.transaction(
      (session) => session.run('delete from witnessed_logs where resolver = ?', [resolver]),
      lockOf(resolver),
    ),
});

const lockOf = (resolver: string): Locks => ({ exclusive: [`witnessed ${resolver}`] });

const findLog = async (session: SqlSession, resolver: string): Promise<WitnessedLog | undefined> => {
  const query = 'select * from witnessed_logs where resolver = ?';
  const row = await readFirst(session, TABLES.witnessed_logs, query, [resolver]);
  if (row === undefined) return undefined;
  const conflict = row.conflict === null ? undefined : (JSON.parse(row.conflict) as LogConflict);
  return { logKey: row.log_key, head: row.head, at: row.at, doubt: readDoubt(row.doubt), conflict };
};

const writeDoubt = (doubt: LogDoubt): string => JSON.stringify({ ...doubt, since: String(doubt.since) });

const readDoubt = (text: string | null): LogDoubt | undefined => {
  if (text === null) return undefined;
  const { since, kind, head } = JSON.parse(text) as Omit<LogDoubt, 'since'> & { readonly since: string };
  return { since: BigInt(since), kind, head };
};
