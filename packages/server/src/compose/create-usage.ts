import type { Settings } from '../config/settings.ts';
import type { Catalogue } from '../ports/archive/catalogue.ts';
import type { Clock } from '../ports/system/clock.ts';
import type { Secrets } from '../ports/system/secrets.ts';
import type { ArchiveOperations } from '../services/archive/archive-operations.ts';
import { createFollowCounter } from '../services/archive/usage/count-follows.ts';
import { createVisitCounter } from '../services/archive/usage/count-visits.ts';
import { createVisitJudge, type JudgeVisits } from '../services/archive/usage/judge-visits.ts';
import { createUsageReports } from '../services/archive/usage/report-usage.ts';

/** The parts that count how items are used, and tell it. */
export const createUsage = (
  { publicUrl, resolverUrl }: Pick<Settings, 'publicUrl' | 'resolverUrl'>,
  {
    catalogue,
    archive,
    clock,
    secrets,
    version,
    judgeVisits = createVisitJudge(secrets),
    onError,
  }: {
    readonly catalogue: Pick<Catalogue, 'find' | 'usageCounts'>;
    readonly archive: Pick<ArchiveOperations, 'show'>;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly version: string;
    readonly judgeVisits?: JudgeVisits | undefined;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const { usageCounts } = catalogue;
  const visits = createVisitCounter({
    usageCounts,
    judge: judgeVisits,
    clock,
    onError: (error) => onError(error, 'visits could not be counted for now'),
  });
  const follows = createFollowCounter({
    catalogue,
    secrets,
    clock,
    onError: (error) => onError(error, 'links that were followed could not be counted'),
  });
  return {
    visits,
    follows,
    usageReports: createUsageReports({ archive, usageCounts, clock, publicUrl, resolverUrl, version }),
    async finishCounting() {
      await Promise.all([visits.finish(), follows.finish()]);
    },
  };
};
