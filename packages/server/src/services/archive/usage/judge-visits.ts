import { classifyAgent, createVisitBook, type UsageCount, type Visit } from '@perene/core/usage';
import type { QuickSecrets } from '../../../ports/system/secrets.ts';

/** A visit as it comes in; address and program are never stored. */
export interface NotedVisit extends Pick<Visit, 'repository' | 'content' | 'at'> {
  readonly address: string;
  /** The `User-Agent`, cut to its bound. */
  readonly agent: string;
}

/** Returns what visits add to the counts. */
export type JudgeVisits = (visits: readonly NotedVisit[]) => Promise<readonly UsageCount[]>;

/** Some tens of megabytes. */
const MAX_VISITS = 100_000;
const SESSION_LENGTH = 16;
const KEY_BYTES = 32;

/**
 * Tells visitors apart by a keyed hash of address and program. The key exists in the memory of this process only, and
 * each day (UTC) has another, so that not even this process can tell tomorrow who visited today.
 */
export const createVisitJudge = (secrets: Pick<QuickSecrets, 'randomBytes' | 'sha512'>): JudgeVisits => {
  const book = createVisitBook({ maxVisits: MAX_VISITS });
  const nameSession = createSessionNames(secrets);
  return async (visits) =>
    book.count(
      visits.flatMap(({ address, agent, ...visit }) => {
        const kind = classifyAgent(agent);
        if (kind === 'robot') return [];
        const session = nameSession(`${address} ${agent}`, visit.at);
        return [{ ...visit, session, method: kind === 'machine' ? 'Machine' : 'Regular' }];
      }),
    );
};

/** Returns names for visitors, which differ from day to day. */
export const createSessionNames = (
  secrets: Pick<QuickSecrets, 'randomBytes' | 'sha512'>,
): ((visitor: string, at: number) => string) => {
  let day = Number.NaN;
  let key = '';
  return (visitor, at) => {
    const today = Math.floor(at / 86_400_000);
    if (today !== day) {
      day = today;
      key = secrets.randomBytes(KEY_BYTES).toString('base64url');
    }
    // SHA-512/256 cannot be extended without the key, so it needs no HMAC.
    return secrets.sha512(`${key}-${visitor}`).slice(0, SESSION_LENGTH);
  };
};
