import type { Identities, Identity } from '../../../ports/people/identities.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { type Row, readFirst, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';
import { ADMINISTRATORS, findPerson } from './person-rows.ts';

const TABLE = TABLES.person_identities;

export const createSqlIdentities = (database: SqlDatabase): Identities => ({
  find: (issuer, subject) =>
    database.read(async (session) => {
      const query = 'select * from person_identities where issuer = ? and subject = ?';
      const row = await readFirst(session, TABLE, query, [issuer, subject]);
      return row && findPerson(session, 'id', row.person);
    }),
  list: (person) =>
    database.read(async (session) => {
      const query = 'select * from person_identities where person = ? order by issuer, subject';
      return (await readRows(session, TABLE, query, [person])).map(identityOf);
    }),
  link: ({ issuer, subject, person, linkedAt }) =>
    database.transaction(async (session) => {
      const known = await readRows(
        session,
        TABLE,
        'select * from person_identities where issuer = ? and (subject = ? or person = ?)',
        [issuer, subject, person],
      );
      if (known.length > 0) return known.every((row) => row.subject === subject && row.person === person);
      const found = await findPerson(session, 'id', person);
      if (found === undefined || found.state === 'disabled') return false;
      await session.run('insert into person_identities (issuer, subject, person, linked_at) values (?, ?, ?, ?)', [
        issuer,
        subject,
        person,
        linkedAt,
      ]);
      if (found.state === 'active') return true;
      await session.run("update people set state = 'active' where id = ?", [person]);
      // An invitation that lies about would let whoever finds it choose a password.
      await session.run('delete from person_links where person = ?', [person]);
      return true;
    }, ADMINISTRATORS),
  unlink: (person, issuer) =>
    database.transaction(
      (session) => session.run('delete from person_identities where person = ? and issuer = ?', [person, issuer]),
      ADMINISTRATORS,
    ),
});

const identityOf = (row: Row<typeof TABLE>): Identity => ({
  issuer: row.issuer,
  subject: row.subject,
  person: row.person,
  linkedAt: row.linked_at,
});
