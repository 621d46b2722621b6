import { describe, expect, it } from 'vitest';
import {
  acceptLease,
  coverMark,
  grantLease,
  isBefore,
  isLeaseOver,
  missLabels,
  NO_LEASE,
  NOTHING_SEEN,
  noteLease,
  seeLease,
  speaksUntil,
  stepBeforeAcknowledgment,
} from './lease.ts';

const NOTED = { wall: 1_000_000, uptime: 50_000, boot: 'a' };
const GRANT = { id: 'one', seconds: 30 };
const LEASE = noteLease(undefined, { grant: GRANT, now: NOTED, term: 'first', position: 7 });

describe('a lease that an Archive has noted', () => {
  it('begins a term, which goes on as long as it is noted', () => {
    expect(LEASE).toEqual({ id: 'one', term: 'first', seconds: 30, notedAt: NOTED, announced: 7 });
    const now = { wall: 9_000_000, uptime: 90_000_000, boot: 'a' };
    expect(noteLease(LEASE, { grant: { id: 'two', seconds: 5 }, now, term: 'second', position: 9 })).toEqual({
      id: 'two',
      term: 'first',
      seconds: 30,
      notedAt: now,
      announced: 7,
    });
  });

  it.each([
    ['both clocks', { wall: 1_030_000, uptime: 80_000, boot: 'a' }, true],
    ['the wall clock alone', { wall: 1_030_000, uptime: 79_999, boot: 'a' }, false],
    ['the time since the start alone', { wall: 1_029_999, uptime: 80_000, boot: 'a' }, false],
    ['a machine that started anew since then', { wall: 1_030_000, uptime: 30_000, boot: 'b' }, true],
    ['a machine that has just started', { wall: 1_030_000, uptime: 29_999, boot: 'b' }, false],
  ])('is over by %s', (_what, now, isOver) => {
    expect(isLeaseOver(LEASE, now, 0)).toBe(isOver);
  });

  it('is over by time since the start where the system does not tell its starts apart', () => {
    const lease = { seconds: 30, notedAt: { ...NOTED, boot: undefined } };
    const over = (uptime: number) => isLeaseOver(lease, { wall: 2_000_000, uptime, boot: undefined }, 0);
    expect([29_999, 30_000, 49_999, 50_000, 79_999, 80_000].map(over)).toEqual([false, true, true, false, false, true]);
  });

  it('is over by the clock of the database where machines share it', () => {
    const lease = { seconds: 30, notedAt: { wall: 0, uptime: undefined, boot: undefined } };
    expect(isLeaseOver(lease, { wall: 30_000, uptime: undefined, boot: undefined }, 0)).toBe(true);
    expect(isLeaseOver(lease, { wall: 29_999, uptime: undefined, boot: undefined }, 0)).toBe(false);
    expect(isLeaseOver(lease, { wall: 30_000, uptime: 5, boot: undefined }, 0)).toBe(true);
  });

  it('is over for a process that has watched it for its whole time', () => {
    expect(isLeaseOver(LEASE, { ...NOTED, wall: 0 }, 29_999)).toBe(false);
    expect(isLeaseOver(LEASE, { ...NOTED, wall: 0 }, 30_000)).toBe(true);
  });

  it('keeps labels from being acknowledged until they are announced, or it is over', () => {
    const step = (lease: typeof LEASE | undefined, committed: number, watchedMs = 0) =>
      stepBeforeAcknowledgment(lease, { committed, now: NOTED, watchedMs });
    expect(step(undefined, 8)).toBe('acknowledge');
    expect(step(LEASE, 7)).toBe('acknowledge');
    expect(step(LEASE, 8)).toBe('announce');
    expect(step(LEASE, 8, 30_000)).toBe('end-lease');
  });
});

describe('a lease that a resolver has given', () => {
  const given = grantLease(NO_LEASE, GRANT);

  it('is held once the Archive says so, if it is the newest', () => {
    expect(given).toEqual({ granted: GRANT, held: undefined });
    expect(acceptLease(given, undefined)).toBe(given);
    expect(acceptLease(given, { id: 'other', term: 't' })).toBe(given);
    expect(acceptLease(NO_LEASE, { id: 'one', term: 't' })).toBe(NO_LEASE);
    expect(acceptLease(given, { id: 'one', term: 't' })).toEqual({ granted: GRANT, held: { ...GRANT, term: 't' } });
  });

  const held = acceptLease(given, { id: 'one', term: 't' });
  const at = (milliseconds: number) => ({ monotonic: milliseconds, wall: 1_000_000 + milliseconds });
  const covered = (view: typeof NOTHING_SEEN) => coverMark(view, view.mark);

  it('counts from before it was sent, less what clocks may run apart', () => {
    const view = covered(seeLease(seeLease(NOTHING_SEEN, given, at(100)), held, at(2_000)));
    expect(speaksUntil(view)).toEqual(at(29_500));
    expect(speaksUntil(covered(seeLease(NOTHING_SEEN, held, at(2_000))))).toEqual(at(31_400));
    expect(speaksUntil(seeLease(view, held, at(9_000)))).toEqual(at(29_500));
  });

  it('does not count where nobody knows when it was sent', () => {
    const first = seeLease(NOTHING_SEEN, given, undefined);
    expect(speaksUntil(covered(seeLease(first, held, at(5))))).toBeUndefined();
    expect(speaksUntil(covered(seeLease(NOTHING_SEEN, NO_LEASE, at(5))))).toBeUndefined();
    expect(seeLease(first, NO_LEASE, at(5))).toMatchObject({ granted: undefined, held: undefined });
  });

  it('speaks only once a digest was asked for after all that only a digest can tell', () => {
    const seen = seeLease(NOTHING_SEEN, held, at(0));
    expect(speaksUntil(coverMark(seen, NOTHING_SEEN.mark))).toBeUndefined();
    const view = covered(seen);
    expect(speaksUntil(view)).toBeDefined();
    expect(speaksUntil(missLabels(view))).toBeUndefined();
    expect(speaksUntil(coverMark(missLabels(view), view.mark))).toBeUndefined();
    const other = acceptLease(grantLease(held, { id: 'two', seconds: 30 }), { id: 'two', term: 'u' });
    expect(speaksUntil(seeLease(view, other, at(1)))).toBeUndefined();
    const same = acceptLease(grantLease(held, { id: 'two', seconds: 30 }), { id: 'two', term: 't' });
    expect(speaksUntil(seeLease(view, same, at(1)))).toEqual(at(29_401));
    expect(coverMark(view, 0)).toEqual(view);
  });

  it('is over when either clock says so', () => {
    const end = at(10);
    expect(isBefore(at(9), end)).toBe(true);
    expect(isBefore({ ...at(9), monotonic: 10 }, end)).toBe(false);
    expect(isBefore({ ...at(9), wall: end.wall }, end)).toBe(false);
  });
});
