import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, verifyEd25519 } from '../../../../../tests/fixtures/ed25519.ts';
import { readTrustVectors, unwrap, type WrongText } from '../../../../../tests/fixtures/trust-vectors.ts';
import { decodePaddedBase64, encodePaddedBase64, encodeUtf8 } from '../bytes.ts';
import { sha256 } from '../sha256.ts';
import { formatCheckpoint, parseSignedCheckpoint } from './checkpoint.ts';
import { formatNote, formatNoteSignature, parseNote } from './note.ts';
import {
  cosignature,
  cosignedMessage,
  createVerifierKey,
  formatVerifierKey,
  logSignature,
  noteSignatureChecks,
  parseVerifierKey,
} from './verifier-key.ts';

const vectors = readTrustVectors<{
  readonly notes: readonly {
    readonly name: string;
    readonly note: string;
    readonly keys: readonly string[];
    readonly signatures: readonly {
      readonly name: string;
      readonly seconds: number | null;
      readonly isValid: boolean;
    }[];
  }[];
  readonly checkpoint: {
    readonly note: string;
    readonly origin: string;
    readonly size: number;
    readonly root: string;
    readonly extensions: readonly string[];
  };
  readonly invalid: readonly WrongText[];
  readonly keys: readonly {
    readonly key: string;
    readonly role: 'log' | 'witness';
    readonly name: string;
    readonly publicKey: string;
  }[];
  readonly invalidKeys: readonly WrongText[];
}>('checkpoints.json'); // vectors/trust/checkpoints.json

const keysOf = (texts: readonly string[]) => texts.map((text) => unwrap(parseVerifierKey(text, sha256)));

const signaturesOf = (note: string, keys: readonly string[]) =>
  noteSignatureChecks(unwrap(parseNote(note)), keysOf(keys)).map(({ key, seconds, check }) => ({
    name: key.name,
    seconds: seconds ?? null,
    isValid: check !== undefined && verifyEd25519(check),
  }));

describe('a note', () => {
  it.each(vectors.notes)('$name', ({ note, keys, signatures }) => {
    expect(signaturesOf(note, keys)).toEqual(signatures);
    expect(formatNote(unwrap(parseNote(note)))).toBe(note);
  });

  it.each(['a signature of 63 bytes', 'a time beyond all calendars'])('asks nobody about %s', (name) => {
    const { note, keys } = vectors.notes.find((candidate) => candidate.name === name) ?? { note: '', keys: [] };
    expect(noteSignatureChecks(unwrap(parseNote(note)), keysOf(keys)).at(-1)?.check).toBeUndefined();
  });

  it.each(vectors.invalid)('is refused: $why', ({ text, problem, position }) => {
    expect(parseSignedCheckpoint(text)).toMatchObject({ ok: false, problem, position });
  });

  it('has limits', () => {
    const line = `— a ${encodePaddedBase64(new Uint8Array(5))}\n`;
    expect(parseNote(`x\n\n${line.repeat(256)}`)).toMatchObject({ ok: true });
    expect(parseNote(`x\n\n${line.repeat(257)}`)).toMatchObject({ problem: 'note/many', position: 2 });
    expect(parseNote('a'.repeat(262_145))).toMatchObject({ problem: 'note/too-long', position: 262_144 });
    expect(parseNote('a'.repeat(262_144))).toMatchObject({ problem: 'note/no-signatures' });
  });

  it('is refused, or not signed any more, once any bit of text or signature is flipped', () => {
    const [{ note, keys } = { note: '', keys: [] }] = vectors.notes;
    const bytes = encodeUtf8(note);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        const changed = bytes.with(bit >>> 3, Number(bytes[bit >>> 3]) ^ (1 << (bit & 7)));
        const text = new TextDecoder().decode(changed);
        const read = parseSignedCheckpoint(text);
        const isSigned = read.ok && signaturesOf(text, keys).some(({ isValid }) => isValid);
        expect(isSigned).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a checkpoint', () => {
  const { note, origin, size, root, extensions } = vectors.checkpoint;

  it('has an origin, a size, a root and further lines', () => {
    const { checkpoint, text } = unwrap(parseSignedCheckpoint(note));
    expect(checkpoint).toEqual({ origin, size, root: unwrap(decodePaddedBase64(root)), extensions });
    expect(formatCheckpoint(checkpoint)).toBe(text);
  });

  it('may be as large as a tree', () => {
    const text = formatCheckpoint({ origin: 'a', size: 2 ** 52, root: new Uint8Array(32), extensions: [] });
    const signed = `${text}\n— a ${encodePaddedBase64(new Uint8Array(5))}\n`;
    expect(unwrap(parseSignedCheckpoint(signed)).checkpoint.size).toBe(2 ** 52);
  });

  it('is signed by its log and cosigned by witnesses', () => {
    const [log, witness] = [createSigner('log'), createSigner('witness 1')];
    const [logKey, witnessKey] = vectors.keys.map(({ role, name }) =>
      unwrap(createVerifierKey({ role, name, key: (role === 'log' ? log : witness).key }, sha256)),
    );
    if (logKey === undefined || witnessKey === undefined) throw new Error('no key');
    const [, cosigned] = vectors.notes;
    const { text, checkpoint, signatures } = unwrap(parseSignedCheckpoint(cosigned?.note ?? ''));
    expect(formatCheckpoint(checkpoint)).toBe(text);
    const seconds = 1_763_630_000;
    const lines = [
      logSignature(logKey, log.sign(encodeUtf8(text))),
      cosignature(witnessKey, witness.sign(cosignedMessage(text, seconds)), seconds),
    ];
    expect(lines).toEqual(signatures.slice(0, 2));
    expect(cosigned?.note).toContain(lines.map(formatNoteSignature).join(''));
  });
});

describe('a key that verifies notes', () => {
  it.each(vectors.keys)('$key', ({ key, role, name, publicKey }) => {
    const read = unwrap(parseVerifierKey(key, sha256));
    expect(read).toMatchObject({ role, name, key: publicKey });
    expect(formatVerifierKey(read)).toBe(key);
    expect(createVerifierKey(read, sha256)).toEqual({ ok: true, value: read });
  });

  it.each(vectors.invalidKeys)('is refused: $why', ({ text, problem, position }) => {
    expect(parseVerifierKey(text, sha256)).toMatchObject({ ok: false, problem, position });
  });

  it('has a limit', () => {
    expect(parseVerifierKey('a'.repeat(1_025), sha256)).toMatchObject({ problem: 'verifier-key/too-long' });
    expect(parseVerifierKey('a'.repeat(1_024), sha256)).toMatchObject({ problem: 'verifier-key/form' });
  });

  it.each(['', 'a b', 'a+b', 'a\u2003b', 'a\u0001', '\ud800'])('has no name such as %j', (name) => {
    const { key } = createSigner('x');
    expect(createVerifierKey({ role: 'log', name, key }, sha256)).toMatchObject({ problem: 'verifier-key/name' });
  });
});
