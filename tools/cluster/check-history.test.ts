import { describe, expect, it } from 'vitest';
import { checkHistory, type HistoryEvent } from './check-history.ts';

const minted = (began: number, ended: number | undefined, date: bigint): HistoryEvent => ({
  began,
  ended,
  done: { kind: 'minted', date },
});
const appended = (began: number, ended: number | undefined, mark: string): HistoryEvent => ({
  began,
  ended,
  done: { kind: 'appended', to: 'x', mark },
});
const check = (events: readonly HistoryEvent[], marks: readonly string[] = []) =>
  checkHistory(events, { appended: new Map([['x', marks]]) });

describe('a history', () => {
  it('that some order explains is right', () => {
    // The two first ran at the same time, so either may be the earlier one.
    expect(check([minted(0, 9, 5n), minted(1, 8, 4n), minted(10, 12, 6n), minted(2, undefined, 6n)])).toEqual([]);
    expect(check([appended(0, 5, 'a'), appended(1, 4, 'b'), appended(6, undefined, 'c')], ['b', 'a'])).toEqual([]);
    expect(check([appended(0, 5, 'a'), appended(1, undefined, 'c')], ['a', 'c'])).toEqual([]);
  });

  it.each([
    ['gives a date twice', [minted(0, 1, 5n), minted(2, 3, 5n)], [], 'twice'],
    ['gives an earlier date later', [minted(0, 1, 5n), minted(2, 3, 4n)], [], 'given after 5'],
    ['loses what was acknowledged', [appended(0, 1, 'a')], [], 'lost'],
    ['does something twice', [appended(0, 1, 'a')], ['a', 'a'], '2 times'],
    ['does something twice that was not acknowledged', [appended(0, undefined, 'a')], ['a', 'a'], '2 times'],
    ['has what nobody did', [], ['a'], 'nobody'],
    ['turns the order around', [appended(0, 1, 'a'), appended(2, 3, 'b')], ['b', 'a'], 'too late'],
  ] as const)('that %s is wrong', (_what, events, marks, problem) => {
    expect(check(events, marks).join()).toContain(problem);
  });
});
