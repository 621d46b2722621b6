import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askCircuit,
  type Circuit,
  type CircuitRule,
  CLOSED_CIRCUIT,
  noteFailure,
  noteSuccess,
  noteUnheard,
} from './circuit.ts';

const RULE: CircuitRule = {
  failures: 3,
  windowMs: 10_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  probeMs: 5_000,
};

const failAt = (circuit: Circuit, now: number, chance = 0): Circuit => noteFailure(circuit, { now, chance }, RULE);
const failAll = (times: readonly number[]): Circuit =>
  times.reduce((circuit, at) => failAt(circuit, at), CLOSED_CIRCUIT);

describe('a circuit', () => {
  it('opens after some failures within the window, and tells since when', () => {
    expect(failAll([0, 1])).toEqual({ kind: 'closed', failedAt: [0, 1] });
    expect(failAll([0, 1, 2])).toEqual({ kind: 'open', since: 0, openings: 1, retryAt: 1_002 });
  });

  it('forgets failures of long ago', () => {
    expect(failAll([0, 9_999, 10_000])).toEqual({ kind: 'closed', failedAt: [9_999, 10_000] });
    expect(failAll([0, 9_998, 9_999]).kind).toBe('open');
  });

  it('forgets failures of the future, which a clock that was set back leaves', () => {
    expect(failAll([1_000, 1_001, 5])).toEqual({ kind: 'closed', failedAt: [5] });
    expect(failAll([7, 7, 7]).kind).toBe('open');
  });

  it('lets another probe through at once where nobody waited for the one before', () => {
    const { circuit } = askCircuit(failAll([0, 1, 2]), 1_002, RULE);
    const unheard = noteUnheard(circuit, 1_003);
    expect(unheard).toEqual({ kind: 'open', since: 0, openings: 1, retryAt: 1_003 });
    expect(askCircuit(unheard, 1_003, RULE).isAllowed).toBe(true);
    expect(noteUnheard(CLOSED_CIRCUIT, 5)).toBe(CLOSED_CIRCUIT);
  });

  it('lets one probe through when the pause is over', () => {
    const open = failAll([0, 1, 2]);
    expect(askCircuit(open, 1_001, RULE)).toEqual({ isAllowed: false, circuit: open });
    const { isAllowed, circuit } = askCircuit(open, 1_002, RULE);
    expect(isAllowed).toBe(true);
    expect(circuit).toEqual({ kind: 'half-open', since: 0, openings: 1, probedAt: 1_002 });
    expect(askCircuit(circuit, 1_003, RULE)).toEqual({ isAllowed: false, circuit });
  });

  it('lets another probe through where nothing was heard of the first', () => {
    const probed: Circuit = { kind: 'half-open', since: 0, openings: 1, probedAt: 1_000 };
    expect(askCircuit(probed, 5_999, RULE).isAllowed).toBe(false);
    expect(askCircuit(probed, 6_000, RULE)).toEqual({ isAllowed: true, circuit: { ...probed, probedAt: 6_000 } });
  });

  it('waits twice as long after each probe that fails, up to the longest pause', () => {
    let circuit = failAll([0, 0, 0]);
    const pauses: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      if (circuit.kind !== 'open') throw new Error(circuit.kind);
      const now = circuit.retryAt;
      circuit = failAt(askCircuit(circuit, now, RULE).circuit, now);
      if (circuit.kind === 'open') pauses.push(circuit.retryAt - now);
      expect(circuit).toMatchObject({ since: 0, openings: turn + 2 });
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  });

  it('comes earlier by chance, by up to a half', () => {
    expect(failAt(failAll([0, 0]), 0, 0.5)).toMatchObject({ retryAt: 750 });
    expect(failAt(failAll([0, 0]), 0, 0.875)).toMatchObject({ retryAt: 562.5 });
  });

  it('closes when something is answered, whatever it was', () => {
    expect(noteSuccess(CLOSED_CIRCUIT)).toBe(CLOSED_CIRCUIT);
    expect(noteSuccess(failAll([0]))).toBe(CLOSED_CIRCUIT);
    expect(noteSuccess(failAll([0, 1, 2]))).toBe(CLOSED_CIRCUIT);
    expect(noteSuccess({ kind: 'half-open', since: 0, openings: 1, probedAt: 0 })).toBe(CLOSED_CIRCUIT);
  });

  it('does not count failures of messages that were under way when it opened', () => {
    const open = failAll([0, 1, 2]);
    expect(failAt(open, 900)).toBe(open);
  });

  it('allows everything while it is closed', () => {
    expect(askCircuit(CLOSED_CIRCUIT, 0, RULE)).toEqual({ isAllowed: true, circuit: CLOSED_CIRCUIT });
  });

  it('comes back after a clock was set back', () => {
    const open = failAll([1_000_000, 1_000_000, 1_000_000]);
    expect(askCircuit(open, 0, RULE).isAllowed).toBe(true);
    expect(askCircuit({ kind: 'half-open', since: 0, openings: 1, probedAt: 1_000_000 }, 0, RULE).isAllowed).toBe(true);
  });
});

type Event = { readonly kind: 'ask' | 'success' | 'failure'; readonly afterMs: number; readonly chance: number };

const events = fc.array(
  fc.record({
    kind: fc.constantFrom('ask', 'success', 'failure'),
    afterMs: fc.integer({ min: 0, max: 20_000 }),
    chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  }) as fc.Arbitrary<Event>,
  { maxLength: 60 },
);

describe('whatever happens', () => {
  it('an Archive is asked again after the longest pause at the latest, and a success always closes', () => {
    fc.assert(
      fc.property(events, (happened) => {
        let [circuit, now]: [Circuit, number] = [CLOSED_CIRCUIT, 0];
        for (const { kind, afterMs, chance } of happened) {
          now += afterMs;
          if (kind === 'ask') circuit = askCircuit(circuit, now, RULE).circuit;
          else if (kind === 'success') circuit = noteSuccess(circuit);
          else circuit = noteFailure(circuit, { now, chance }, RULE);
          expect(askCircuit(circuit, now + RULE.longestPauseMs, RULE).isAllowed).toBe(true);
          if (kind === 'success') expect(circuit).toEqual(CLOSED_CIRCUIT);
          if (circuit.kind === 'closed') expect(circuit.failedAt.length).toBeLessThan(RULE.failures);
          if (circuit.kind === 'open') {
            expect(circuit.retryAt).toBeGreaterThanOrEqual(circuit.since + RULE.firstPauseMs / 2);
          }
        }
      }),
    );
  });

  it('of several that ask at the same moment of an open circuit, at most one is allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 2, max: 20 }), (now, askers) => {
        let circuit = failAll([0, 0, 0]);
        let allowed = 0;
        for (let asker = 0; asker < askers; asker += 1) {
          const answer = askCircuit(circuit, now, RULE);
          circuit = answer.circuit;
          if (answer.isAllowed) allowed += 1;
        }
        expect(allowed).toBe(now >= 1_000 ? 1 : 0);
      }),
    );
  });
});
