import { composeRepositoryLabel } from '@perene/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DailyCount } from '../../../ports/archive/counts/access-counts.ts';
import { createLocalCounts } from './local-counts.ts';

const REPOSITORY = composeRepositoryLabel('example.org/r', { seconds: 1_577_836_800, fraction: '' });
const DOCUMENT = `http://a/col/${REPOSITORY}/doc/f`;

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
    const follows: unknown[] = [];
    let day = '2026-11-16';
    const counts = createLocalCounts({
      service: composeRepositoryLabel('example.org/a', { seconds: 1_577_836_800, fraction: '' }),
      accessCounts: {
        async add(some) {
          if (isAway()) throw new Error('away');
          added.push(...some);
        },
      },
      repositoryOf: (url) => (url === DOCUMENT ? REPOSITORY : undefined),
      noteFollow: (follow) => follows.push(follow),
      today: () => day,
      onError: (error) => errors.push(error),
    });
    return {
      counts,
      added,
      follows,
      errors,
      setDay(next: string) {
        day = next;
      },
    };
  };

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
    const access = { repository: REPOSITORY, content: 'Data' };
    expect(added).toEqual([
      { ...access, day: '2026-11-16', accesses: 3 },
      { ...access, day: '2026-11-16', content: 'Metadata', accesses: 1 },
      { ...access, day: '2026-11-17', accesses: 1 },
    ]);
  });

  it('tells who followed a link of which item, by the address that is no claim', () => {
    const { counts, follows } = open();
    const [citing, clientAddresses] = [REPOSITORY, ['10.0.0.1', '192.0.2.1']];
    counts.noteFollow({ url: DOCUMENT, clientAddresses }, citing);
    counts.noteFollow({ url: 'http://elsewhere/', clientAddresses }, citing);
    expect(follows).toEqual([{ repository: REPOSITORY, citing, address: '192.0.2.1' }]);
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
