import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseAxis, gatherBars, gatherItems } from './bars.ts';
import { createDayWords } from './days.ts';
import { countDays, daysOf, isDay, lastDays } from './periods.ts';

const NOW = Date.UTC(2026, 0, 3, 23, 59);

describe('periods', () => {
  it('end today, and have as many days as they say', () => {
    expect(lastDays(7, NOW)).toEqual({ from: '2025-12-28', to: '2026-01-03' });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 0, max: 4_000_000_000_000 }), (count, now) => {
        const period = lastDays(count, now);
        expect(countDays(period)).toBe(count);
        const days = daysOf(period);
        expect([days.length, days[0], days.at(-1)]).toEqual([count, period.from, period.to]);
        expect(new Set(days).size).toBe(count);
      }),
    );
  });

  it.each([
    ['2026-01-31', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-1-1', false],
    ['', false],
  ])('%s is a day: %s', (text, answer) => expect(isDay(text)).toBe(answer));
});

describe('bars', () => {
  it('are there for every day, and keep the two contents apart', () => {
    const counts = [
      { day: '2026-01-02', content: 'Data', accesses: 3 },
      { day: '2026-01-02', content: 'Metadata', accesses: 1 },
    ] as const;
    expect(gatherBars(counts, { from: '2026-01-01', to: '2026-01-03' })).toEqual([
      { from: '2026-01-01', to: '2026-01-01', data: 0, metadata: 0 },
      { from: '2026-01-02', to: '2026-01-02', data: 3, metadata: 1 },
      { from: '2026-01-03', to: '2026-01-03', data: 0, metadata: 0 },
    ]);
  });

  it('are few enough to be seen, follow one another, and lose nothing', () => {
    const accesses = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.array(accesses, { maxLength: 400 }), (count, numbers) => {
        const period = lastDays(count, NOW);
        const counts = daysOf(period).flatMap((day, index) => {
          const number = numbers[index];
          return number === undefined ? [] : [{ day, content: 'Data' as const, accesses: number }];
        });
        const bars = gatherBars(counts, period);
        expect(bars.length).toBeLessThanOrEqual(92);
        expect(bars.flatMap((bar) => daysOf(bar))).toEqual(daysOf(period));
        expect(bars.reduce((sum, { data }) => sum + data, 0)).toBe(
          counts.reduce((sum, { accesses: number }) => sum + number, 0),
        );
      }),
    );
  });

  it('fit on an axis of round steps', () => {
    expect(chooseAxis(30)).toEqual({ end: 30, ticks: [0, 10, 20, 30] });
    expect(chooseAxis(0)).toEqual({ end: 1, ticks: [0, 1] });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (highest) => {
        const { end, ticks } = chooseAxis(highest);
        expect(end).toBeGreaterThanOrEqual(highest);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect([ticks[0], ticks.at(-1)]).toEqual([0, end]);
      }),
    );
  });

  it('of items keep the order that they came in', () => {
    expect(
      gatherItems([
        { repository: 'b', content: 'Data', accesses: 9 },
        { repository: 'b', content: 'Metadata', accesses: 2 },
        { repository: 'a', content: 'Metadata', accesses: 1 },
      ]),
    ).toEqual([
      { repository: 'b', data: 9, metadata: 2 },
      { repository: 'a', data: 0, metadata: 1 },
    ]);
  });
});

it('days are those of UTC, in the words of the place', () => {
  expect(createDayWords('en').span({ from: '2026-01-01', to: '2026-01-01' })).toBe('Jan 1, 2026');
  expect(createDayWords('pt-BR').span({ from: '2026-01-01', to: '2026-01-07' })).toBe(
    '1 de jan. de 2026 – 7 de jan. de 2026',
  );
  expect(createDayWords('en').short('2026-09-30')).toBe('Sep 30');
});
