import { describe, expect, it } from 'vitest';
import { composeRepositoryLabel } from '../index.ts';
import { createVisitBook, NO_USAGE, sumUsage, type UsageNumbers, type Visit } from './visit-book.ts';

const ITEM = composeRepositoryLabel('example.org/a', { seconds: 1_577_836_800, fraction: '' });
const OTHER = composeRepositoryLabel('example.org/b', { seconds: 1_577_836_800, fraction: '' });
/** 10:00 in UTC. */
const TEN = Date.UTC(2026, 10, 18, 10);
const SECOND = 1_000;
const HOUR = 3_600_000;

const visit = (at: number, more: Partial<Visit> = {}): Visit => ({
  session: 's',
  repository: ITEM,
  content: 'Data',
  method: 'Regular',
  at: TEN + at,
  ...more,
});
const numbers = (visits: readonly Visit[], maxVisits = 100): UsageNumbers => {
  const book = createVisitBook({ maxVisits });
  return sumUsage(visits.flatMap((one) => book.count([one])));
};

describe('the rules of COUNTER', () => {
  it('count a request as an investigation, too', () => {
    expect(createVisitBook({ maxVisits: 9 }).count([visit(0)])).toEqual([
      {
        repository: ITEM,
        day: '2026-11-18',
        method: 'Regular',
        totalInvestigations: 1,
        totalRequests: 1,
        uniqueInvestigations: 1,
        uniqueRequests: 1,
      },
    ]);
    expect(numbers([visit(0, { content: 'Metadata' })])).toEqual({
      ...NO_USAGE,
      totalInvestigations: 1,
      uniqueInvestigations: 1,
    });
  });

  it('count double clicks once, however many follow one another', () => {
    const clicks = [0, 30, 60, 90].map((second) => visit(second * SECOND));
    expect(numbers(clicks).totalRequests).toBe(1);
    expect(numbers([visit(0), visit(30 * SECOND + 1)])).toMatchObject({ totalRequests: 2, uniqueRequests: 1 });
    // Processes may tell of visits in another order.
    expect(numbers([visit(20 * SECOND), visit(0)]).totalRequests).toBe(1);
  });

  it('tell the page from the item, items from one another, and visitors from one another', () => {
    expect(numbers([visit(0, { content: 'Metadata' }), visit(SECOND)])).toEqual({
      totalInvestigations: 2,
      totalRequests: 1,
      uniqueInvestigations: 1,
      uniqueRequests: 1,
    });
    expect(numbers([visit(0), visit(SECOND, { content: 'Metadata' }), visit(40 * SECOND)])).toEqual({
      totalInvestigations: 3,
      totalRequests: 2,
      uniqueInvestigations: 1,
      uniqueRequests: 1,
    });
    expect(numbers([visit(0), visit(0, { repository: OTHER })]).uniqueRequests).toBe(2);
    expect(numbers([visit(0), visit(0, { session: 't' })]).uniqueRequests).toBe(2);
  });

  it('begin a session with each hour of the day', () => {
    const late = visit(HOUR - 10 * SECOND);
    expect(numbers([late, visit(HOUR + 10 * SECOND)]).totalRequests).toBe(1);
    expect(numbers([late, visit(HOUR + 21 * SECOND)])).toMatchObject({ totalRequests: 2, uniqueRequests: 2 });
    const pages = [visit(0), visit(40 * SECOND, { content: 'Metadata' }), visit(80 * SECOND)];
    expect(numbers(pages)).toMatchObject({ uniqueInvestigations: 1, uniqueRequests: 1 });
  });

  it('keep days and methods apart', () => {
    const counts = createVisitBook({ maxVisits: 9 }).count([
      visit(0),
      visit(0, { session: 't' }),
      visit(0, { session: 'u', method: 'Machine' }),
      visit(14 * HOUR),
    ]);
    expect(counts.map(({ day, method, totalRequests }) => [day, method, totalRequests])).toEqual([
      ['2026-11-18', 'Regular', 2],
      ['2026-11-18', 'Machine', 1],
      ['2026-11-19', 'Regular', 1],
    ]);
  });

  it('remember so many visits, and forget the oldest first', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((session) => visit(0, { session }));
    if (a === undefined || b === undefined || c === undefined) throw new Error('no visits');
    const book = createVisitBook({ maxVisits: 2 });
    book.count([a, b, a, c]);
    expect(book.count([a])).toEqual([]);
    expect(book.count([b])).toHaveLength(1);
  });

  it('forget the visits of earlier hours', () => {
    const book = createVisitBook({ maxVisits: 2 });
    book.count([visit(0, { session: 'a', content: 'Metadata' }), visit(HOUR - SECOND, { session: 'b' })]);
    // One more fits now without taking the place of the last one.
    book.count([visit(HOUR, { session: 'c', content: 'Metadata' })]);
    expect(book.count([visit(HOUR + SECOND, { session: 'b' })])).toEqual([]);
  });
});
