import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner, verifyEd25519 } from '../../../../../tests/fixtures/ed25519.ts';
import { readTrustVectors, unwrap, type WrongText } from '../../../../../tests/fixtures/trust-vectors.ts';
import { formatHash, hashBytes, parseHash } from '../hash.ts';
import { sha256 } from '../sha256.ts';
import { instantOf, laterOf, parseInstant, secondsOf } from './instant.ts';
import {
  parsePublicKey,
  parseSignature,
  publicKeyBytes,
  publicKeyOf,
  signatureBytes,
  signatureOf,
} from './public-key.ts';
import { formatSigned, parseSigned, signatureCheckOf } from './signed.ts';
import { formatStatement, hashStatement, parseStatement, parseTransferId, type Statement } from './statement.ts';

const vectors = readTrustVectors<{
  readonly valid: readonly {
    readonly statement: Readonly<Record<string, string | null>>;
    readonly text: string;
    readonly hash: string;
    readonly key: string;
    readonly signature: string;
    readonly signed: string;
  }[];
  readonly invalid: readonly WrongText[];
  readonly invalidSigned: readonly WrongText[];
  readonly wrongSignatures: readonly { readonly signed: string; readonly why: string }[];
}>('statements.json'); // vectors/trust/statements.json

const viewOf = (statement: Statement): unknown =>
  Object.fromEntries(Object.entries(statement).map(([name, value]) => [name, value ?? null]));

const flipBit = (text: string, place: number): string => {
  const bytes = Buffer.from(text);
  const index = (place >>> 3) % bytes.length;
  bytes[index] = Number(bytes[index]) ^ (1 << (place & 7));
  return bytes.toString();
};

describe('a statement', () => {
  it.each(vectors.valid)('$text', ({ statement, text, hash }) => {
    const read = unwrap(parseStatement(text));
    expect(viewOf(read)).toEqual(statement);
    expect(formatStatement(read)).toBe(text);
    expect(hashStatement(read, sha256)).toBe(hash);
  });

  it.each(vectors.invalid)('is refused: $why', ({ text, problem, position }) => {
    expect(parseStatement(text)).toMatchObject({ ok: false, problem, position });
  });

  it('has a limit', () => {
    const problem = 'statement/too-long';
    expect(parseStatement('a'.repeat(4_097))).toMatchObject({ problem, position: 4_096 });
    expect(parseStatement('a'.repeat(4_096))).toMatchObject({ problem: 'statement/kind' });
  });

  it('tells in which line something else was expected', () => {
    expect(parseStatement(vectors.invalid[6]?.text ?? '')).toMatchObject({
      expected: 'in state: Original, Copy, Deleted',
    });
  });

  it('has one spelling: what is read is what is written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...vectors.valid), fc.nat(), ({ text }, place) => {
        const changed = flipBit(text, place);
        const read = parseStatement(changed);
        if (read.ok) expect(formatStatement(read.value)).toBe(changed);
        else expect(read.position).toBeLessThanOrEqual(changed.length);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a signed statement', () => {
  it.each(vectors.valid)('$signed', ({ text, key, signature, signed }) => {
    const read = unwrap(parseSigned(signed));
    expect(read).toEqual({ statement: unwrap(parseStatement(text)), key, signature });
    expect(formatSigned(read)).toBe(signed);
    expect(verifyEd25519(signatureCheckOf(read))).toBe(true);
  });

  it('is signed by the key that the vectors name', () => {
    expect(createSigner('archive a').key).toBe(vectors.valid[0]?.key);
  });

  it.each(vectors.invalidSigned)('is refused: $why', ({ text, problem, position }) => {
    expect(parseSigned(text)).toMatchObject({ ok: false, problem, position });
  });

  it('has a limit', () => {
    expect(parseSigned('a'.repeat(8_193))).toMatchObject({ problem: 'signed/too-long', position: 8_192 });
    expect(parseSigned('a'.repeat(8_192))).toMatchObject({ problem: 'signed/lines' });
  });

  it.each(vectors.wrongSignatures)('does not verify: $why', ({ signed }) => {
    expect(verifyEd25519(signatureCheckOf(unwrap(parseSigned(signed))))).toBe(false);
  });

  it('is refused or does not verify once any bit is flipped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...vectors.valid), fc.nat(), ({ signed }, place) => {
        const read = parseSigned(flipBit(signed, place));
        expect(read.ok && verifyEd25519(signatureCheckOf(read.value))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('values of statements', () => {
  it('are hashes', () => {
    const hash = formatHash(new Uint8Array(32).fill(10));
    expect(hash).toBe(`sha256:${'0a'.repeat(32)}`);
    expect(hashBytes(hash)).toEqual(new Uint8Array(32).fill(10));
    expect(parseHash(hash)).toEqual({ ok: true, value: hash });
    expect(parseHash(`x${hash}`)).toMatchObject({ problem: 'hash/digits' });
    expect(parseHash(`${hash}0`)).toMatchObject({ problem: 'hash/digits' });
  });

  it('are moments, which come back and keep their order as texts', () => {
    const seconds = fc.integer({ min: 0, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, seconds, (one, other) => {
        expect(instantOf(one)).toBe(new Date(one * 1_000).toISOString().replace('.000', ''));
        expect(secondsOf(unwrap(parseInstant(instantOf(one))))).toBe(one);
        expect(instantOf(one) < instantOf(other)).toBe(one < other);
        expect(laterOf(instantOf(one), instantOf(other))).toBe(instantOf(Math.max(one, other)));
      }),
    );
    expect(instantOf(1.9)).toBe('1970-01-01T00:00:01Z');
    expect(instantOf(-1)).toBe('1970-01-01T00:00:00Z');
    expect(instantOf(1e15)).toBe('9999-12-31T23:59:59Z');
    for (const text of ['x1970-01-01T00:00:00Z', '1970-01-01T00:00:00Zx', '+12345-01-01T00:00:00Z']) {
      expect(parseInstant(text)).toMatchObject({ problem: 'instant/form' });
    }
  });

  it.each([
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ])('are never the weak key %s, nor its negative', (digits) => {
    const bytes = Buffer.from(digits, 'hex');
    expect(publicKeyOf(bytes)).toMatchObject({ problem: 'public-key/weak' });
    bytes[31] = Number(bytes[31]) | 0x80;
    expect(publicKeyOf(bytes)).toMatchObject({ problem: 'public-key/weak' });
    bytes[0] = Number(bytes[0]) ^ 0x08;
    expect(publicKeyOf(bytes)).toMatchObject({ ok: true });
  });

  it('are keys and signatures of one length', () => {
    const { key } = createSigner('x');
    expect(unwrap(publicKeyOf(publicKeyBytes(key)))).toBe(key);
    expect(parsePublicKey(key)).toEqual({ ok: true, value: key });
    const signature = unwrap(signatureOf(new Uint8Array(64).fill(7)));
    expect(signatureBytes(signature)).toEqual(new Uint8Array(64).fill(7));
    expect(parseSignature(signature)).toEqual({ ok: true, value: signature });
    expect(signatureOf(new Uint8Array(63))).toMatchObject({ problem: 'signature/length' });
    expect(signatureOf(new Uint8Array(65))).toMatchObject({ problem: 'signature/length' });
    expect(parseSignature('AAAA')).toMatchObject({ problem: 'signature/length' });
  });

  it('are names of transfers', () => {
    expect(parseTransferId('aZ09-_')).toEqual({ ok: true, value: 'aZ09-_' });
    expect(parseTransferId('a'.repeat(128))).toMatchObject({ ok: true });
    for (const text of ['', 'a'.repeat(129), 'a.b', 'a\n']) {
      expect(parseTransferId(text)).toMatchObject({ problem: 'statement/transfer' });
    }
  });
});
