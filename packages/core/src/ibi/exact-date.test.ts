import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../parsing/answer.ts';
import {
  dateFromMicroseconds,
  type ExactDate,
  formatExactDate,
  formatTime,
  microsecondsFromDate,
  parseExactDate,
  two,
  withoutTrailingZeros,
} from './exact-date.ts';

const RUNS = { seed: 19_700_101, numRuns: 2_000 };
const FIRST = -62_167_219_200;
const LAST = 3_155_633_032_780_799;

const unwrap = <Value>(answer: Answer<Value>): Value => {
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

/** The date in units of the last of `digits` decimal places, exactly. */
const scaled = ({ seconds, fraction }: ExactDate, digits: number): bigint =>
  BigInt(seconds) * 10n ** BigInt(digits) + BigInt(fraction.padEnd(digits, '0') || '0');

const fractions = fc.stringMatching(/^(0{0,6}[0-9]{0,6}[1-9])?$/);
const dates: fc.Arbitrary<ExactDate> = fc.record({
  seconds: fc.oneof(
    fc.integer({ min: -10, max: 10 }),
    fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }),
    fc.integer({ min: FIRST, max: LAST }),
  ),
  fraction: fractions,
});

describe('parseExactDate', () => {
  it.each([
    ['0', 0, '', '0'],
    ['00', 0, '', '0'],
    ['-0', 0, '', '0'],
    ['-0.0', 0, '', '0'],
    ['1', 1, '', '1'],
    ['007.50', 7, '5', '7.5'],
    ['-1', -1, '', '-1'],
    ['1.0', 1, '', '1'],
    ['1287587646.394023', 1_287_587_646, '394023', '1287587646.394023'],
    ['0.000001', 0, '000001', '0.000001'],
    ['0.10', 0, '1', '0.1'],
    ['0.01', 0, '01', '0.01'],
    ['-0.5', -1, '5', '-0.5'],
    ['-0.05', -1, '95', '-0.05'],
    ['-0.95', -1, '05', '-0.95'],
    ['-0.999999', -1, '000001', '-0.999999'],
    ['-1.25', -2, '75', '-1.25'],
    ['-1.250', -2, '75', '-1.25'],
    ['-9.9', -10, '1', '-9.9'],
    ['3155633032780799', LAST, '', '3155633032780799'],
    ['-62167219200', FIRST, '', '-62167219200'],
    ['3155633032780799.9', LAST, '9', '3155633032780799.9'],
    ['-62167219199.9', FIRST, '1', '-62167219199.9'],
    [`1.${'3'.repeat(62)}`, 1, '3'.repeat(62), `1.${'3'.repeat(62)}`],
  ])('reads %s', (text, seconds, fraction, canonical) => {
    const answer = parseExactDate(text);
    expect(answer).toEqual({ ok: true, value: { seconds, fraction } });
    expect(Object.is(answer.ok && answer.value.seconds, -0)).toBe(false);
    expect(formatExactDate({ seconds, fraction })).toBe(canonical);
  });

  it.each([
    ['', 'date/not-a-number', 0, 'a digit'],
    ['-', 'date/not-a-number', 1, 'a digit'],
    ['--1', 'date/not-a-number', 1, 'a digit'],
    ['+1', 'date/not-a-number', 0, 'a digit'],
    [' 1', 'date/not-a-number', 0, 'a digit'],
    ['.5', 'date/not-a-number', 0, 'a digit'],
    ['-.5', 'date/not-a-number', 1, 'a digit'],
    ['x', 'date/not-a-number', 0, 'a digit'],
    ['NaN', 'date/not-a-number', 0, 'a digit'],
    ['１', 'date/not-a-number', 0, 'a digit'],
    ['1.', 'date/not-a-number', 2, 'a digit'],
    ['-12.', 'date/not-a-number', 4, 'a digit'],
    ['1.x', 'date/not-a-number', 2, 'a digit'],
    ['1..2', 'date/not-a-number', 2, 'a digit'],
    ['1e3', 'date/not-a-number', 1, 'a digit or the end'],
    ['1,5', 'date/not-a-number', 1, 'a digit or the end'],
    ['-12 ', 'date/not-a-number', 3, 'a digit or the end'],
    ['1\0', 'date/not-a-number', 1, 'a digit or the end'],
    ['1.5.6', 'date/not-a-number', 3, 'a digit or the end'],
    ['1.5 ', 'date/not-a-number', 3, 'a digit or the end'],
    ['3155633032780800', 'date/out-of-range', 0, '-62167219200 to 3155633032780799'],
    ['-62167219201', 'date/out-of-range', 0, '-62167219200 to 3155633032780799'],
    ['-62167219200.5', 'date/out-of-range', 0, '-62167219200 to 3155633032780799'],
    ['9'.repeat(64), 'date/out-of-range', 0, '-62167219200 to 3155633032780799'],
    ['9'.repeat(65), 'date/too-long', 64, 'at most 64 characters'],
  ])('refuses "%s"', (text, problem, position, expected) => {
    expect(parseExactDate(text)).toEqual({ ok: false, problem, position, expected });
  });

  it('refuses a very long text', () => {
    expect(parseExactDate('-'.repeat(100_000))).toMatchObject({ problem: 'date/too-long', position: 64 });
  });

  it('reads back every date that is written', () => {
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseExactDate(formatExactDate(date))).toEqual({ ok: true, value: date });
      }),
      RUNS,
    );
  });

  it('takes a decimal for its exact value, and writes it without needless zeros', () => {
    const integers = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.nat(), fc.integer({ min: 0, max: -FIRST - 1 }));
    fc.assert(
      fc.property(fc.boolean(), integers, fc.stringMatching(/^[0-9]{0,12}$/), (isNegative, integer, digits) => {
        const sign = isNegative ? '-' : '';
        const text = `${sign}${integer}${digits === '' ? '' : `.${digits}`}`;
        const date = unwrap(parseExactDate(text));
        const value = BigInt(`${integer}${digits}`) * (isNegative ? -1n : 1n);
        expect(scaled(date, digits.length)).toBe(value);
        const needed = digits.replace(/0+$/, '');
        const canonical = value === 0n ? '0' : `${sign}${integer}${needed === '' ? '' : `.${needed}`}`;
        expect(formatExactDate(date)).toBe(canonical);
      }),
      RUNS,
    );
  });
});

describe('formatTime', () => {
  it.each([
    [0, '', '1970-01-01T00:00:00Z'],
    [1_234_806_360, '', '2009-02-16T17:46:00Z'],
    [1_234_806_369, '05', '2009-02-16T17:46:09.05Z'],
    [-1, '75', '1969-12-31T23:59:59.75Z'],
    [-62_167_219_200, '', '0000-01-01T00:00:00Z'],
    [-30_641_760_000, '', '0999-01-01T00:00:00Z'],
    [253_402_300_799, '9', '9999-12-31T23:59:59.9Z'],
    [253_402_300_800, '', '+010000-01-01T00:00:00Z'],
    [LAST, '', '+99999999-12-31T23:59:59Z'],
  ])('%d.%s is %s', (seconds, fraction, time) => {
    expect(formatTime({ seconds, fraction })).toBe(time);
  });

  it('agrees with the platform, milliseconds aside', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: 8_640_000_000_000 }), fractions, (seconds, fraction) => {
        const platform = new Date(seconds * 1_000).toISOString();
        const point = fraction === '' ? '' : `.${fraction}`;
        expect(formatTime({ seconds, fraction })).toBe(platform.replace('.000', point));
      }),
      RUNS,
    );
  });
});

describe('two', () => {
  it('writes two digits', () => {
    expect([0, 1, 9, 10, 59, 99].map(two)).toEqual(['00', '01', '09', '10', '59', '99']);
  });
});

describe('withoutTrailingZeros', () => {
  it.each([
    ['', ''],
    ['0', ''],
    ['000', ''],
    ['1', '1'],
    ['10', '1'],
    ['0100', '01'],
    ['101', '101'],
  ])('makes "%s" "%s"', (digits, shorter) => {
    expect(withoutTrailingZeros(digits)).toBe(shorter);
  });
});

describe('microseconds', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['0.000001', 1n],
    ['0.1', 100_000n],
    ['1287587646.394023', 1_287_587_646_394_023n],
    ['-0.000001', -1n],
    ['-0.5', -500_000n],
    ['-1', -1_000_000n],
    ['-1.25', -1_250_000n],
  ])('%s seconds are %d', (text, microseconds) => {
    const date = unwrap(parseExactDate(text));
    expect(microsecondsFromDate(date)).toBe(microseconds);
    expect(dateFromMicroseconds(microseconds)).toEqual(date);
  });

  it('cuts what is finer, downwards', () => {
    expect(microsecondsFromDate({ seconds: 1, fraction: '9999999' })).toBe(1_999_999n);
    expect(microsecondsFromDate({ seconds: 0, fraction: '0000009' })).toBe(0n);
    expect(microsecondsFromDate({ seconds: -1, fraction: '0000009' })).toBe(-1_000_000n);
  });

  it('come back as they were, and mean the same instant', () => {
    const counts = fc.oneof(
      fc.bigInt({ min: -3_000_000n, max: 3_000_000n }),
      fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }),
    );
    fc.assert(
      fc.property(counts, (microseconds) => {
        const date = dateFromMicroseconds(microseconds);
        expect(Number.isSafeInteger(date.seconds)).toBe(true);
        expect(date.fraction).toMatch(/^([0-9]{0,5}[1-9])?$/);
        expect(scaled(date, 6)).toBe(microseconds);
        expect(microsecondsFromDate(date)).toBe(microseconds);
      }),
      RUNS,
    );
  });
});
