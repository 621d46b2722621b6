import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Locks } from '../engine/locks.ts';
import type { SqlDatabase, SqlSession } from '../engine/sql-database.ts';
import { readFirst } from '../engine/typed-rows.ts';

export const createSqlNodeFacts = (database: SqlDatabase): NodeFacts => ({
  find: (name) => database.read((session) => findFact(session, name)),
  keep: (name, value) =>
    database.transaction(
      async (session) => {
        await session.run('insert into node_facts (name, value) values (?, ?) on conflict (name) do nothing', [
          name,
          value,
        ]);
        return (await findFact(session, name)) ?? value;
      },
      lockFacts([name]),
    ),
  replace: (name, value) => database.transaction((session) => replaceFact(session, name, value), lockFacts([name])),
  replaceAll: (values, known) =>
    database.transaction(
      async (session) => {
        const [first = ''] = Object.keys(values);
        if ((await findFact(session, first)) !== known) return false;
        for (const [name, value] of Object.entries(values)) await replaceFact(session, name, value);
        return true;
      },
      lockFacts(Object.keys(values)),
    ),
});

const lockFacts = (names: readonly string[]): Locks => ({ exclusive: names.map((name) => `fact ${name}`) });

export const replaceFact = (session: SqlSession, name: string, value: string): Promise<void> =>
  session.run(
    'insert into node_facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    [name, value],
  );

export const findFact = async (session: SqlSession, name: string): Promise<string | undefined> => {
  const row = await readFirst(session, { value: 'text' }, 'select value from node_facts where name = ?', [name]);
  return row?.value;
};
