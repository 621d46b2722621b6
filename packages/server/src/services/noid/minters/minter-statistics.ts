import { because, type Said } from '@perene/api/refusals';
import { describe } from '@perene/api/words';
import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { type MinterTools, templateOf } from './minter-work.ts';

export interface MinterStatistics {
  /** How many times an identifier was issued, counting repeated issues. */
  readonly mints: number;
  /** How many of the namespace are used up, including skipped ones. */
  readonly used: number;
  /** The total in exact digits; undefined if there is no end. */
  readonly total?: string | undefined;
  readonly remaining?: string | undefined;
  readonly held: number;
  readonly queued: number;
  /** Mints a day, over the last 30 days or since the first mint. */
  readonly mintsPerDay: number;
  /**
   * The day on which none is left at that rate, such as `2031-05-20`; undefined if that is never, or not within a
   * thousand years.
   */
  readonly exhaustedOn?: string | undefined;
  /** Why the operator should act, in words. */
  readonly warning?: string | undefined;
  /** The same as data. */
  readonly because?: Said | undefined;
}

const RATE_DAYS = 30;
const MICROSECONDS_PER_DAY = 86_400_000_000n;
const MAX_DAYS = 365_000n;
const WARNING_DAYS = 90n;
const WARNING_PERCENT = 10n;

export const minterStatistics = async (
  minter: MinterReading,
  { clock }: Pick<MinterTools, 'clock'>,
): Promise<MinterStatistics> => {
  const { sequence, mints, held, queued } = await minter.progress();
  const { total } = templateOf(minter.definition);
  const now = clock.now();
  const recent = await minter.mintsByDay(RATE_DAYS);
  const mintsPerDay = rateOf(recent, now);
  const remaining = total === null ? undefined : total - BigInt(sequence.issued);
  const days = remaining === undefined || mintsPerDay === 0 ? undefined : daysFor(remaining, mintsPerDay);
  const exhaustedOn = days === undefined || days > MAX_DAYS ? undefined : dayAfter(now, days);
  const warning =
    minter.definition.term === 'short' || total === null || remaining === undefined
      ? undefined
      : warningOf({ total, remaining, days, exhaustedOn });
  return {
    mints,
    used: sequence.issued,
    total: total?.toString(),
    remaining: remaining?.toString(),
    held,
    queued,
    mintsPerDay,
    exhaustedOn,
    ...(warning && { warning: describe(warning, 'en'), because: warning }),
  };
};

const rateOf = (recent: readonly { readonly day: string; readonly mints: number }[], now: bigint): number => {
  const today = Date.UTC(...dayParts(now));
  const ages = recent.map(({ day, mints }) => ({
    mints,
    age: Math.round(
      (today - Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))) / 86_400_000,
    ),
  }));
  const counted = ages.filter(({ age }) => age < RATE_DAYS);
  const oldest = Math.max(0, ...counted.map(({ age }) => age));
  const sum = counted.reduce((count, { mints }) => count + mints, 0);
  // For a minter that is older than the window, the rate is over the whole window.
  return sum / (ages.length > counted.length ? RATE_DAYS : oldest + 1);
};

const dayParts = (microseconds: bigint): [year: number, month: number, day: number] => {
  const date = new Date(Number(microseconds / 1_000n));
  return [date.getFullYear(), date.getMonth(), date.getDate()];
};

/** Rates are rounded to a few decimals, so that large namespaces can be divided as bigints. */
const daysFor = (remaining: bigint, mintsPerDay: number): bigint =>
  (remaining * 1_000n) / BigInt(Math.max(1, Math.round(mintsPerDay * 1_000)));

const dayAfter = (now: bigint, days: bigint): string => {
  const [year, month, day] = dayParts(now + days * MICROSECONDS_PER_DAY);
  return `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

const warningOf = ({
  total,
  remaining,
  days,
  exhaustedOn,
}: {
  readonly total: bigint;
  readonly remaining: bigint;
  readonly days: bigint | undefined;
  readonly exhaustedOn?: string | undefined;
}): Said | undefined => {
  if (remaining === 0n) return because('minter-running-out', { reason: 'none-left' });
  const isSoon = days !== undefined && days <= WARNING_DAYS;
  if (!isSoon && remaining * 100n > total * WARNING_PERCENT) return undefined;
  const left = { remaining: String(remaining), total: String(total) };
  return because(
    'minter-running-out',
    isSoon && exhaustedOn !== undefined ? { reason: 'soon', ...left, exhaustedOn } : { reason: 'few', ...left },
  );
};
