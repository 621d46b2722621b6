import type { ArchiveTime } from '@perene/core/federation';
import type { JoinedResolvers, JoinState } from '../../../ports/federation/joined-resolvers.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { readFirst } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { keepNotedLeases } from './noted-leases.ts';

/** Versions before 0.2 wrote a reason in words. */
const readState = (text: string): JoinState => {
  const { reason, ...state } = JSON.parse(text);
  return reason === undefined ? state : { ...state, why: { detail: reason } };
};

export const createSqlJoinedResolvers = (database: SqlDatabase, readMachine: () => ArchiveTime): JoinedResolvers => ({
  ...keepNotedLeases(database, readMachine),
  find: (resolver) =>
    database.read(async (session) => {
      const row = await readFirst(
        session,
        TABLES.joined_resolvers,
        'select * from joined_resolvers where resolver = ?',
        [resolver],
      );
      return row && { state: readState(row.state), address: row.address, at: row.at };
    }),
  save: (resolver, { state, address, at }) =>
    database.transaction(
      (session) =>
        session.run(
          `insert into joined_resolvers (resolver, state, address, at) values (?, ?, ?, ?)
         on conflict (resolver) do update set state = excluded.state, address = excluded.address, at = excluded.at`,
          [resolver, JSON.stringify(state), address, at],
        ),
      { exclusive: [`joined ${resolver}`] },
    ),
});
