import type { RepositoryLabel } from '@perene/core';
import type { Authorship } from '../../../../ports/archive/catalogue.ts';
import type { ClaimSigner } from '../../../../ports/archive/claims.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { signItems } from './sign-items.ts';
import { keepOffered, signTransfers } from './transfer-statements.ts';

/** The last step of each transaction that changes items, so that no change is without its claim. */
export const signTransaction = async (
  {
    session,
    signer,
    authorship: { at, handOverTo, handedOver = [] },
  }: { readonly session: SqlSession; readonly signer: ClaimSigner; readonly authorship: Authorship },
  written: readonly RepositoryLabel[],
): Promise<void> => {
  const repositories = [...new Set(written)];
  const signing = { session, signer, at };
  for (const signed of handedOver) await keepOffered(session, signer, signed);
  await signItems(signing, repositories);
  if (handOverTo !== undefined) await signTransfers(signing, repositories, handOverTo);
};
