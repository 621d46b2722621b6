import { refuse } from '@perene/api/refusals';
import {
  composeIbipLabel,
  composeRepositoryLabel,
  dateFromMicroseconds,
  FIRST_IBIP_SECOND,
  formatExactDate,
  formatTime,
  type GranularityMicroseconds,
  type IbipLabel,
  nextDate,
  nextDatesAuto,
  type RepositoryLabel,
} from '@perene/core';
import type { DatesOrWait, MintingState } from '../../ports/minting/minting-state.ts';
import type { Clock } from '../../ports/system/clock.ts';

/** The beginnings of the labels of this node (RTC-10 Algorithms 1 and 5). */
export interface Subsystem {
  readonly repositoryPrefix: string;
  /** Undefined if the node has no IP address configured: then no IBIp is minted. */
  readonly ibipPrefix: string | undefined;
}

/** The labels in the form that is shown, by this node or another. */
export interface ShownIbi {
  readonly repository: string;
  readonly ibip?: string;
  /** Exact decimal POSIX seconds. */
  readonly date: string;
}

export interface MintedIbi extends ShownIbi {
  readonly repository: RepositoryLabel;
  readonly ibip?: IbipLabel;
}

/** A minter here, or on another node that is reached over HTTP. */
export interface IbiMinting {
  mint(count: number, onProgress?: (minted: number) => void): Promise<readonly ShownIbi[]>;
  close(): Promise<void>;
}

export interface IbiMinter extends IbiMinting {
  mint(count: number, onProgress?: (minted: number) => void): Promise<readonly MintedIbi[]>;
}

export interface MintingPolicy {
  readonly granularity: GranularityMicroseconds | 'auto';
  /** How far the clock may be behind the last date; beyond that, minting is refused and does not wait. */
  readonly clockTolerance: bigint;
}

export const MAX_COUNT = 1_000_000;
/** Labels composed between two reports of progress. */
const REPORT_EVERY = 10_000;

export const createIbiMinter = (
  needs: { readonly state: MintingState; readonly clock: Clock; readonly subsystem: Subsystem } & MintingPolicy,
): IbiMinter => ({
  async mint(count, onProgress) {
    if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
      throw refuse('count-out-of-range', { reason: 'labels', count, max: MAX_COUNT });
    }
    const minted: MintedIbi[] = [];
    while (minted.length < count) {
      const dates = await giveDates(count - minted.length, needs);
      for (const labels of await passOver(
        dates.map((date) => composeLabels(date, needs.subsystem)),
        needs.state,
      )) {
        minted.push(labels);
        if (minted.length % REPORT_EVERY === 0) onProgress?.(minted.length);
      }
      onProgress?.(minted.length);
    }
    return minted;
  },
  close: () => needs.state.close(),
});

/** Decision 55: a label that an item brought here has is never given again. */
const passOver = async (
  composed: readonly MintedIbi[],
  state: Pick<MintingState, 'held'>,
): Promise<readonly MintedIbi[]> => {
  const namesOf = ({ repository, ibip }: MintedIbi) => (ibip === undefined ? [repository] : [repository, ibip]);
  const held = await state.held(composed.flatMap(namesOf));
  return held.size === 0 ? composed : composed.filter((labels) => !namesOf(labels).some((name) => held.has(name)));
};

/** Gives all dates at once with automatic granularity, and one at a time with a fixed one. */
const giveDates = async (
  count: number,
  { state, clock, granularity, clockTolerance }: { state: MintingState; clock: Clock } & MintingPolicy,
): Promise<readonly bigint[]> => {
  for (;;) {
    const given = await state.give((last) => {
      const now = clock.now();
      checkClock({ now, last, clockTolerance });
      return chooseDates({ now, last, count, granularity });
    });
    if (given.kind === 'dates') return given.dates;
    await clock.wait(given.microseconds);
  }
};

/** Dates are never given before they have come, so a last date in the future means that the clock was set back. */
const chooseDates = ({
  now,
  last,
  count,
  granularity,
}: {
  now: bigint;
  last: bigint | undefined;
  count: number;
  granularity: GranularityMicroseconds | 'auto';
}): DatesOrWait => {
  if (granularity === 'auto') {
    const { dates, delay } = nextDatesAuto({ now, last, count });
    return delay > 0n ? { kind: 'wait', microseconds: delay } : { kind: 'dates', dates };
  }
  const { date, delay } = nextDate({ now, last, granularity });
  return delay > 0n ? { kind: 'wait', microseconds: delay } : { kind: 'dates', dates: [date] };
};

const checkClock = (times: { now: bigint; last: bigint | undefined; clockTolerance: bigint }): void => {
  const { seconds } = dateFromMicroseconds(times.now);
  if (seconds < FIRST_IBIP_SECOND) {
    throw refuse('clock-unset', { now: formatTime({ seconds, fraction: '' }) });
  }
  const behind = (times.last ?? times.now) - times.now;
  if (behind <= times.clockTolerance) return;
  throw refuse('clock-behind', {
    seconds: formatExactDate(dateFromMicroseconds(behind)),
    last: formatTime(dateFromMicroseconds(times.now + behind)),
  });
};

/** RTC-10 Algorithms 3 and 7, from one date for both forms. */
const composeLabels = (microseconds: bigint, { repositoryPrefix, ibipPrefix }: Subsystem): MintedIbi => {
  const date = dateFromMicroseconds(microseconds);
  const repository = composeRepositoryLabel(repositoryPrefix, date);
  const ibip = ibipPrefix === undefined ? undefined : composeIbipLabel(ibipPrefix, date);
  return { repository, ...(ibip?.ok && { ibip: ibip.value }), date: formatExactDate(date) };
};
