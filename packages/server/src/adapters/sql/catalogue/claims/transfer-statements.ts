import { refuse } from '@perene/api/refusals';
import type { Label, RepositoryLabel } from '@perene/core';
import type { Hash, Signed, Transfer } from '@perene/core/trust';
import type { ClaimSigner } from '../../../../ports/archive/claims.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { readFirst } from '../../engine/typed-rows.ts';
import { findAwaiting } from './awaited-log.ts';
import { insertStatements, statementOf } from './claim-rows.ts';
import { CLAIMED, lastOf, SELECT_CLAIMED } from './find-news.ts';
import { laterOf, type Signing } from './sign-items.ts';

/** Keeps what the old holder signed, until this Archive claims the original. A later transfer takes its place. */
export const keepOffered = async (
  session: SqlSession,
  { sha256 }: Pick<ClaimSigner, 'sha256'>,
  signed: Signed<Transfer>,
): Promise<void> => {
  const { repository } = signed.statement;
  if (repository === undefined) throw new Error('a transfer to this Archive has no repository name');
  await session.run(`update claims set kind = 'received' where repository = ? and kind = 'offered'`, [repository]);
  const place = { repository, place: (await readLastPlace(session, repository)) + 1n, kind: 'offered' } as const;
  await insertStatements(session, [statementOf(signed, place, sha256)]);
};

const readLastPlace = async (session: SqlSession, repository: string): Promise<bigint> => {
  const query = 'select place from claims where repository = ? order by place desc limit 1';
  return (await readFirst(session, { place: 'integer' }, query, [repository]))?.place ?? 0n;
};

/** Signs that each of these items goes to the receiver. Its last claim says what goes. */
export const signTransfers = async (
  { session, signer, at }: Signing,
  repositories: readonly RepositoryLabel[],
  receiver: Label,
): Promise<void> => {
  const awaiting = (signer.mayWait ? await findAwaiting(session) : undefined) ?? 0n;
  for (const repository of repositories) {
    const row = await readFirst(session, CLAIMED, `${SELECT_CLAIMED} where i.repository = ?`, [repository]);
    const last = row && lastOf(row);
    if (row === undefined || last === undefined) continue;
    if (row.number <= awaiting) throw refuse('item-refused', { reason: 'restored', label: repository });
    const { ibip, hash } = last;
    const transfer: Transfer = {
      kind: 'transfer',
      repository,
      ibip,
      hash,
      time: laterOf(at, last),
      archiveService: signer.service,
      previous: row.last_hash as Hash,
      receiver,
    };
    const place = { repository, place: row.place + 1n, kind: 'transfer' } as const;
    await insertStatements(session, [statementOf(signer.sign(transfer), place, signer.sha256)]);
  }
};
