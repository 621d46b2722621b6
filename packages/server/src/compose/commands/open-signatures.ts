import { createEd25519Signatures } from '../../adapters/system/ed25519-signatures.ts';
import type { Signatures } from '../../ports/system/signatures.ts';

/** For commands that check signatures without a node. */
export const openSignatures = (): Signatures => createEd25519Signatures();
