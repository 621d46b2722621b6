import type { SqlSession } from '../../engine/sql-database.ts';
import { readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

/**
 * Rights over a collection are kept by its name. They follow a new name, and end with the collection, so that whoever is
 * given the name later does not inherit them.
 */
export const moveRights = async (session: SqlSession, from: string, to: string | undefined): Promise<void> => {
  if (to !== undefined) {
    await session.run(
      `insert into grants (principal, role, collection) select principal, role, ? from grants where collection = ?
       on conflict do nothing`,
      [to, from],
    );
  }
  await session.run('delete from grants where collection = ?', [from]);
  const keys = await readRows(session, TABLES.api_keys, 'select * from api_keys where limits is not null');
  for (const { id, limits } of keys) {
    const { collections, ...others } = JSON.parse(limits ?? '{}') as { readonly collections?: readonly string[] };
    if (!collections?.includes(from)) continue;
    const kept = collections.flatMap((name) => (name === from ? (to ?? []) : name));
    const changed = JSON.stringify({ ...others, collections: [...new Set(kept)] });
    await session.run('update api_keys set limits = ? where id = ?', [changed, id]);
  }
};
