import type { Ibi } from '@perene/core';
import type { ClaimSigner, FindClaimSigner } from '../../ports/archive/claims.ts';
import type { Signatures, Signer } from '../../ports/system/signatures.ts';

/** Remembers the label of the Archive service, which never changes; the key may change at any time. */
export const createClaimSigner = ({
  findService,
  openSigner,
  signatures,
  isWaiting,
}: {
  readonly findService: () => Promise<Ibi | undefined>;
  readonly openSigner: () => Promise<Signer>;
  readonly signatures: Pick<Signatures, 'sha256'>;
  /** Whether claims wait for the log. Once they do not, they never do again while the node runs. */
  readonly isWaiting: () => Promise<boolean>;
}): FindClaimSigner => {
  let service: Ibi | undefined;
  let mayWait = true;
  let known: { readonly signer: Signer; readonly claims: ClaimSigner } | undefined;
  return async () => {
    service ??= await findService();
    if (service === undefined) return undefined;
    const signer = await openSigner();
    if (mayWait) mayWait = await isWaiting();
    if (known?.signer !== signer || known.claims.mayWait !== mayWait) {
      known = { signer, claims: { service: service.text, ...signer, sha256: signatures.sha256, mayWait } };
    }
    return known.claims;
  };
};
