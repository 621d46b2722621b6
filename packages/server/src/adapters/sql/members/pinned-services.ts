import type { Members } from '../../../ports/federation/members.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { readOne, readRows } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

export const keepPinnedNames = (database: SqlDatabase): Pick<Members, 'pinnedNames' | 'pinName'> => ({
  pinnedNames: () =>
    database.read(async (session) => {
      const rows = await readRows(session, TABLES.pinned_services, 'select * from pinned_services');
      return new Map(rows.map((row) => [row.service, row.repository]));
    }),
  pinName: (service, repository) =>
    database.transaction(
      async (session) => {
        await session.run(
          'insert into pinned_services (service, repository) values (?, ?) on conflict (service) do nothing',
          [service, repository],
        );
        const row = await readOne(session, TABLES.pinned_services, 'select * from pinned_services where service = ?', [
          service,
        ]);
        return row.repository;
      },
      { exclusive: [`pinned ${service}`] },
    ),
});
