import { describe, expect, it } from 'vitest';
import { readTrustVectors, toHex, unwrap, type WrongText } from '../../../../../tests/fixtures/trust-vectors.ts';
import { sha256 } from '../sha256.ts';
import { formatLogEntry, isAlert, parseLogEntry } from './log-entry.ts';
import { hashLeaf } from './merkle-tree.ts';

const vectors = readTrustVectors<{
  readonly valid: readonly { readonly text: string; readonly leafHash: string }[];
  readonly invalid: readonly WrongText[];
}>('log-entries.json'); // vectors/trust/log-entries.json

describe('an entry of the log', () => {
  it.each(vectors.valid)('$text', ({ text, leafHash }) => {
    const entry = unwrap(parseLogEntry(text));
    expect(formatLogEntry(entry)).toBe(text);
    expect(toHex(hashLeaf(text, sha256))).toBe(leafHash);
    expect(isAlert(entry.content)).toBe(text.includes('ibi-alert-v1'));
  });

  it.each(vectors.invalid)('is refused: $why', ({ text, problem, position }) => {
    expect(parseLogEntry(text)).toMatchObject({ ok: false, problem, position });
  });

  it('has a limit', () => {
    expect(parseLogEntry('a'.repeat(65_536))).toMatchObject({ problem: 'log-entry/too-long', position: 65_535 });
    expect(parseLogEntry('a'.repeat(65_535))).toMatchObject({ problem: 'log-entry/kind' });
  });

  it('may be an alert about 64 Archives, written in order', () => {
    const [, , , , { text } = { text: '' }] = vectors.valid;
    const entry = unwrap(parseLogEntry(text));
    if (!isAlert(entry.content)) throw new Error('no alert');
    const [claimant, other] = entry.content.claimants;
    if (claimant === undefined || other === undefined) throw new Error('no claimants');
    expect(formatLogEntry({ ...entry, content: { ...entry.content, claimants: [other, claimant] } })).toBe(text);
    const alert = { ...entry.content, claimants: Array.from({ length: 64 }, () => claimant) };
    expect(parseLogEntry(formatLogEntry({ ...entry, content: alert }))).toMatchObject({ ok: true });
  });
});
