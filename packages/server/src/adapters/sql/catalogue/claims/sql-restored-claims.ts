import type { ClaimSigner, FindClaimSigner } from '../../../../ports/archive/claims.ts';
import type { LoggedStatement, RestoredClaims } from '../../../../ports/archive/restored-claims.ts';
import type { SqlDatabase, SqlSession } from '../../engine/sql-database.ts';
import { hasRows, readFirst, readOne, readRows } from '../../engine/typed-rows.ts';
import { findLastNumber, findRestoration, saveRestoration } from './awaited-log.ts';
import { insertStatements, statementOf } from './claim-rows.ts';
import { CLAIMED, lastOf, SELECT_CLAIMED } from './find-news.ts';
import { signItems } from './sign-items.ts';

const ITEMS_PER_STEP = 10;

export const createSqlRestoredClaims = (database: SqlDatabase, findSigner: FindClaimSigner): RestoredClaims => ({
  find: () => database.read(findRestoration),
  save: (restoration) => database.transaction((session) => saveRestoration(session, restoration)),
  lastNumber: () => database.read(findLastNumber),
  async keep(statements) {
    const signer = await findSigner();
    if (signer === undefined) return { statements: 0, lost: 0 };
    return database.transaction(async (session) => {
      let [kept, lost] = [0, 0];
      for (const logged of statements) {
        const outcome = await keepOne(session, logged, signer);
        if (outcome !== 'known') kept += 1;
        if (outcome === 'lost') lost += 1;
      }
      return { statements: kept, lost };
    });
  },
  after: (number) =>
    database.read(async (session) => {
      const query = `${SELECT_CLAIMED} where i.number > ? order by i.number limit ${ITEMS_PER_STEP}`;
      const rows = await readRows(session, CLAIMED, query, [number]);
      return rows.map((row) => ({ number: row.number, repository: row.repository, last: lastOf(row) }));
    }),
  async sign(repositories, at) {
    const signer = await findSigner();
    if (signer !== undefined) {
      await database.transaction((session) => signItems({ session, signer, at }, repositories));
    }
  },
});

const keepOne = async (
  session: SqlSession,
  { isOwn, signed }: LoggedStatement,
  { sha256 }: Pick<ClaimSigner, 'sha256'>,
): Promise<'known' | 'kept' | 'lost'> => {
  const { repository, kind } = signed.statement;
  if (repository === undefined) return 'known';
  const query = 'select coalesce(max(place), 0) as place from claims where repository = ?';
  const { place } = await readOne(session, { place: 'integer' }, query, [repository]);
  const made = statementOf(signed, { repository, place: place + 1n, kind: isOwn ? kind : 'received' }, sha256);
  const isKnown = await hasRows(session, 'select 1 as one from claims where repository = ? and hash = ?', [
    repository,
    made.hash,
  ]);
  if (isKnown) return 'known';
  await insertStatements(session, [made]);
  if (kind === 'transfer' || signed.statement.previous !== undefined) return 'kept';
  const item = await readFirst(session, { number: 'integer' }, 'select number from items where repository = ?', [
    repository,
  ]);
  return item === undefined ? 'lost' : 'kept';
};
