import { pause } from '../../../../concurrency/pause.ts';
import type { ResolverOperations } from '../../asking/outcome/resolution.ts';
import type { ClaimHearing } from '../claims/hear-claims.ts';
import type { FindEvidence } from './find-evidence.ts';

/** How long a reader waits until the claims of the same answers are logged. */
const WAIT_MS = 500;

/** Adds evidence to an outcome that two Archives claim one original. Without it, the outcome stands all the same. */
export const withEvidence = (
  resolver: Pick<ResolverOperations, 'resolve'>,
  {
    findEvidence,
    hearing,
    onError,
  }: {
    readonly findEvidence: FindEvidence;
    readonly hearing: Pick<ClaimHearing, 'finish'>;
    readonly onError: (error: unknown) => void;
  },
): Pick<ResolverOperations, 'resolve'> => ({
  async resolve(request, trace) {
    const outcome = await resolver.resolve(request, trace);
    if (outcome.kind !== 'disputed') return outcome;
    try {
      await Promise.race([hearing.finish(), pause(WAIT_MS)]);
      return { ...outcome, evidence: await findEvidence(outcome) };
    } catch (error) {
      onError(error);
      return outcome;
    }
  },
});
