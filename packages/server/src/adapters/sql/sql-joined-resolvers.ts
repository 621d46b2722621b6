import type { JoinedResolvers, JoinState } from '../../ports/joined-resolvers.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase } from './sql-database.ts';

export const createSqlJoinedResolvers = (database: SqlDatabase): JoinedResolvers => ({
  find: (resolver) =>
    database.read(async (session) => {
      const [row] = await session.all('select * from joined_resolvers where resolver = ?', [resolver]);
      return (
        row && {
          state: JSON.parse(textOf(row['state'])) as JoinState,
          address: textOf(row['address']),
          at: BigInt(row['at'] ?? 0n),
        }
      );
    }),
  save: (resolver, { state, address, at }) =>
    database.transaction((session) =>
      session.run(
        `insert into joined_resolvers (resolver, state, address, at) values (?, ?, ?, ?)
         on conflict (resolver) do update set state = excluded.state, address = excluded.address, at = excluded.at`,
        [resolver, JSON.stringify(state), address, at],
      ),
    ),
});
