import { composeRepositoryLabel } from '@perene/core';
import type { UsageCount } from '@perene/core/usage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSecrets } from '../../../adapters/system/system-secrets.ts';
import { createVisitCounter } from './count-visits.ts';
import { createVisitJudge, type NotedVisit } from './judge-visits.ts';

const REPOSITORY = composeRepositoryLabel('example.org/a', { seconds: 1_577_836_800, fraction: '' });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const DAY_MS = 86_400_000;

const visit = (more: Partial<NotedVisit> = {}): NotedVisit => ({
  repository: REPOSITORY,
  content: 'Data',
  address: '192.0.2.1',
  agent: FIREFOX,
  at: Date.UTC(2026, 10, 18, 10),
  ...more,
});

describe('the judge of visits', () => {
  it('tells visitors apart by address and program, and counts no robots', async () => {
    const judge = createVisitJudge(createSecrets());
    const counts = await judge([
      visit(),
      visit(),
      visit({ address: '192.0.2.2' }),
      visit({ agent: `${FIREFOX}.1` }),
      visit({ agent: 'curl/8.5.0' }),
      visit({ agent: 'Googlebot/2.1' }),
    ]);
    expect(counts.map(({ method, totalRequests }) => [method, totalRequests])).toEqual([
      ['Regular', 3],
      ['Machine', 1],
    ]);
  });

  it('takes another key each day, and keeps no address', async () => {
    const hashed: string[] = [];
    const secrets = createSecrets();
    const judge = createVisitJudge({
      randomBytes: (count) => secrets.randomBytes(count),
      sha512(text) {
        hashed.push(text);
        return secrets.sha512(text);
      },
    });
    await judge([visit(), visit({ at: visit().at + 1 }), visit({ at: visit().at + DAY_MS })]);
    const keys = hashed.map((text) => text.slice(0, text.indexOf('-192')));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
    expect(keys.every((key) => key.length >= 43)).toBe(true);
  });
});

describe('the counter of visits', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = () => {
    const added: UsageCount[] = [];
    const errors: unknown[] = [];
    const state = { isAway: false };
    const counter = createVisitCounter({
      usageCounts: {
        async add(counts) {
          if (state.isAway) throw new Error('away');
          added.push(...counts);
        },
      },
      judge: createVisitJudge(createSecrets()),
      clock: { now: () => BigInt(Date.now()) * 1_000n, wait: async () => undefined },
      onError: (error) => errors.push(error),
    });
    return { counter, added, errors, state };
  };

  it('writes what came together, once', async () => {
    const { counter, added } = open();
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) counter.note(visit({ address }));
    expect(added).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    await counter.finish();
    expect(added.map(({ totalRequests }) => totalRequests)).toEqual([2]);
  });

  it('keeps what a database that is away has not got', async () => {
    const { counter, added, errors, state } = open();
    state.isAway = true;
    counter.note(visit());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(errors).toHaveLength(1);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(added.map(({ totalRequests }) => totalRequests)).toEqual([1]);
  });

  it('is bounded, and does not let robots in', async () => {
    const { counter, added } = open();
    counter.note(visit({ agent: 'bot' }));
    for (let number = 0; number < 20_100; number += 1) counter.note(visit({ address: `192.0.2.${number}` }));
    await counter.finish();
    expect(added.map(({ totalRequests }) => totalRequests)).toEqual([20_000]);
  });
});
