import type { Checked } from '../../ibi/label.ts';
import { type Accepted, type Answer, accept, type Refused, refuse, shift } from '../../parsing/answer.ts';
import { type Bytes, decodeHex, decodePaddedBase64, encodePaddedBase64, isSameBytes } from '../bytes.ts';

/** `ed25519:` and the 32 bytes of RFC 8032 in base 64. */
export type PublicKey = Checked<string, 'PublicKey'>;

/** The 64 bytes of an Ed25519 signature in base 64. */
export type Signature = Checked<string, 'Signature'>;

/** What an implementation of Ed25519 has to verify. */
export interface SignatureCheck {
  /** 32 bytes. */
  readonly key: Bytes;
  readonly message: Bytes;
  /** 64 bytes. */
  readonly signature: Bytes;
}

const PREFIX = 'ed25519:';
const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/**
 * The encodings of points of small order, without the sign of x. With such a key one signature fits many messages, and
 * implementations disagree about whether to refuse it.
 */
const WEAK_KEYS = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map(decodeHex);

const isWeak = (bytes: Uint8Array): boolean => {
  const unsigned = bytes.with(KEY_BYTES - 1, Number(bytes[KEY_BYTES - 1]) & 0x7f);
  return WEAK_KEYS.some((weak) => isSameBytes(weak, unsigned));
};

/** Base 64 is read strictly, so a text that is accepted is the one that `publicKeyOf` writes. */
export const parsePublicKey = (text: string): Answer<PublicKey> => {
  if (!text.startsWith(PREFIX)) return refuse('public-key/kind', 0, PREFIX);
  const bytes = decodePaddedBase64(text.slice(PREFIX.length));
  if (!bytes.ok) return shift(bytes, PREFIX.length);
  return findProblem(bytes.value) ?? accept(text as PublicKey);
};

export const publicKeyOf = (bytes: Uint8Array): Answer<PublicKey> =>
  findProblem(bytes) ?? accept(`${PREFIX}${encodePaddedBase64(bytes)}` as PublicKey);

const findProblem = (bytes: Uint8Array): Refused | undefined => {
  if (bytes.length !== KEY_BYTES) return refuse('public-key/length', 0, `${KEY_BYTES} bytes`);
  return isWeak(bytes) ? refuse('public-key/weak', 0, 'a point that is not of small order') : undefined;
};

export const publicKeyBytes = (key: PublicKey): Bytes => bytesOf(key.slice(PREFIX.length));

const SHORT_OR_LONG = refuse('signature/length', 0, `${SIGNATURE_BYTES} bytes`);

export const parseSignature = (text: string): Answer<Signature> => {
  const bytes = decodePaddedBase64(text);
  if (!bytes.ok) return bytes;
  return bytes.value.length === SIGNATURE_BYTES ? accept(text as Signature) : SHORT_OR_LONG;
};

export const signatureOf = (bytes: Uint8Array): Answer<Signature> =>
  bytes.length === SIGNATURE_BYTES ? accept(encodePaddedBase64(bytes) as Signature) : SHORT_OR_LONG;

export const signatureBytes = (signature: Signature): Bytes => bytesOf(signature);

/** From a text that its parser has accepted. */
const bytesOf = (text: string): Bytes => (decodePaddedBase64(text) as Accepted<Bytes>).value;
