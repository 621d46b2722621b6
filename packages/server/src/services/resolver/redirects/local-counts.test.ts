import { composeRepositoryLabel } from '@perene/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DailyCount } from '../../../ports/archive/access-counts.ts';
import { createLocalCounts } from './local-counts.ts';

describe('local counts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = (isAway = () => false) => {
    const added: DailyCount[] = [];
    const errors: unknown[] = [];
    let day = '2026-11-16';
    const counts = createLocalCounts({
      service: composeRepositoryLabel('example.org/a', { seconds: 1_577_836_800, fraction: '' }),
      accessCounts: {
        async add(some) {
          if (isAway()) throw new Error('away');
          added.push(...some);
        },
      },
      repositoryOf: (url) => /\/col\/(.*)\/doc\//.exec(url)?.[1],
      today: () => day,
      onError: (error) => errors.push(error),
    });
    return {
      counts,
      added,
      errors,
      setDay(next: string) {
        day = next;
      },
    };
  };
  const DOCUMENT = 'http://a/col/r/doc/f';

  it('writes what came together, once, each under its day', async () => {
    const { counts, added, setDay } = open();
    for (let time = 0; time < 3; time += 1) counts.count({ url: DOCUMENT, contentType: 'Data' });
    counts.count({ url: DOCUMENT, contentType: 'Metadata' });
    counts.count({ url: 'http://elsewhere/', contentType: 'Data' });
    await vi.advanceTimersByTimeAsync(2_000);
    setDay('2026-11-17');
    counts.count({ url: DOCUMENT, contentType: 'Data' });
    await counts.finish();
    await counts.finish();
    const access = { repository: 'r', content: 'Data' };
    expect(added).toEqual([
      { ...access, day: '2026-11-16', accesses: 3 },
      { ...access, day: '2026-11-16', content: 'Metadata', accesses: 1 },
      { ...access, day: '2026-11-17', accesses: 1 },
    ]);
  });

  it('keeps what a database that is away has not got', async () => {
    let isAway = true;
    const { counts, added, errors, setDay } = open(() => isAway);
    counts.count({ url: DOCUMENT, contentType: 'Data' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(errors).toHaveLength(1);
    isAway = false;
    setDay('2026-11-17');
    counts.count({ url: DOCUMENT, contentType: 'Data' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(added.map(({ day, accesses }) => [day, accesses])).toEqual([
      ['2026-11-16', 1],
      ['2026-11-16', 1],
    ]);
  });
});
