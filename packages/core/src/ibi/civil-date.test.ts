import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilFromSeconds, daysInMonth, secondsFromCivil } from './civil-date.ts';

const RUNS = { seed: 1_582, numRuns: 3_000 };
const SECONDS_PER_ERA = 146_097n * 86_400n;

/** Date.UTC takes the years 0 to 99 for 1900 to 1999; setUTCFullYear does not. */
const platformSeconds = (year: number, month: number, day: number, time = 0): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + time;

const platformCivil = (seconds: number) => {
  const date = new Date(seconds * 1_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
};

describe('daysInMonth', () => {
  it('agrees with the platform for every month of 801 years', () => {
    const wrong: string[] = [];
    for (let year = 1_600; year <= 2_400; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        if (daysInMonth(year, month) !== new Date(Date.UTC(year, month, 0)).getUTCDate())
          wrong.push(`${year}-${month}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [0, 29],
    [4, 29],
    [100, 28],
    [1900, 28],
    [2000, 29],
    [2004, 29],
    [2023, 28],
    [2100, 28],
    [10_000, 29],
    [99_999_999, 28],
  ])('February of %d has %d days', (year, days) => {
    expect(daysInMonth(year, 2)).toBe(days);
  });
});

describe('civil dates', () => {
  it.each([
    { seconds: 0, civil: { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 } },
    { seconds: -1, civil: { year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59 } },
    { seconds: 807_235_200, civil: { year: 1995, month: 8, day: 1, hour: 0, minute: 0, second: 0 } },
    { seconds: 1_234_806_360, civil: { year: 2009, month: 2, day: 16, hour: 17, minute: 46, second: 0 } },
    { seconds: 951_782_400, civil: { year: 2000, month: 2, day: 29, hour: 0, minute: 0, second: 0 } },
    { seconds: 951_868_799, civil: { year: 2000, month: 2, day: 29, hour: 23, minute: 59, second: 59 } },
    { seconds: 951_868_800, civil: { year: 2000, month: 3, day: 1, hour: 0, minute: 0, second: 0 } },
    { seconds: -62_167_219_200, civil: { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 } },
    { seconds: -62_167_219_201, civil: { year: -1, month: 12, day: 31, hour: 23, minute: 59, second: 59 } },
    { seconds: -62_162_035_200, civil: { year: 0, month: 3, day: 1, hour: 0, minute: 0, second: 0 } },
    { seconds: 253_402_300_800, civil: { year: 10_000, month: 1, day: 1, hour: 0, minute: 0, second: 0 } },
  ])('$seconds', ({ seconds, civil }) => {
    expect(civilFromSeconds(seconds)).toEqual(civil);
    expect(secondsFromCivil(civil)).toBe(seconds);
  });

  it('agrees with the platform for every day of 401 years', () => {
    const wrong: number[] = [];
    for (let day = platformSeconds(1_799, 12, 31); day <= platformSeconds(2_200, 1, 1); day += 86_400) {
      const { year, month, day: dayOfMonth } = civilFromSeconds(day);
      const platform = platformCivil(day);
      const isSame = year === platform.year && month === platform.month && dayOfMonth === platform.day;
      if (!isSame || secondsFromCivil({ ...platform }) !== day) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  it('agrees with the platform for any date of the years 0 to 9999', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: platformSeconds(0, 1, 1), max: platformSeconds(9_999, 12, 31, 86_399) }),
        (seconds) => {
          const civil = civilFromSeconds(seconds);
          expect(civil).toEqual(platformCivil(seconds));
          expect(secondsFromCivil(civil)).toBe(seconds);
        },
      ),
      RUNS,
    );
  });

  it('takes a year, a month, a day and a time as the platform does', () => {
    const time = fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      second: fc.integer({ min: 0, max: 59 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        time,
        (year, month, day, { hour, minute, second }) => {
          const civil = { year, month, day, hour, minute, second };
          const seconds = platformSeconds(year, month, day, hour * 3_600 + minute * 60 + second);
          expect(secondsFromCivil(civil)).toBe(seconds);
          expect(civilFromSeconds(seconds)).toEqual(civil);
        },
      ),
      RUNS,
    );
  });

  it('is exact over all safe integers: 400 years are one length', () => {
    const seconds = fc.oneof(
      fc.maxSafeInteger(),
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
      // These are the last and the first second of a day, of which a rounded quotient would fall into the next day.
      fc
        .tuple(fc.integer({ min: -104_249_991_374, max: 104_249_991_373 }), fc.constantFrom(0, -1, 1, 86_399))
        .map(([day, second]) => day * 86_400 + second),
    );
    fc.assert(
      fc.property(seconds, (value) => {
        const era = BigInt(value) / SECONDS_PER_ERA;
        const near = platformCivil(Number(BigInt(value) - era * SECONDS_PER_ERA));
        const civil = civilFromSeconds(value);
        expect(civil).toEqual({ ...near, year: near.year + Number(era) * 400 });
        expect(secondsFromCivil(civil)).toBe(value);
      }),
      { ...RUNS, numRuns: 10_000 },
    );
  });
});
