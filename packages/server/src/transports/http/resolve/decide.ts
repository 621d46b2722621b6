import type { ServerResponse } from 'node:http';
import { watchCopyUse } from '../../../memory/copy-use.ts';
import {
  combineWithLarger,
  dependsOnOthers,
  type LargerFederation,
} from '../../../services/resolver/asking/defer-to-resolver.ts';
import type {
  Resolution,
  ResolutionRequest,
  ResolverOperations,
} from '../../../services/resolver/asking/outcome/resolution.ts';
import type { Metrics } from '../metrics.ts';
import { COPY_AGE } from '../remembered/copied-answers.ts';
import { forwardTarget } from './forward.ts';

/** What to answer, and where the reader is sent instead. */
export interface Decided {
  readonly resolution: Resolution;
  readonly forward?: string | undefined;
  /** The `Link` header of that redirect. */
  readonly link?: string | undefined;
  /** How many seconds old the copy of the database is that was read instead of it; undefined if none was. */
  readonly copyAge?: number | undefined;
}

export interface Deciding {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly larger: LargerFederation | undefined;
}

/** Resolves a request, with the help of a larger federation. Counts no access that another resolver will count. */
export const decide = async (deciding: Deciding, asked: ResolutionRequest): Promise<Decided> => {
  const used = watchCopyUse();
  const decided = await decideNow(deciding, asked);
  const copyAge = used();
  return copyAge === undefined ? decided : { ...decided, resolution: doubtDenial(decided.resolution), copyAge };
};

const DENIALS: readonly Resolution['kind'][] = ['unknown', 'missing', 'untranslated', 'reserved', 'no-original'];
const RETRY_AFTER_SECONDS = 10;

/** What a copy of the database lacks may be in the database. */
const doubtDenial = (resolution: Resolution): Resolution =>
  DENIALS.includes(resolution.kind) && 'ibi' in resolution
    ? { kind: 'uncertain', ibi: resolution.ibi, silent: [], retryAfterSeconds: RETRY_AFTER_SECONDS }
    : resolution;

/** Tells the reader how old what was read is, and counts the answer. */
export const tellCopied = (
  { response }: { readonly response: ServerResponse },
  metrics: Pick<Metrics, 'countCopied'>,
  { resolution, copyAge }: Decided,
): void => {
  if (copyAge === undefined) return;
  response.setHeader(COPY_AGE, String(copyAge));
  metrics.countCopied({ isAnswered: resolution.kind !== 'uncertain' });
};

const decideNow = async ({ resolver, larger }: Deciding, asked: ResolutionRequest): Promise<Decided> => {
  if (larger === undefined) return { resolution: await resolver.resolve(asked) };
  const isCounted = asked.isCounted && !dependsOnOthers(asked.target);
  const own = await resolver.resolve({ ...asked, isCounted });
  const ask = (): Promise<Resolution> => larger.resolver.resolve({ ...asked, isCounted: false });
  const { resolution, isElsewhere } = await combineWithLarger(own, asked, { url: larger.url, ask });
  if (isElsewhere) return { resolution, forward: forwardTarget(asked.target, larger.url) };
  const isToCount = resolution.kind === 'found' && isCounted !== asked.isCounted;
  return { resolution: isToCount ? await resolver.resolve(asked) : resolution };
};
