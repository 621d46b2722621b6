import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSha256, verifyEd25519 } from '../../../../../tests/fixtures/ed25519.ts';
import { readTrustVectors, unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import { parseVerifierKey } from '../log/verifier-key.ts';
import { sha256 } from '../sha256.ts';
import { formatManifest } from '../statements/manifest.ts';
import type { SignatureCheck } from '../statements/public-key.ts';
import type { Claim } from '../statements/statement.ts';
import { type CheckedProof, checkProof, findSubject, type TrustedKeys } from './check-proof.ts';
import { formatProofFile, type ProofFile, parseProofFile } from './proof-file.ts';

interface Trusted {
  readonly logs: readonly string[];
  readonly witnesses: readonly string[];
}

const vectors = readTrustVectors<{
  readonly proofs: readonly {
    readonly name: string;
    readonly proof: Readonly<Record<string, unknown>>;
    readonly trusted: Trusted | null;
    readonly steps: readonly {
      readonly step: string;
      readonly verdict: string;
      readonly faults: readonly { readonly problem: string; readonly entry: number | null }[];
    }[];
    /** Faults of what other Archives than the holder said, which fail no step. */
    readonly ofOthers?: readonly { readonly step: string; readonly problem: string; readonly entry: number }[];
  }[];
  readonly invalid: readonly { readonly text: string; readonly problem: string; readonly why: string }[];
}>('proofs.json'); // vectors/trust/proofs.json

const keysOf = (texts: readonly string[]) => texts.map((text) => unwrap(parseVerifierKey(text, sha256)));
const trustedOf = (trusted: Trusted | null): TrustedKeys | undefined =>
  trusted === null ? undefined : { logs: keysOf(trusted.logs), witnesses: keysOf(trusted.witnesses) };

const check = (text: string, trusted: Trusted | null): CheckedProof => {
  const proof = unwrap(parseProofFile(text, sha256));
  const { signatures, conclude } = checkProof(proof, { sha256: nodeSha256, trusted: trustedOf(trusted) });
  return conclude(signatures.map(verifyEd25519));
};

const namedProof = (wanted: string) => {
  const found = vectors.proofs.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(wanted);
  return found;
};

const asCopy = (logged: ProofFile['history'][number]): ProofFile['history'][number] => {
  const { entry } = logged;
  const statement = { ...entry.content.statement, state: 'Copy' } as Claim;
  return { ...logged, entry: { ...entry, content: { ...entry.content, statement } } };
};

const [whole] = vectors.proofs;
const WHOLE = JSON.stringify(whole?.proof);
const TRUSTED = whole?.trusted ?? null;

describe('a proof file', () => {
  it.each(vectors.proofs)('$name', ({ proof, trusted, steps, ofOthers = [] }) => {
    const { steps: found, verdict } = check(JSON.stringify(proof), trusted);
    expect(
      found
        .filter((step) => step.verdict !== 'passed')
        .map((step) => ({
          ...step,
          faults: step.faults.map(({ problem, entry }) => ({ problem, entry: entry ?? null })),
        })),
    ).toEqual(steps);
    const passed = found.filter((step) => step.verdict === 'passed');
    expect(passed.flatMap(({ step, faults }) => faults.map((one) => ({ step, ...one })))).toEqual(
      ofOthers.map((one) => ({ ...one, isOfAnother: true })),
    );
    const verdicts = steps.map((step) => step.verdict);
    expect(verdict).toBe(verdicts.includes('failed') ? 'failed' : (verdicts[0] ?? 'passed'));
  });

  it('is checked in ten steps, and names its witnesses', () => {
    const { steps, witnesses } = check(WHOLE, TRUSTED);
    expect(steps.map(({ step }) => step)).toEqual([
      'manifest',
      'label',
      'claims',
      'keys',
      'claim-keys',
      'history',
      'inclusion',
      'checkpoint',
      'log-key',
      'witnesses',
    ]);
    expect(witnesses).toEqual([{ name: 'witness.example.com/w1', seconds: 1_763_630_000 }]);
  });

  it('is checked with Web Crypto as well, all signatures at once', async () => {
    const proof = unwrap(parseProofFile(WHOLE, sha256));
    const { signatures, conclude } = checkProof(proof, { sha256, trusted: trustedOf(TRUSTED) });
    const verify = async ({ key, message, signature }: SignatureCheck): Promise<boolean> => {
      const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
      return crypto.subtle.verify('Ed25519', imported, signature, message);
    };
    expect(conclude(await Promise.all(signatures.map(verify)))).toEqual(check(WHOLE, TRUSTED));
    expect(check(WHOLE, TRUSTED).verdict).toBe('passed');
  });

  it('is about what the holder of the original said last, whoever else spoke later', () => {
    const proof = unwrap(parseProofFile(JSON.stringify(namedProof('two originals').proof), sha256));
    expect(proof.history.at(-1)?.entry.content.statement.archiveService).toContain('banon');
    expect(findSubject(proof, sha256)).toMatchObject({ archiveService: 'sid.inpe.br/mtc-m18/2008/03.17.15.17' });
    // Where nobody holds it, by what the file has, the last of all counts.
    const copies = { ...proof, history: proof.history.map(asCopy) };
    expect(findSubject(copies, sha256)).toMatchObject({ archiveService: 'dpi.inpe.br/banon/1999/01.09.22.14' });
  });

  it('is written as it is read', () => {
    for (const { proof } of vectors.proofs) {
      const read = unwrap(parseProofFile(JSON.stringify(proof), sha256));
      const written = formatProofFile(read);
      expect(formatProofFile(unwrap(parseProofFile(written, sha256)))).toBe(written);
      const { manifest, ...others } = unwrap(parseProofFile(written, sha256));
      expect(others).toEqual(Object.fromEntries(Object.entries(read).filter(([name]) => name !== 'manifest')));
      expect(manifest && formatManifest(manifest)).toBe(read.manifest && formatManifest(read.manifest));
    }
  });

  it.each(vectors.invalid)('is refused: $why', ({ text, problem }) => {
    expect(parseProofFile(text, sha256)).toMatchObject({ ok: false, problem, position: 0 });
  });

  it('tells in which member something else was expected', () => {
    const text = JSON.stringify({ ...whole?.proof, label: 'x' });
    expect(parseProofFile(text, sha256)).toMatchObject({ expected: expect.stringMatching(/^in label: a slash/) });
  });

  it('has limits', () => {
    const longer = 'x'.repeat(32 * 1_048_576 + 1);
    expect(parseProofFile(longer, sha256)).toMatchObject({ problem: 'proof/too-long' });
    const keys = whole?.proof['keys'] as readonly unknown[];
    const many = (count: number) => JSON.stringify({ ...whole?.proof, keys: Array(count).fill(keys[0]) });
    expect(parseProofFile(many(256), sha256)).toMatchObject({ ok: true });
    expect(parseProofFile(many(257), sha256)).toMatchObject({ problem: 'proof/member' });
  });

  it('counts a signature whose result is missing as wrong', () => {
    const proof = unwrap(parseProofFile(WHOLE, sha256));
    const { signatures, conclude } = checkProof(proof, { sha256, trusted: trustedOf(TRUSTED) });
    const failed = conclude([])
      .steps.filter(({ verdict }) => verdict === 'failed')
      .map(({ step }) => step);
    expect(failed).toEqual(['claims', 'keys', 'checkpoint']);
    for (const [wrong] of signatures.entries()) {
      expect(conclude(signatures.map((_, index) => index !== wrong)).verdict).toBe('failed');
    }
  });

  it('cannot be changed: one character of an entry, a path, the checkpoint or the manifest, and it fails', () => {
    const places = [...WHOLE.matchAll(/[\w+/]/g)].map(({ index }) => index);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.constantFrom('a', 'B', '7'), (place, character) => {
        fc.pre(WHOLE[place] !== character);
        const text = WHOLE.slice(0, place) + character + WHOLE.slice(place + 1);
        const read = parseProofFile(text, sha256);
        // A cosignature under another name, or a witness that nobody knows, is left out: then the witness is missing.
        if (read.ok) expect(check(text, TRUSTED).verdict).not.toBe('passed');
      }),
      { numRuns: 200 },
    );
  });
});
