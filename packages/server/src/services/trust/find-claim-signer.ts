import type { Ibi } from '@perene/core';
import type { ClaimSigner, FindClaimSigner } from '../../ports/archive/claims.ts';
import type { Signatures, Signer } from '../../ports/system/signatures.ts';

/** Remembers the signer from the moment when the Archive service has its label, which never changes. */
export const createClaimSigner = ({
  findService,
  openSigner,
  signatures,
}: {
  readonly findService: () => Promise<Ibi | undefined>;
  readonly openSigner: () => Promise<Signer>;
  readonly signatures: Pick<Signatures, 'sha256'>;
}): FindClaimSigner => {
  let known: ClaimSigner | undefined;
  return async () => {
    if (known !== undefined) return known;
    const service = await findService();
    if (service === undefined) return undefined;
    const { sign } = await openSigner();
    known = { service: service.text, sign, sha256: signatures.sha256 };
    return known;
  };
};
