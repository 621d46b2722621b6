import type { Ibi } from '@perene/core';
import type { ClaimSigner, FindClaimSigner } from '../../ports/archive/claims.ts';
import type { Signatures, Signer } from '../../ports/system/signatures.ts';

/** Remembers the label of the Archive service, which never changes; the key may change at any time. */
export const createClaimSigner = ({
  findService,
  openSigner,
  signatures,
}: {
  readonly findService: () => Promise<Ibi | undefined>;
  readonly openSigner: () => Promise<Signer>;
  readonly signatures: Pick<Signatures, 'sha256'>;
}): FindClaimSigner => {
  let service: Ibi | undefined;
  let known: { readonly signer: Signer; readonly claims: ClaimSigner } | undefined;
  return async () => {
    service ??= await findService();
    if (service === undefined) return undefined;
    const signer = await openSigner();
    if (known?.signer !== signer) {
      known = { signer, claims: { service: service.text, ...signer, sha256: signatures.sha256 } };
    }
    return known.claims;
  };
};
