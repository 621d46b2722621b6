import type { SavedFilters } from '../../../ports/archive/desk/saved-filters.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase } from '../engine/sql-database.ts';
import { readOne, readRows } from '../engine/typed-rows.ts';

const FILTERS: Locks = { exclusive: ['saved-filters'] };

export const createSqlSavedFilters = (database: SqlDatabase): SavedFilters => ({
  list: (owner) =>
    database.read((session) =>
      readRows(
        session,
        { name: 'text', query: 'text' },
        'select name, query from saved_filters where owner = ? order by name',
        [owner],
      ),
    ),
  save: (owner, { name, query }, { most, at }) =>
    database.transaction(async (session) => {
      const others = 'select count(*) as filters from saved_filters where owner = ? and name <> ?';
      const { filters } = await readOne(session, { filters: 'integer' }, others, [owner, name]);
      if (filters >= BigInt(most)) return false;
      await session.run(
        `insert into saved_filters (owner, name, query, saved_at) values (?, ?, ?, ?)
         on conflict (owner, name) do update set query = excluded.query, saved_at = excluded.saved_at`,
        [owner, name, query, at],
      );
      return true;
    }, FILTERS),
  remove: (owner, name) =>
    database.transaction(
      (session) => session.run('delete from saved_filters where owner = ? and name = ?', [owner, name]),
      FILTERS,
    ),
});
