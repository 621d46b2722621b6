import type { Bytes, PublicKey, Sha256, SignatureCheck, Signed, Statement } from '@perene/core/trust';

/** Ed25519 and SHA-256, for statements that Archives and resolvers sign. */
export interface Signatures {
  /** A new private key, as text that `open` reads. It is a secret. */
  createKey(): string;
  open(privateKey: string): Signer;
  isValid(signed: Signed): boolean;
  /** For what is no statement: heads of logs. */
  verify(check: SignatureCheck): boolean;
  readonly sha256: Sha256;
}

/** Signs with one key. */
export interface Signer {
  readonly key: PublicKey;
  sign<Said extends Statement>(statement: Said): Signed<Said>;
  /** For what is no statement: the head of a log, and what a witness signs of it. */
  signBytes(message: Bytes): Bytes;
}
