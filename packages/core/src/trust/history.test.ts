import { describe, expect, it } from 'vitest';
import { readTrustVectors, unwrap } from '../../../../tests/fixtures/trust-vectors.ts';
import { checkHistory } from './history.ts';
import { checkKeyHistory, standingOfKey } from './key-history.ts';
import { parsePublicKey } from './public-key.ts';
import { sha256 } from './sha256.ts';
import { parseSigned, type Signed } from './signed.ts';
import { type Claim, type KeyChange, parseStatement, type Transfer } from './statement.ts';

interface Fault {
  readonly index: number;
  readonly problem: string;
}

const vectors = readTrustVectors<{
  readonly items: readonly {
    readonly name: string;
    readonly statements: readonly string[];
    readonly faults: readonly Fault[];
  }[];
  readonly keys: readonly {
    readonly name: string;
    readonly logKey: string;
    readonly changes: readonly string[];
    readonly faults: readonly Fault[];
  }[];
}>('histories.json'); // vectors/trust/histories.json

const keyChangesOf = (texts: readonly string[]): readonly Signed<KeyChange>[] =>
  texts.map((text) => unwrap(parseSigned(text)) as Signed<KeyChange>);

describe('the history of an item', () => {
  it.each(vectors.items)('$name', ({ statements, faults }) => {
    const read = statements.map((text) => unwrap(parseStatement(text)) as Claim | Transfer);
    expect(checkHistory(read, sha256)).toEqual(faults);
  });
});

describe('the keys of an Archive', () => {
  it.each(vectors.keys)('$name', ({ logKey, changes, faults }) => {
    expect(checkKeyHistory(keyChangesOf(changes), { logKey: unwrap(parsePublicKey(logKey)) })).toEqual(faults);
  });

  it('count as long as they were not given up', () => {
    const changesOf = (name: string) =>
      keyChangesOf(vectors.keys.find((candidate) => candidate.name === name)?.changes ?? []).map(
        ({ statement }) => statement,
      );
    const [rotated, replaced] = [changesOf('rotated'), changesOf('replaced')];
    const [first, second] = rotated;
    if (first === undefined || second === undefined) throw new Error('no keys');
    const { archiveService, key } = first;
    expect(standingOfKey([], first)).toBe('unknown');
    expect(standingOfKey([first], first)).toBe('current');
    expect(standingOfKey(rotated, second)).toBe('current');
    expect(standingOfKey(rotated, first)).toBe('former');
    expect(standingOfKey(rotated, { archiveService, key, time: second.time })).toBe('former');
    expect(standingOfKey(rotated, { archiveService, key, time: '2026-11-20T09:35:01Z' as typeof first.time })).toBe(
      'expired',
    );
    expect(standingOfKey(replaced, first)).toBe('replaced');
    const elsewhere = keyChangesOf(vectors.keys.find(({ name }) => name === 'of another Archive')?.changes ?? []).at(
      1,
    )?.statement;
    if (elsewhere === undefined) throw new Error('no key');
    expect(standingOfKey(rotated, { ...first, archiveService: elsewhere.archiveService })).toBe('unknown');
    expect(standingOfKey([...rotated, elsewhere], second)).toBe('current');
  });
});
