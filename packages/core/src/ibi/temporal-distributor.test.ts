import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import { dateFromMicroseconds, formatExactDate, microsecondsFromDate, parseExactDate } from './exact-date.ts';
import { GRANULARITIES_MICROSECONDS, parseGranularity } from './granularity.ts';
import { ibipSuffix } from './ibip.ts';
import { repositorySuffix } from './repository-name.ts';
import { nextDate, nextDatesAuto } from './temporal-distributor.ts';

const RUNS = { seed: 1_287_587_646, numRuns: 2_000 };

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../vectors/ibi/${name}`, import.meta.url), 'utf8'));

const { distributor } = read('generation.json') as {
  readonly distributor: readonly {
    readonly granularity: string;
    readonly steps: readonly {
      readonly now: string;
      readonly delay: string;
      readonly created: string;
      readonly date: string;
      readonly suffix: string;
      readonly ibipSuffix: string;
    }[];
  }[];
};

const { runs } = read('auto-granularity.json') as {
  readonly runs: readonly (readonly {
    readonly now: string;
    readonly count: number;
    readonly delay: string;
    readonly dates: readonly string[];
    readonly repositorySuffixes: readonly string[];
  }[])[];
};

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

const toMicroseconds = (decimal: string): bigint => microsecondsFromDate(unwrap(parseExactDate(decimal)));
const toDecimal = (microseconds: bigint): string => formatExactDate(dateFromMicroseconds(microseconds));

const MINUTE = 60_000_000n;
const SECOND = 1_000_000n;
const NOW = 1_783_788_448_125_417n;

const granularities = fc.constantFrom(...GRANULARITIES_MICROSECONDS);
/** Distances from a microsecond to a quarter of an hour. */
const distances = fc.oneof(
  ...[5n, 100n, 10_000n, SECOND, 3n * SECOND, MINUTE, 15n * MINUTE].map((max) => fc.bigInt({ min: 0n, max })),
);
const starts = fc.oneof(
  fc.bigInt({ min: 1_000_000_000_000_000n, max: 4_000_000_000_000_000n }),
  // Just at and around a minute.
  fc
    .tuple(fc.bigInt({ min: 10_000_000n, max: 60_000_000n }), fc.bigInt({ min: -3n, max: 3n }))
    .map(([minute, near]) => minute * MINUTE + near),
);
const lasts = (now: bigint): fc.Arbitrary<bigint | undefined> =>
  fc.oneof(
    fc.constant(undefined),
    distances.map((distance) => now - distance),
    distances.map((distance) => now + distance),
  );
const requests = starts.chain((now) => fc.record({ now: fc.constant(now), last: lasts(now) }));

describe('the vectors of generation', () => {
  it.each(distributor)('a run with granularity $granularity', ({ granularity: name, steps }) => {
    const granularity = unwrap(parseGranularity(name));
    if (granularity === 'auto') throw new Error('a run of Algorithm 4 has a granularity of its own');
    let last: bigint | undefined;
    for (const step of steps) {
      const { date, created, delay } = nextDate({ now: toMicroseconds(step.now), last, granularity });
      const exact = dateFromMicroseconds(date);
      expect({
        now: step.now,
        delay: toDecimal(delay),
        created: toDecimal(created),
        date: formatExactDate(exact),
        suffix: repositorySuffix(exact),
        ibipSuffix: unwrap(ibipSuffix(exact)),
      }).toEqual(step);
      last = date;
    }
    expect(steps.length).toBeGreaterThan(0);
  });
});

describe('the vectors of auto', () => {
  it.each(runs.map((steps) => ({ steps })))('a run from $steps.0.now on', ({ steps }) => {
    let last: bigint | undefined;
    for (const step of steps) {
      const { dates, delay } = nextDatesAuto({ now: toMicroseconds(step.now), last, count: step.count });
      expect({
        now: step.now,
        count: step.count,
        delay: toDecimal(delay),
        dates: dates.map(toDecimal),
        // The file has the suffixes of the first few dates of a batch.
        repositorySuffixes: dates
          .slice(0, Math.max(1, step.repositorySuffixes.length))
          .map((date) => repositorySuffix(dateFromMicroseconds(date))),
      }).toEqual(step);
      last = dates.at(-1);
    }
    expect(steps.length).toBeGreaterThan(0);
  });
});

/** RTC-10 Algorithm 4, line by line, in microseconds. */
const algorithm4 = (currentDate: bigint, previous: bigint | undefined, r: bigint) => {
  const roundedDate = r * (currentDate / r); // 1
  let lastDateForSuffix = previous === undefined ? roundedDate - r : previous; // 2, 3
  lastDateForSuffix = r * (lastDateForSuffix / r); // 4
  const next = lastDateForSuffix + r;
  const creationDate = next - roundedDate > 0n ? next : roundedDate; // 5
  const delay = creationDate - currentDate; // 6
  const waited = delay > 0n ? delay : 0n; // 7
  let shortDate = creationDate; // 8
  let s = r; // 9
  let t = shortDate;
  while (lastDateForSuffix < shortDate) {
    s = 10n * s; // 11
    if (s === 10n * SECOND) s = MINUTE; // 12
    t = shortDate; // 13
    if (s > MINUTE) break; // 14
    shortDate = s * (creationDate / s); // 15
  }
  return { date: t, created: creationDate, delay: waited }; // 16, 17
};

describe('nextDate', () => {
  it('is Algorithm 4', () => {
    fc.assert(
      fc.property(requests, granularities, ({ now, last }, granularity) => {
        expect(nextDate({ now, last, granularity })).toEqual(algorithm4(now, last, granularity));
      }),
      { ...RUNS, numRuns: 10_000 },
    );
  });

  it('is Algorithm 4 for a whole run, with granularities that change', () => {
    const steps = fc.array(fc.tuple(distances, granularities), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(starts, steps, (start, all) => {
        let now = start;
        let last: bigint | undefined;
        for (const [distance, granularity] of all) {
          now += distance;
          const given = nextDate({ now, last, granularity });
          expect(given).toEqual(algorithm4(now, last, granularity));
          last = given.date;
        }
      }),
      RUNS,
    );
  });

  it.each([
    { granularity: 1n, date: NOW },
    { granularity: 10n, date: NOW - 7n },
    { granularity: 100_000n, date: NOW - 25_417n },
    { granularity: SECOND, date: NOW - 125_417n },
    { granularity: MINUTE, date: NOW - 28_125_417n },
  ] as const)('gives the first date on the grid of $granularity, at once', ({ granularity, date }) => {
    expect(nextDate({ now: NOW, last: undefined, granularity })).toEqual({ date, created: date, delay: 0n });
  });

  it('gives the shortest date that is later than the last one', () => {
    const minute = NOW - (NOW % MINUTE);
    const dates = [minute - 1n, minute, minute + 27n * SECOND, minute + 28n * SECOND, minute + 28_100_000n].map(
      (last) => nextDate({ now: NOW, last, granularity: 1n }).date - minute,
    );
    expect(dates).toEqual([0n, 28n * SECOND, 28n * SECOND, 28_100_000n, 28_120_000n]);
  });

  it('waits for the next point of the grid where the last one is taken', () => {
    const last = NOW - (NOW % SECOND);
    expect(nextDate({ now: NOW, last, granularity: SECOND })).toEqual({
      date: last + SECOND,
      created: last + SECOND,
      delay: last + SECOND - NOW,
    });
    expect(nextDate({ now: last + SECOND, last, granularity: SECOND }).delay).toBe(0n);
  });

  it('rounds down before 1970, too', () => {
    expect(nextDate({ now: -1n, last: undefined, granularity: MINUTE })).toEqual({
      date: -MINUTE,
      created: -MINUTE,
      delay: 0n,
    });
    expect(nextDate({ now: -1n, last: -SECOND, granularity: SECOND })).toEqual({ date: 0n, created: 0n, delay: 1n });
    expect(nextDate({ now: -MINUTE, last: undefined, granularity: SECOND }).date).toBe(-MINUTE);
  });
});

/** Computes decision 9 as it is written: looks at all points of a grid, from the coarsest grid on. */
const autoByDefinition = (now: bigint, previous: bigint | undefined, count: number) => {
  const last = previous ?? now - SECOND;
  const startOfMinute = now - (now % MINUTE);
  for (const grid of GRANULARITIES_MICROSECONDS) {
    const points: bigint[] = [];
    for (let point = startOfMinute; point <= now; point += grid) {
      if (point > last) points.push(point);
    }
    if (points.length >= count) return { dates: points.slice(-count), delay: 0n };
  }
  const dates = Array.from({ length: count }, (_, index) => last + 1n + BigInt(index));
  const wait = last + BigInt(count) - now;
  return { dates, delay: wait > 0n ? wait : 0n };
};

describe('nextDatesAuto', () => {
  it('is what decision 9 defines, just after the start of a minute', () => {
    const minutes = fc.bigInt({ min: 10_000_000n, max: 60_000_000n }).map((minute) => minute * MINUTE);
    const request = fc.record({
      minute: minutes,
      elapsed: fc.oneof(fc.bigInt({ min: 0n, max: 60n }), fc.bigInt({ min: 0n, max: 3_000n })),
      sinceLast: fc.option(fc.oneof(fc.bigInt({ min: -60n, max: 60n }), fc.bigInt({ min: -60n, max: 3_000n })), {
        nil: undefined,
      }),
      count: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(request, ({ minute, elapsed, sinceLast, count }) => {
        const now = minute + elapsed;
        const last = sinceLast === undefined ? undefined : now - sinceLast;
        expect(nextDatesAuto({ now, last, count })).toEqual(autoByDefinition(now, last, count));
      }),
      RUNS,
    );
  });

  it('is what decision 9 defines anywhere in a minute, where a coarse grid suffices', () => {
    const request = fc.record({
      now: starts,
      sinceLast: fc.oneof(fc.constant(undefined), fc.bigInt({ min: 700_000n, max: 3n * MINUTE })),
      count: fc.integer({ min: 1, max: 60 }),
    });
    let waited = 0;
    fc.assert(
      fc.property(request, ({ now, sinceLast, count }) => {
        // Within the first seconds of a minute the definition would look at millions of points.
        fc.pre(now % MINUTE >= SECOND || count === 1);
        const last = sinceLast === undefined ? undefined : now - sinceLast;
        const given = nextDatesAuto({ now, last, count });
        expect(given).toEqual(autoByDefinition(now, last, count));
        if (given.delay > 0n) waited += 1;
      }),
      RUNS,
    );
    expect(waited).toBe(0);
  });

  it('gives the start of the minute, then seconds, then tenths', () => {
    const minute = NOW - (NOW % MINUTE);
    let last: bigint | undefined = minute - MINUTE;
    const given: bigint[] = [];
    for (let request = 0; request < 6; request += 1) {
      const { dates, delay } = nextDatesAuto({ now: NOW, last, count: 1 });
      expect(delay).toBe(0n);
      last = dates.at(-1);
      given.push(...dates.map((date) => date - minute));
    }
    expect(given).toEqual([0n, 28_000_000n, 28_100_000n, 28_120_000n, 28_125_000n, 28_125_400n]);
  });

  it('takes now - 1 second for the last date where there is none', () => {
    expect(nextDatesAuto({ now: NOW, last: undefined, count: 1 })).toEqual(
      nextDatesAuto({ now: NOW, last: NOW - SECOND, count: 1 }),
    );
    const minute = NOW - (NOW % MINUTE);
    expect(nextDatesAuto({ now: minute, last: undefined, count: 2 })).toEqual({
      dates: [minute - SECOND + 1n, minute - SECOND + 2n],
      delay: 0n,
    });
    expect(nextDatesAuto({ now: minute + SECOND, last: undefined, count: 1 }).dates).toEqual([minute + SECOND]);
    expect(nextDatesAuto({ now: minute + SECOND - 1n, last: undefined, count: 1 }).dates).toEqual([minute]);
  });

  it('continues by microseconds and waits where the clock is behind', () => {
    expect(nextDatesAuto({ now: NOW, last: NOW, count: 3 })).toEqual({
      dates: [NOW + 1n, NOW + 2n, NOW + 3n],
      delay: 3n,
    });
    expect(nextDatesAuto({ now: NOW, last: NOW + 10n, count: 1 })).toEqual({ dates: [NOW + 11n], delay: 11n });
    expect(nextDatesAuto({ now: NOW, last: NOW - 1n, count: 1 })).toEqual({ dates: [NOW], delay: 0n });
    expect(nextDatesAuto({ now: NOW, last: NOW - 1n, count: 2 })).toEqual({ dates: [NOW, NOW + 1n], delay: 1n });
  });

  it('for one label is Algorithm 4 with the coarsest granularity that needs no waiting', () => {
    fc.assert(
      fc.property(starts, distances, (now, sinceLast) => {
        const last = now - sinceLast - 1n;
        const granularity = GRANULARITIES_MICROSECONDS.find(
          (grid) => nextDate({ now, last, granularity: grid }).delay === 0n,
        );
        const standard = granularity === undefined ? undefined : nextDate({ now, last, granularity });
        expect(nextDatesAuto({ now, last, count: 1 })).toEqual({ dates: [standard?.date], delay: 0n });
      }),
      RUNS,
    );
  });
});

describe('any sequence of requests', () => {
  const step = fc.record({
    forward: distances,
    back: fc.oneof({ weight: 4, arbitrary: fc.constant(0n) }, distances),
    mode: fc.oneof(granularities, fc.constant('auto' as const)),
    count: fc.integer({ min: 1, max: 50 }),
  });

  it('is given dates that only grow, on the grid asked for, and none from the future', () => {
    fc.assert(
      fc.property(starts, fc.array(step, { minLength: 1, maxLength: 40 }), (start, steps) => {
        let now = start;
        let last: bigint | undefined;
        const given: bigint[] = [];
        for (const { forward, back, mode, count } of steps) {
          now += forward - back;
          const { dates, delay } =
            mode === 'auto'
              ? nextDatesAuto({ now, last, count })
              : (({ date, delay: wait }) => ({ dates: [date], delay: wait }))(
                  nextDate({ now, last, granularity: mode }),
                );
          expect(dates.length).toBe(mode === 'auto' ? count : 1);
          expect(delay >= 0n).toBe(true);
          for (const date of dates) {
            expect(last === undefined || date > last).toBe(true);
            expect(date <= now + delay).toBe(true);
            if (mode !== 'auto') expect(date % mode).toBe(0n);
            last = date;
          }
          given.push(...dates);
        }
        expect(new Set(given).size).toBe(given.length);
      }),
      RUNS,
    );
  });

  it('does not wait where a point of the grid is free', () => {
    fc.assert(
      fc.property(requests, granularities, ({ now, last }, granularity) => {
        const isFree = last === undefined || last < now - (now % granularity);
        const { delay, created, date } = nextDate({ now, last, granularity });
        expect(delay === 0n).toBe(isFree || created === now);
        expect(date <= created && created <= now + delay).toBe(true);
        expect(created % granularity).toBe(0n);
      }),
      RUNS,
    );
  });
});
