import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTrustVectors, unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import type { Label, RepositoryLabel } from '../../ibi/label.ts';
import { encodeUtf8 } from '../bytes.ts';
import { formatHash, type Hash } from '../hash.ts';
import { sha256 } from '../sha256.ts';
import { instantOf } from '../statements/instant.ts';
import { parsePublicKey } from '../statements/public-key.ts';
import { parseSigned, type Signed } from '../statements/signed.ts';
import { type Claim, hashStatement, type KeyChange, parseStatement, type Transfer } from '../statements/statement.ts';
import { checkHistory, readHistory } from './history.ts';
import { checkKeyHistory, standingOfKey } from './key-history.ts';

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

  it('has no faults and the right holder, whatever honest Archives do', () => {
    fc.assert(
      fc.property(ACTIONS, (actions) => {
        const { statements, holder } = carryOut(actions);
        expect(readHistory(statements, sha256)).toMatchObject({ faults: [], holder });
      }),
    );
  });

  it('makes no holder of whoever claims the original without a transfer, at any time', () => {
    fc.assert(
      fc.property(ACTIONS, fc.nat(), (actions, when) => {
        const { statements, holder } = carryOut(actions);
        const place = 1 + (when % statements.length);
        const intruder = claimOf(ARCHIVES[3], 'Original', 'of the intruder', undefined);
        const read = readHistory([...statements.slice(0, place), intruder, ...statements.slice(place)], sha256);
        expect(read).toMatchObject({ faults: [{ index: place, problem: 'history/rival' }], holder });
        // It is a fault of the intruder's own.
        expect(read.foreign.has(place)).toBe(true);
      }),
    );
  });
});

const ARCHIVES = ['a', 'b', 'c', 'd'].map((name) => `example.org/${name}/2020/01.01.00.00` as Label) as [
  Label,
  Label,
  Label,
  Label,
];
const ITEM = 'example.org/item/2020/01.01.00.00' as RepositoryLabel;

/** The holder edits, another one takes a copy, or the holder hands the original over. */
const ACTIONS = fc.array(
  fc.record({
    kind: fc.constantFrom('edit', 'copy', 'hand over'),
    other: fc.constantFrom(ARCHIVES[0], ARCHIVES[1], ARCHIVES[2]),
  }),
  { maxLength: 12 },
);

const claimOf = (archiveService: Label, state: Claim['state'], content: string, previous: Hash | undefined): Claim => ({
  kind: 'claim',
  repository: ITEM,
  ibip: undefined,
  state,
  hash: formatHash(sha256(encodeUtf8(content))),
  time: instantOf(1_790_000_000),
  archiveService,
  previous,
});

const carryOut = (actions: readonly { readonly kind: string; readonly other: Label }[]) => {
  const statements: (Claim | Transfer)[] = [];
  const lastOf = new Map<Label, Hash>();
  let [holder, edits] = [ARCHIVES[0], 0];
  const say = <Said extends Claim | Transfer>(said: Said): Hash => {
    statements.push(said);
    const hash = hashStatement(said, sha256);
    lastOf.set(said.archiveService, hash);
    return hash;
  };
  const claim = (archive: Label, state: Claim['state'], previous = lastOf.get(archive)): Hash =>
    say(claimOf(archive, state, `content ${edits}`, previous));
  claim(holder, 'Original');
  for (const { kind, other } of actions) {
    edits += kind === 'hand over' ? 0 : 1;
    if (kind === 'edit') claim(holder, 'Original');
    else if (other !== holder && kind === 'copy') claim(other, 'Copy');
    else if (other !== holder) {
      // What is handed over is what was claimed last.
      claim(holder, 'Original');
      const { state: _state, ...claimed } = statements.at(-1) as Claim;
      const hash = say({ ...claimed, kind: 'transfer', previous: lastOf.get(holder), receiver: other });
      claim(other, 'Original', hash);
      claim(holder, 'Copy');
      holder = other;
    }
    edits += 1;
  }
  return { statements, holder };
};

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
