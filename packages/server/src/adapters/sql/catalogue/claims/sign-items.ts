import type { IbipLabel } from '@perene/core';
import { type ItemState, wireState } from '@perene/core/item';
import { type Claim, type Hash, hashManifest, type Instant, instantOf, type Transfer } from '@perene/core/trust';
import type { ClaimSigner } from '../../../../ports/claims.ts';
import { breathe } from '../../engine/breathe.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readFirst, readRows } from '../../engine/typed-rows.ts';
import { wordsOf } from '../catalogue-rows.ts';
import { insertStatements, type NewStatement, signedOf, statementOf } from './claim-rows.ts';
import { CLAIMED, type ClaimedRow, readManifest, SELECT_CLAIMED } from './read-manifest.ts';

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
  for (let done = 0; done < repositories.length; done += ITEMS_PER_STEP) {
    await signSome(signing, repositories.slice(done, done + ITEMS_PER_STEP));
  }
};

const signSome = async (signing: Signing, repositories: readonly string[]): Promise<void> => {
  const query = `${SELECT_CLAIMED} where i.repository in (${repositories.map(() => '?').join(', ')})`;
  const made: NewStatement[] = [];
  for (const row of await readRows(signing.session, CLAIMED, query, repositories)) {
    // Metadata may have a megabyte, which takes long to hash.
    await breathe();
    const claim = await nextClaim(signing, row);
    if (claim !== undefined) made.push(claim);
  }
  await insertStatements(signing.session, made);
};

/** Undefined where there is nothing new to say. */
const nextClaim = async (signing: Signing, row: ClaimedRow): Promise<NewStatement | undefined> => {
  const last = row.last === null ? undefined : signedOf(row.last).statement;
  // A holder that claims the original again would withdraw its transfer.
  if (row.state === 'releasing' && last?.kind === 'transfer') return undefined;
  const { repository } = row;
  const [ibip] = wordsOf(row.ibips) as readonly IbipLabel[];
  const state = wireState({ kind: row.state as ItemState['kind'] });
  // A tombstone is one of what there was.
  const hash =
    state === 'Deleted' && last !== undefined
      ? last.hash
      : hashManifest(await readManifest(signing.session, row), signing.signer.sha256);
  if (last?.kind === 'claim' && last.ibip === ibip && last.state === state && last.hash === hash) return undefined;
  const isTakenOver = state === 'Original' && row.place > 0n && last?.kind !== 'transfer' && last?.state !== 'Original';
  const received = isTakenOver ? await takeOffered(signing.session, repository, hash) : undefined;
  const claim: Claim = {
    kind: 'claim',
    repository,
    ibip,
    state,
    hash,
    time: laterOf(signing.at, last),
    archiveService: signing.signer.service,
    previous: received ?? ((row.last_hash ?? undefined) as Hash | undefined),
  };
  const place = { repository, place: row.place + 1n, kind: 'claim' } as const;
  return statementOf(signing.signer.sign(claim), place, signing.signer.sha256);
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
