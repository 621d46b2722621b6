import type { Checked } from '../ibi/label.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { type Bytes, decodeHex, encodeHex, encodeUtf8 } from './bytes.ts';
import type { Sha256 } from './sha256.ts';

/** `sha256:` and 64 hexadecimal digits in lower case. */
export type Hash = Checked<string, 'Hash'>;

const PREFIX = 'sha256:';
const HASH = /^sha256:[0-9a-f]{64}$/;

export const parseHash = (text: string): Answer<Hash> =>
  HASH.test(text) ? accept(text as Hash) : refuse('hash/digits', 0, 'sha256: and 64 hexadecimal digits in lower case');

export const formatHash = (bytes: Uint8Array): Hash => `${PREFIX}${encodeHex(bytes)}` as Hash;

export const hashBytes = (hash: Hash): Bytes => decodeHex(hash.slice(PREFIX.length));

/** The hash of a text in UTF-8. */
export const hashText = (text: string, sha256: Sha256): Hash => formatHash(sha256(encodeUtf8(text)));
