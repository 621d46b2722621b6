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
import { forwardTarget } from './forward.ts';

/** What to answer, and where the reader is sent instead. */
export interface Decided {
  readonly resolution: Resolution;
  readonly forward?: string | undefined;
  /** The `Link` header of that redirect. */
  readonly link?: string | undefined;
}

export interface Deciding {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly larger: LargerFederation | undefined;
}

/** Resolves a request, with the help of a larger federation. Counts no access that another resolver will count. */
export const decide = async ({ resolver, larger }: Deciding, asked: ResolutionRequest): Promise<Decided> => {
  if (larger === undefined) return { resolution: await resolver.resolve(asked) };
  const isCounted = asked.isCounted && !dependsOnOthers(asked.target);
  const own = await resolver.resolve({ ...asked, isCounted });
  const ask = (): Promise<Resolution> => larger.resolver.resolve({ ...asked, isCounted: false });
  const { resolution, isElsewhere } = await combineWithLarger(own, asked, { url: larger.url, ask });
  if (isElsewhere) return { resolution, forward: forwardTarget(asked.target, larger.url) };
  const isToCount = resolution.kind === 'found' && isCounted !== asked.isCounted;
  return { resolution: isToCount ? await resolver.resolve(asked) : resolution };
};
