import type { PersonSession, Sessions } from '../../../ports/people/sessions.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { findPerson } from './person-rows.ts';

/** All writes of sessions are short. */
const SESSIONS: Locks = { exclusive: ['person-sessions'] };

const COUNTING = `from person_sessions s join people p on p.id = s.person and p.stamp = s.stamp and p.state = 'active'`;

export const createSqlSessions = (database: SqlDatabase): Sessions => ({
  add: ({ hash, id, person, stamp, agent, startedAt, seenAt }, { most }) =>
    database.transaction(async (session) => {
      await session.run(
        `insert into person_sessions (hash, id, person, stamp, agent, started_at, seen_at) values (?, ?, ?, ?, ?, ?, ?)`,
        [hash, id, person, stamp, agent, startedAt, seenAt],
      );
      await session.run(
        `delete from person_sessions where person = ? and hash not in
           (select hash from person_sessions where person = ? order by seen_at desc, hash limit ${most})`,
        [person, person],
      );
    }, SESSIONS),
  find: (hash) =>
    database.read(async (session) => {
      const row = await readFirst(session, TABLES.person_sessions, `select s.* ${COUNTING} where s.hash = ?`, [hash]);
      if (row === undefined) return undefined;
      const person = await findPerson(session, 'id', row.person);
      return person && { session: sessionOf(row), person };
    }),
  noteUse: (hash, at) =>
    database.transaction(
      (session) => session.run('update person_sessions set seen_at = ? where hash = ? and seen_at < ?', [at, hash, at]),
      SESSIONS,
    ),
  list: (person) =>
    database.read(async (session) => {
      const query = `select s.* ${COUNTING} where s.person = ? order by s.seen_at desc, s.hash`;
      return (await readRows(session, TABLES.person_sessions, query, [person])).map(sessionOf);
    }),
  end: (hash) =>
    database.transaction((session) => session.run('delete from person_sessions where hash = ?', [hash]), SESSIONS),
  endOf: (person, id) =>
    database.transaction(
      (session) => session.run('delete from person_sessions where person = ? and id = ?', [person, id]),
      SESSIONS,
    ),
  sweep: ({ seenAt, startedAt }) =>
    database.transaction(
      (session) => session.run('delete from person_sessions where seen_at < ? or started_at < ?', [seenAt, startedAt]),
      SESSIONS,
    ),
});

const sessionOf = (row: Row<typeof TABLES.person_sessions>): PersonSession => ({
  id: row.id,
  person: row.person,
  stamp: row.stamp,
  agent: row.agent,
  startedAt: row.started_at,
  seenAt: row.seen_at,
});
