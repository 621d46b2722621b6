import { parseExactDate, parseGranularity } from '@perene/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MintingState } from '../../ports/minting/minting-state.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { createIbiMinter, MAX_COUNT, type MintingPolicy } from './mint-ibis.ts';

const START = 1_794_782_985_000_000n;

/** A state in memory; the contract suite tests the real ones. */
const createState = (): MintingState & { given: bigint | undefined; readonly taken: Set<string> } => ({
  given: undefined,
  taken: new Set(),
  async give(decide) {
    const decision = decide(this.given);
    if (decision.kind === 'dates') this.given = decision.dates.at(-1) ?? this.given;
    return decision;
  },
  async last() {
    return this.given;
  },
  async held(labels) {
    return new Set(labels.filter((label) => this.taken.has(label)));
  },
  async close() {},
});

/** A clock that stands still until it is waited for. */
const createClock = (): Clock & { time: bigint; readonly waited: bigint[] } => ({
  time: START,
  waited: [],
  now() {
    return this.time;
  },
  async wait(microseconds) {
    this.waited.push(microseconds);
    this.time += microseconds;
  },
});

const create = (policy: Partial<MintingPolicy> = {}) => {
  const state = createState();
  const clock = createClock();
  const minter = createIbiMinter({
    state,
    clock,
    subsystem: { repositoryPrefix: 'example.org/www', ibipPrefix: 'LK47B6W' },
    granularity: 'auto',
    clockTolerance: 5_000_000n,
    ...policy,
  });
  return { state, clock, minter };
};

const datesOf = (labels: readonly { date: string }[]): readonly string[] => labels.map(({ date }) => date);

describe('minting', () => {
  it('makes both forms from one date', async () => {
    const { minter } = create();
    expect(await minter.mint(1)).toEqual([
      { repository: 'example.org/www/2026/11.15.22.49.45', ibip: 'LK47B6W/4GQ8JRS', date: '1794782985' },
    ]);
  });

  it('makes no IBIp without an address', async () => {
    const { minter } = create();
    const bare = createIbiMinter({
      state: createState(),
      clock: createClock(),
      subsystem: { repositoryPrefix: 'example.org/www', ibipPrefix: undefined },
      granularity: 'auto',
      clockTolerance: 0n,
    });
    expect(await bare.mint(1)).toEqual([{ repository: 'example.org/www/2026/11.15.22.49.45', date: '1794782985' }]);
    await Promise.all([minter.close(), bare.close()]);
  });

  it('passes over labels that items here have, in either form', async () => {
    const { minter, state } = create({ granularity: 1_000_000n });
    state.taken.add('example.org/www/2026/11.15.22.49.45').add('LK47B6W/4GQ8JRU');
    const dates = datesOf(await minter.mint(3));
    expect(dates).toHaveLength(3);
    expect(dates).not.toContain('1794782985');
    expect(dates).not.toContain('1794782987');
  });

  it('waits for a date to come before it is given', async () => {
    const { minter, clock } = create({ granularity: 1_000_000n });
    expect(datesOf(await minter.mint(3))).toEqual(['1794782985', '1794782986', '1794782987']);
    expect(clock.waited).toEqual([1_000_000n, 1_000_000n]);
  });

  it('does not wait with automatic granularity while there are dates in the past', async () => {
    const { minter, clock } = create();
    clock.time = START + 500_000n;
    expect(datesOf(await minter.mint(2))).toEqual(['1794782985.4', '1794782985.5']);
    clock.time += 1_000n;
    expect(datesOf(await minter.mint(1))).toEqual(['1794782985.501']);
    expect(clock.waited).toEqual([]);
    expect(datesOf(await minter.mint(1))).toEqual(['1794782985.501001']);
    expect(clock.waited).toEqual([1n]);
  });

  it('tells its progress, batch by batch', async () => {
    const { minter } = create();
    const told: number[] = [];
    expect(await minter.mint(25_000, (done) => told.push(done))).toHaveLength(25_000);
    expect(told).toEqual([10_000, 20_000, 25_000]);
  });

  it('takes one grid for all labels of a call, however many', async () => {
    const { minter, clock } = create();
    clock.time = START - 5_000_000n;
    await minter.mint(1);
    clock.time = START;
    const dates = datesOf(await minter.mint(30_000));
    expect([dates[0], dates.at(-1)]).toEqual(['1794782982.0001', '1794782985']);
    expect(clock.waited).toEqual([]);
  });

  it('refuses a clock that is too far behind the last date, and keeps the state', async () => {
    const { minter, clock, state } = create();
    await minter.mint(1);
    clock.time = START - 5_000_001n;
    await expect(minter.mint(1)).rejects.toMatchObject({
      code: 'clock-behind',
      message: expect.stringContaining('5.000001 s behind the last label given (2026-11-15T22:49:45Z)'),
    });
    expect(state.given).toBe(START);
    clock.time = START - 5_000_000n;
    expect(datesOf(await minter.mint(1))).toEqual(['1794782985.000001']);
  });

  it('refuses a clock that was never set', async () => {
    const { minter, clock } = create();
    clock.time = 807_235_199_999_999n;
    await expect(minter.mint(1)).rejects.toMatchObject({
      code: 'clock-unset',
      message: expect.stringContaining('1995-07-31'),
    });
  });

  it.each([0, -1, 1.5, Number.NaN, MAX_COUNT + 1])('refuses to mint %s labels', async (count) => {
    await expect(create().minter.mint(count)).rejects.toMatchObject({ code: 'count-out-of-range' });
  });

  it('never repeats a date, whatever the clock and the granularity do', async () => {
    const request = fc.record({
      move: fc.bigInt({ min: -4_000_000n, max: 90_000_000n }),
      count: fc.integer({ min: 1, max: 4 }),
      granularity: fc.constantFrom('auto', '60', '1', '0.1', '0.000001'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async (requests) => {
        const state = createState();
        const clock = createClock();
        const given: bigint[] = [];
        for (const { move, count, granularity } of requests) {
          clock.time = (state.given ?? clock.time) + move;
          const parsed = parseGranularity(granularity);
          if (!parsed.ok) throw new Error(granularity);
          const minter = createIbiMinter({
            state,
            clock,
            subsystem: { repositoryPrefix: 'a.b/c', ibipPrefix: undefined },
            granularity: parsed.value,
            clockTolerance: 5_000_000n,
          });
          for (const { date } of await minter.mint(count)) {
            const exact = parseExactDate(date);
            if (!exact.ok) throw new Error(date);
            given.push(BigInt(exact.value.seconds) * 1_000_000n + BigInt(exact.value.fraction.padEnd(6, '0')));
            expect(given.at(-1)).toBeLessThanOrEqual(clock.time);
          }
        }
        for (const [index, date] of given.entries())
          if (index > 0) expect(date).toBeGreaterThan(given[index - 1] as bigint);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});
