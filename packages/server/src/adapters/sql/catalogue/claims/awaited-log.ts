import type { Restoration } from '../../../../ports/archive/restored-claims.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readOne } from '../../engine/typed-rows.ts';
import { findFact, replaceFact } from '../../node/sql-node-facts.ts';

const FACT = 'claims.restored';

/** A restored Archive that has joined a resolver may have signed more than it knows. */
export const awaitLog = async (session: SqlSession): Promise<void> =>
  saveRestoration(session, { step: 'reading', upTo: String(await findLastNumber(session)) });

/** The number of the last item whose claims wait for the log; undefined where none waits. */
export const findAwaiting = async (session: SqlSession): Promise<bigint | undefined> => {
  const restoration = await findRestoration(session);
  return restoration?.step === 'reading' ? BigInt(restoration.upTo) : undefined;
};

export const findRestoration = async (session: SqlSession): Promise<Restoration | undefined> => {
  const text = await findFact(session, FACT);
  return text === undefined ? undefined : (JSON.parse(text) as Restoration);
};

export const saveRestoration = (session: SqlSession, restoration: Restoration): Promise<void> =>
  replaceFact(session, FACT, JSON.stringify(restoration));

export const findLastNumber = async (session: SqlSession): Promise<bigint> =>
  (await readOne(session, { last: 'integer' }, 'select coalesce(max(number), 0) as last from items')).last;
