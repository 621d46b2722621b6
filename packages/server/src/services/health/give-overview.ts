import type { Overview } from '@perene/api';
import type { HoldingCounts, Holdings } from '../../ports/archive/counts/holdings.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Examination } from './examine-node.ts';

/** More than these are not counted. */
export const MAX_WAITING = 100;
const MONTHS = 12;
const FRESH_MICROSECONDS = 60_000_000n;
const DAY_MS = 86_400_000;

type Waiting = Overview['waiting'];

/** What is told of a node, with findings that are not yet in words. */
export type ExaminedNode = Omit<Overview, 'findings'> & { readonly findings: readonly Examination[] };

/** Gathers how the node is; whoever asks within a minute gets the same. */
export const createOverview = ({
  clock,
  holdings,
  examine,
  countWaiting,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly holdings: HoldingCounts | undefined;
  readonly examine: () => Promise<readonly Examination[]>;
  readonly countWaiting: () => Promise<Waiting>;
}): (() => Promise<ExaminedNode>) => {
  let last: { readonly at: bigint; readonly given: Promise<ExaminedNode> } | undefined;
  const gather = async (now: bigint): Promise<ExaminedNode> => {
    const months = monthsUpTo(Number(now / 1_000n));
    const since = BigInt(Date.parse(`${months[0]}-01T00:00:00Z`)) * 1_000n;
    const [findings, held, waiting] = await Promise.all([examine(), holdings?.count(since), countWaiting()]);
    return { findings, waiting, ...(held && { items: viewHoldings(held, months) }) };
  };
  return () => {
    const now = clock.now();
    if (last === undefined || now - last.at > FRESH_MICROSECONDS) {
      const given = gather(now);
      last = { at: now, given };
      // What failed is tried again by the next who asks.
      given.catch(() => {
        last = undefined;
      });
    }
    return last.given;
  };
};

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM'.length);

const monthsUpTo = (ms: number): readonly string[] => {
  const now = new Date(ms);
  return Array.from({ length: MONTHS }, (_, index) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1 - index), 1)),
  );
};

const viewHoldings = ({ added, ...held }: Holdings, months: readonly string[]): NonNullable<Overview['items']> => ({
  ...held,
  growth: months.map((month) => ({
    month,
    items: added.filter(({ day }) => monthOf(day * DAY_MS) === month).reduce((sum, { items }) => sum + items, 0),
  })),
});
