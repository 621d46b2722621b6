import { describe, expect, it } from 'vitest';
import type { Pair } from '../wire/list-of-pairs.ts';
import { readReservation } from './reservation.ts';

const read = (...others: readonly Pair[]) => readReservation({ related: new Map(), others });
const STATE = { name: 'reservation', value: 'reserved' };

describe('a reservation in an answer', () => {
  it('is read with its date', () => {
    const date = { name: 'reservation.timestamp', value: '2026-11-18T08:00:00Z' };
    expect(read(STATE, date)).toEqual({ state: 'reserved', since: '2026-11-18T08:00:00Z' });
    expect(read({ ...STATE, value: 'ended' }, date)).toMatchObject({ state: 'ended' });
  });

  it('counts without a date that can be read', () => {
    expect(read(STATE)).toEqual({ state: 'reserved', since: undefined });
    expect(read(STATE, { name: 'reservation.timestamp', value: 'yesterday' })?.since).toBeUndefined();
    expect(read(STATE, { name: 'reservation.timestamp', value: ['a', 'b'] })?.since).toBeUndefined();
  });

  it('is none if another word is there, or the answer is about an item', () => {
    expect(read()).toBeUndefined();
    expect(read({ ...STATE, value: 'maybe' })).toBeUndefined();
    const related = new Map([['', { url: 'http://a.example/' }]]);
    expect(readReservation({ related, others: [STATE] })).toBeUndefined();
  });
});
