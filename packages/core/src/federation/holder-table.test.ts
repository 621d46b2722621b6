import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHolderTable, type HolderTable, MAX_EQUAL_PAIRS, MAX_HOLDERS } from './holder-table.ts';

const SEEDS = [1, 2] as const;
const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((one, other) => one - other);

const sweepAll = (table: HolderTable, isGone: (holder: number) => boolean): void => {
  for (let segment = 0; segment < table.segmentCount; segment += 1) table.sweep(segment, isGone);
};

describe('the table of holders', () => {
  it('knows every holder of a fingerprint, from the first to the last number', () => {
    const table = createHolderTable(SEEDS);
    for (const fingerprint of [0, 1, 2 ** 48 - 1, 2 ** 32, 2 ** 16]) {
      for (const holder of [0, 1, MAX_HOLDERS - 1]) expect(table.add(fingerprint, holder)).toBe(true);
      expect(sorted(table.find(fingerprint))).toEqual([0, 1, MAX_HOLDERS - 1]);
    }
    expect(table.find(3)).toEqual([]);
    expect(table.pairs()).toBe(15);
  });

  it('keeps a pair as often as it was added, up to a limit, and names the holder once', () => {
    const table = createHolderTable(SEEDS);
    for (let count = 0; count < MAX_EQUAL_PAIRS; count += 1) expect(table.add(5, 9)).toBe(true);
    expect(table.add(5, 9)).toBe(false);
    expect(table.add(5, 8)).toBe(true);
    for (let count = 0; count < MAX_EQUAL_PAIRS; count += 1) {
      expect(sorted(table.find(5))).toEqual([8, 9]);
      expect(table.remove(5, 9)).toBe(true);
    }
    expect(table.remove(5, 9)).toBe(false);
    expect(table.find(5)).toEqual([8]);
  });

  it('grows with what it holds, and shrinks when holders go', () => {
    const table = createHolderTable(SEEDS);
    const empty = table.bytes();
    const count = 100_000;
    for (let index = 0; index < count; index += 1) table.add(index * 65_537, index % 3);
    expect(table.bytes() / count).toBeLessThanOrEqual(32);
    sweepAll(table, (holder) => holder !== 1);
    expect(table.pairs()).toBe(Math.floor((count + 1) / 3));
    expect([table.find(65_537), table.find(2 * 65_537)]).toEqual([[1], []]);
    sweepAll(table, () => false);
    expect(table.find(65_537)).toEqual([1]);
    sweepAll(table, () => true);
    expect([table.pairs(), table.bytes()]).toEqual([0, empty]);
  });

  it('says the same as a list of pairs, whatever is done', () => {
    const action = fc.oneof(
      fc.record({
        kind: fc.constantFrom('add', 'remove'),
        fingerprint: fc.nat({ max: 40 }),
        holder: fc.nat({ max: 3 }),
      }),
      fc.record({ kind: fc.constant('sweep'), fingerprint: fc.constant(0), holder: fc.nat({ max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 300 }), fc.integer(), fc.integer(), (actions, first, second) => {
        const table = createHolderTable([first, second]);
        let pairs: readonly (readonly [number, number])[] = [];
        const countOf = (fingerprint: number, holder: number): number =>
          pairs.filter(([one, other]) => one === fingerprint && other === holder).length;
        for (const { kind, fingerprint, holder } of actions) {
          const known = countOf(fingerprint, holder);
          if (kind === 'add') {
            expect(table.add(fingerprint, holder)).toBe(known < MAX_EQUAL_PAIRS);
            if (known < MAX_EQUAL_PAIRS) pairs = [...pairs, [fingerprint, holder]];
          } else if (kind === 'remove') {
            expect(table.remove(fingerprint, holder)).toBe(known > 0);
            const place = pairs.findIndex(([one, other]) => one === fingerprint && other === holder);
            if (place >= 0) pairs = pairs.toSpliced(place, 1);
          } else {
            sweepAll(table, (gone) => gone === holder);
            pairs = pairs.filter(([, other]) => other !== holder);
          }
        }
        expect(table.pairs()).toBe(pairs.length);
        for (let fingerprint = 0; fingerprint <= 40; fingerprint += 1) {
          const holders = pairs.filter(([one]) => one === fingerprint).map(([, holder]) => holder);
          expect(sorted(table.find(fingerprint))).toEqual(sorted([...new Set(holders)]));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('closes the gaps that removals leave in crowded places', () => {
    const table = createHolderTable(SEEDS);
    const all = Array.from({ length: 20_000 }, (_, index) => (index * 4_294_967_311) % 2 ** 48);
    for (const fingerprint of all) table.add(fingerprint, 1);
    for (const [index, fingerprint] of all.entries())
      if (index % 3 > 0) expect(table.remove(fingerprint, 1)).toBe(true);
    const wrong = all.filter((fingerprint, index) => table.find(fingerprint).length !== (index % 3 > 0 ? 0 : 1));
    expect(wrong).toEqual([]);
  });
});
