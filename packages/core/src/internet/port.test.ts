import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPort, parsePort, readPort } from './port.ts';

const RUNS = { seed: 65_535, numRuns: 500 };
const refusedAt = (position: number) => ({
  ok: false,
  problem: 'port/number',
  position,
  expected: 'a port from 1 to 65535',
});

describe('isPort', () => {
  it.each([1, 2, 80, 800, 65_534, 65_535])('%d is one', (port) => {
    expect(isPort(port)).toBe(true);
  });

  it.each([0, -1, 65_536, 1.5, 65_535.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is not a port', (port) => {
    expect(isPort(port)).toBe(false);
  });
});

describe('parsePort', () => {
  it.each([
    ['1', 1],
    ['80', 80],
    ['800', 800],
    ['10000', 10_000],
    ['65535', 65_535],
  ])('reads %s', (text, port) => {
    expect(parsePort(text)).toEqual({ ok: true, value: port });
  });

  it.each([
    ['', 0],
    ['0', 0],
    ['00', 0],
    ['080', 0],
    ['65536', 0],
    ['99999', 0],
    ['x', 0],
    ['-1', 0],
    ['+1', 0],
    [' 80', 0],
    ['80 ', 2],
    ['80x', 2],
    ['8.0', 1],
    ['1e3', 1],
    ['8０', 1],
    ['80\0', 2],
  ])('refuses "%s" at %d', (text, position) => {
    expect(parsePort(text)).toEqual(refusedAt(position));
  });

  it('refuses a number beyond all numbers', () => {
    expect(parsePort('9'.repeat(400))).toEqual(refusedAt(0));
  });

  it('reads what was written, and refuses every number that is no port', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -10, max: 70_000 }), fc.integer()), (number) => {
        const isInRange = number >= 1 && number <= 65_535;
        expect(parsePort(String(number))).toEqual(isInRange ? { ok: true, value: number } : refusedAt(0));
      }),
      RUNS,
    );
  });
});

describe('readPort', () => {
  it('begins where it is told and says where the digits end', () => {
    expect(readPort('x80/', 1)).toEqual({ ok: true, value: { port: 80, end: 3 } });
    expect(readPort('x80', 1)).toEqual({ ok: true, value: { port: 80, end: 3 } });
    expect(readPort('x80', 2)).toEqual(refusedAt(2));
    expect(readPort('x80', 3)).toEqual(refusedAt(3));
    expect(readPort('0081', 2)).toEqual({ ok: true, value: { port: 81, end: 4 } });
  });
});
