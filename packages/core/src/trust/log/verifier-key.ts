import { type Answer, accept, refuse, shift } from '../../parsing/answer.ts';
import { type Bytes, concatBytes, decodePaddedBase64, encodeHex, encodePaddedBase64, encodeUtf8 } from '../bytes.ts';
import type { Sha256 } from '../sha256.ts';
import {
  type PublicKey,
  publicKeyBytes,
  publicKeyOf,
  SIGNATURE_BYTES,
  type SignatureCheck,
} from '../statements/public-key.ts';
import { isKeyName, type NoteSignature } from './note.ts';

/**
 * A key that signs notes, by name. A log signs the text of its checkpoints; a witness signs when it saw them, and the
 * text (C2SP tlog-cosignature, Ed25519).
 */
export interface VerifierKey {
  readonly role: 'log' | 'witness';
  readonly name: string;
  readonly key: PublicKey;
  /** Eight hexadecimal digits. */
  readonly keyId: string;
}

const TYPES = { log: 0x01, witness: 0x04 } as const;
const TIME_BYTES = 8;
const MAX_LENGTH = 1_024;
const FORM = 'name+id+key, as in example.com/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

const materialOf = (role: VerifierKey['role'], key: PublicKey): Bytes =>
  concatBytes(Uint8Array.of(TYPES[role]), publicKeyBytes(key));

export const createVerifierKey = (
  { role, name, key }: Omit<VerifierKey, 'keyId'>,
  sha256: Sha256,
): Answer<VerifierKey> => {
  if (!isKeyName(name)) return refuse('verifier-key/name', 0, 'a name without blanks and "+"');
  const keyId = encodeHex(sha256(concatBytes(encodeUtf8(`${name}\n`), materialOf(role, key)))).slice(0, 8);
  return accept({ role, name, key, keyId });
};

/** `<name>+<id>+<base 64 of type and key>`: the "vkey" of C2SP signed-note. */
export const formatVerifierKey = ({ role, name, key, keyId }: VerifierKey): string =>
  `${name}+${keyId}+${encodePaddedBase64(materialOf(role, key))}`;

export const parseVerifierKey = (text: string, sha256: Sha256): Answer<VerifierKey> => {
  if (text.length > MAX_LENGTH) return refuse('verifier-key/too-long', MAX_LENGTH, FORM);
  const nameEnd = text.indexOf('+');
  const idEnd = text.indexOf('+', nameEnd + 1);
  if (nameEnd < 0 || idEnd < 0) return refuse('verifier-key/form', text.length, FORM);
  const material = decodePaddedBase64(text.slice(idEnd + 1));
  if (!material.ok) return shift(material, idEnd + 1);
  const role = material.value[0] === TYPES.log ? 'log' : 'witness';
  if (material.value[0] !== TYPES[role]) return refuse('verifier-key/type', idEnd + 1, 'an Ed25519 key');
  const key = publicKeyOf(material.value.subarray(1));
  if (!key.ok) return shift(key, idEnd + 1);
  const created = createVerifierKey({ role, name: text.slice(0, nameEnd), key: key.value }, sha256);
  if (!created.ok) return created;
  return text.slice(nameEnd + 1, idEnd) === created.value.keyId
    ? created
    : refuse('verifier-key/id', nameEnd + 1, 'the beginning of the hash of name and key');
};

/** What a signature of a note asks an implementation of Ed25519. */
export interface NoteSignatureCheck {
  readonly key: VerifierKey;
  /** When a witness signed, in POSIX seconds. */
  readonly seconds: number | undefined;
  /** Undefined where the bytes cannot be a signature of that key: then the note is forged. */
  readonly check: SignatureCheck | undefined;
}

/** The signatures that one of these keys may have made. Signatures of other keys mean nothing, and are left out. */
export const noteSignatureChecks = (
  { text, signatures }: { readonly text: string; readonly signatures: readonly NoteSignature[] },
  keys: readonly VerifierKey[],
): readonly NoteSignatureCheck[] => {
  const known = new Map(keys.map((key) => [`${key.name} ${key.keyId}`, key]));
  const message = encodeUtf8(text);
  return signatures.flatMap(({ name, keyId, bytes }) => {
    const key = known.get(`${name} ${keyId}`);
    if (key === undefined) return [];
    return key.role === 'log' ? [checkOf(key, bytes, message)] : [cosignatureCheckOf(key, bytes, message)];
  });
};

const checkOf = (key: VerifierKey, signature: Bytes, message: Bytes, seconds?: number): NoteSignatureCheck => ({
  key,
  seconds,
  check: signature.length === SIGNATURE_BYTES ? { key: publicKeyBytes(key.key), message, signature } : undefined,
});

const cosignatureCheckOf = (key: VerifierKey, bytes: Bytes, text: Bytes): NoteSignatureCheck => {
  const seconds = encodeHex(bytes.subarray(0, TIME_BYTES));
  const time = Number.parseInt(seconds, 16);
  if (!Number.isSafeInteger(time)) return { key, seconds: undefined, check: undefined };
  return checkOf(key, bytes.slice(TIME_BYTES), cosignedBytes(text, time), time);
};

const cosignedBytes = (text: Uint8Array, seconds: number): Bytes =>
  concatBytes(encodeUtf8(`cosignature/v1\ntime ${seconds}\n`), text);

/** What a witness signs: that it saw this text, the last of its log, at that time. */
export const cosignedMessage = (text: string, seconds: number): Bytes => cosignedBytes(encodeUtf8(text), seconds);

/** The signature that a log made over the text of a note, as a line of it. */
export const logSignature = ({ name, keyId }: VerifierKey, signature: Bytes): NoteSignature => ({
  name,
  keyId,
  bytes: signature,
});

/** The signature that a witness made over `cosignedMessage`, as a line of the note. */
export const cosignature = ({ name, keyId }: VerifierKey, signature: Bytes, seconds: number): NoteSignature => {
  const time = new DataView(new ArrayBuffer(TIME_BYTES));
  time.setBigUint64(0, BigInt(seconds));
  return { name, keyId, bytes: concatBytes(new Uint8Array(time.buffer), signature) };
};
