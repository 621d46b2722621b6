import { formatTime } from '../ibi/exact-date.ts';
import type { RepositoryLabel } from '../ibi/label.ts';

/** The access methods of COUNTER reports. */
export type AccessMethod = 'Regular' | 'Machine';

/** Somebody opened an item (`Data`), or looked at what describes it (`Metadata`). */
export interface Visit {
  /** Tells visitors apart; nobody can read from it who the visitor is. */
  readonly session: string;
  readonly repository: RepositoryLabel;
  readonly content: 'Data' | 'Metadata';
  readonly method: AccessMethod;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The four item metrics of COUNTER. A request is an investigation, too. */
export interface UsageNumbers {
  readonly totalInvestigations: number;
  readonly totalRequests: number;
  readonly uniqueInvestigations: number;
  readonly uniqueRequests: number;
}

/** What visits add to the counts of an item, on one day (YYYY-MM-DD, UTC). */
export interface UsageCount extends UsageNumbers {
  readonly repository: RepositoryLabel;
  readonly day: string;
  readonly method: AccessMethod;
}

/** The visits of the last hour, by which the next ones are judged. */
export interface VisitBook {
  count(visits: readonly Visit[]): readonly UsageCount[];
}

const DOUBLE_CLICK_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

interface Seen {
  /** When the visitor last did each. */
  readonly last: { readonly Data?: number; readonly Metadata?: number };
  /** The hours, since 1970, in which the visitor last investigated and requested the item. */
  readonly hours: { readonly investigated?: number; readonly requested?: number };
}

/**
 * COUNTER Code of Practice 5.1, sections 7.2 to 7.4. Two visits of one visitor that do the same with an item within 30
 * seconds count once, and each of them begins the 30 seconds anew. Unique metrics count an item once a session, which is
 * a visitor in one hour of the day (UTC). At most `maxVisits` are remembered; the oldest are forgotten first.
 */
export const createVisitBook = ({ maxVisits }: { readonly maxVisits: number }): VisitBook => {
  const seen = new Map<string, Seen>();
  let hour = 0;

  const beginHour = (at: number): void => {
    if (Math.floor(at / HOUR_MS) <= hour) return;
    hour = Math.floor(at / HOUR_MS);
    for (const [key, { last }] of seen) {
      if (Math.max(last.Data ?? 0, last.Metadata ?? 0) < at - DOUBLE_CLICK_MS) seen.delete(key);
    }
  };

  /** Returns what one visit adds; undefined if it is the second half of a double click. */
  const judge = ({ session, repository, content, at }: Visit): UsageNumbers | undefined => {
    beginHour(at);
    const key = `${session} ${repository}`;
    const { last = {}, hours = {} }: Partial<Seen> = seen.get(key) ?? {};
    const isRequest = content === 'Data';
    const hourOfVisit = Math.floor(at / HOUR_MS);
    const isDoubleClick = Math.abs(at - (last[content] ?? Number.NEGATIVE_INFINITY)) <= DOUBLE_CLICK_MS;
    // The newest stand at the end.
    seen.delete(key);
    const [oldest] = seen.size >= maxVisits ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
    seen.set(key, {
      last: { ...last, [content]: at },
      hours: isDoubleClick
        ? hours
        : { investigated: hourOfVisit, ...(isRequest ? { requested: hourOfVisit } : pickRequested(hours)) },
    });
    if (isDoubleClick) return undefined;
    return {
      totalInvestigations: 1,
      totalRequests: isRequest ? 1 : 0,
      uniqueInvestigations: hours.investigated === hourOfVisit ? 0 : 1,
      uniqueRequests: isRequest && hours.requested !== hourOfVisit ? 1 : 0,
    };
  };

  return {
    count(visits) {
      const counts = new Map<string, UsageCount>();
      for (const visit of visits) {
        const numbers = judge(visit);
        if (numbers === undefined) continue;
        const { repository, method } = visit;
        const day = formatTime({ seconds: Math.floor(visit.at / 1_000), fraction: '' }).slice(0, DAY_LENGTH);
        const key = `${repository} ${day} ${method}`;
        counts.set(key, { repository, day, method, ...sumUsage([counts.get(key) ?? NO_USAGE, numbers]) });
      }
      return [...counts.values()];
    },
  };
};

const pickRequested = ({ requested }: Seen['hours']): Seen['hours'] => (requested === undefined ? {} : { requested });

export const NO_USAGE: UsageNumbers = {
  totalInvestigations: 0,
  totalRequests: 0,
  uniqueInvestigations: 0,
  uniqueRequests: 0,
};

export const sumUsage = (all: readonly UsageNumbers[]): UsageNumbers => ({
  totalInvestigations: all.reduce((sum, one) => sum + one.totalInvestigations, 0),
  totalRequests: all.reduce((sum, one) => sum + one.totalRequests, 0),
  uniqueInvestigations: all.reduce((sum, one) => sum + one.uniqueInvestigations, 0),
  uniqueRequests: all.reduce((sum, one) => sum + one.uniqueRequests, 0),
});
