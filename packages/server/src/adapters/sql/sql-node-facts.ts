import type { NodeFacts } from '../../ports/node-facts.ts';
import { textOf } from './catalogue-rows.ts';
import type { SqlDatabase, SqlSession } from './sql-database.ts';

export const createSqlNodeFacts = (database: SqlDatabase): NodeFacts => ({
  find: (name) => database.read((session) => findFact(session, name)),
  keep: (name, value) =>
    database.transaction(async (session) => {
      await session.run('insert into node_facts (name, value) values (?, ?) on conflict (name) do nothing', [
        name,
        value,
      ]);
      return (await findFact(session, name)) ?? value;
    }),
});

const findFact = async (session: SqlSession, name: string): Promise<string | undefined> => {
  const [row] = await session.all('select value from node_facts where name = ?', [name]);
  return row && textOf(row['value']);
};
