import { type Claim, type Hash, type Instant, instantOf, type Transfer } from '@perene/core/trust';
import type { ClaimSigner } from '../../../../ports/archive/claims.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readFirst, readRows } from '../../engine/typed-rows.ts';
import { findAwaiting } from './awaited-log.ts';
import { insertStatements, type NewStatement, signedOf, statementOf } from './claim-rows.ts';
import { CLAIMED, type ClaimedRow, findNews, lastOf, SELECT_CLAIMED } from './find-news.ts';

const ITEMS_PER_STEP = 10;

/** A transaction that changes items, and what it signs with. */
export interface Signing {
  readonly session: SqlSession;
  readonly signer: ClaimSigner;
  /** Microseconds since 1970. */
  readonly at: bigint;
}

/**
 * Claims each item as the transaction leaves it, unless its last claim says the same. Items that are not here are passed
 * over: their chain goes on if they come again.
 */
export const signItems = async (signing: Signing, repositories: readonly string[]): Promise<void> => {
  const awaiting = signing.signer.mayWait ? await findAwaiting(signing.session) : undefined;
  for (let done = 0; done < repositories.length; done += ITEMS_PER_STEP) {
    await signSome(signing, repositories.slice(done, done + ITEMS_PER_STEP), awaiting ?? 0n);
  }
};

/** Items up to the number `awaiting` are claimed once the log was read: they may have later claims than are known here. */
const signSome = async (signing: Signing, repositories: readonly string[], awaiting: bigint): Promise<void> => {
  const query = `${SELECT_CLAIMED} where i.repository in (${repositories.map(() => '?').join(', ')})`;
  const made: NewStatement[] = [];
  for (const row of await readRows(signing.session, CLAIMED, query, repositories)) {
    const claim = row.number > awaiting ? await nextClaim(signing, row) : undefined;
    if (claim !== undefined) made.push(claim);
  }
  await insertStatements(signing.session, made);
};

const nextClaim = async (signing: Signing, row: ClaimedRow): Promise<NewStatement | undefined> => {
  const { session, signer, at } = signing;
  const { repository } = row;
  const last = lastOf(row);
  const news = await findNews(session, row, signer.sha256);
  if (news === undefined) return undefined;
  const isNewHolder = news.state === 'Original' && last?.kind !== 'transfer' && last?.state !== 'Original';
  const received = isNewHolder && row.place > 0n ? await takeOffered(session, repository, news.hash) : undefined;
  const claim: Claim = {
    kind: 'claim',
    repository,
    ...news,
    time: laterOf(at, last),
    archiveService: signer.service,
    previous: received ?? ((row.last_hash ?? undefined) as Hash | undefined),
  };
  return statementOf(signer.sign(claim), { repository, place: row.place + 1n, kind: 'claim' }, signer.sha256);
};

/** The clock may have been set back; a chain never goes back. */
export const laterOf = (at: bigint, last: Claim | Transfer | undefined): Instant => {
  const now = instantOf(Number(at / 1_000_000n));
  return last !== undefined && last.time > now ? last.time : now;
};

/** The hash of the transfer to this Archive that its first claim as the holder follows, if it has one of this content. */
const takeOffered = async (session: SqlSession, repository: string, content: Hash): Promise<Hash | undefined> => {
  const row = await readFirst(
    session,
    { hash: 'text', statement: 'text' },
    `update claims set kind = 'received' where repository = ? and kind = 'offered' returning hash, statement`,
    [repository],
  );
  if (row === undefined || signedOf(row.statement).statement.hash !== content) return undefined;
  return row.hash as Hash;
};
