import { describe, expect, it } from 'vitest';
import { microsecondsFromDate, parseExactDate } from './exact-date.ts';
import { GRANULARITIES_MICROSECONDS, parseGranularity } from './granularity.ts';

const NAMES = ['60', '1', '0.1', '0.01', '0.001', '0.0001', '0.00001', '0.000001'];

describe('parseGranularity', () => {
  it('knows the eight of the standard by their seconds, from the coarsest to the finest', () => {
    const microseconds = NAMES.map((name) => {
      const seconds = parseExactDate(name);
      return seconds.ok && microsecondsFromDate(seconds.value);
    });
    expect(microseconds).toEqual([60_000_000n, 1_000_000n, 100_000n, 10_000n, 1_000n, 100n, 10n, 1n]);
    expect(GRANULARITIES_MICROSECONDS).toEqual(microseconds);
    expect(NAMES.map(parseGranularity)).toEqual(microseconds.map((value) => ({ ok: true, value })));
  });

  it('knows auto', () => {
    expect(parseGranularity('auto')).toEqual({ ok: true, value: 'auto' });
  });

  it.each(['', '0', '10', '600', '60.0', '01', '1.0', '.1', '0.0000001', '-1', 'AUTO', 'auto ', '1e-1', '1\0'])(
    'refuses "%s"',
    (text) => {
      expect(parseGranularity(text)).toEqual({
        ok: false,
        problem: 'granularity/unknown',
        position: 0,
        expected: 'auto, 60, 1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001 (seconds)',
      });
    },
  );
});
