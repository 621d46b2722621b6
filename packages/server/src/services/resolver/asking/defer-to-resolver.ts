import { readPersistentUrl } from '@perene/core/reading';
import type { Resolution, ResolverOperations } from './outcome/resolution.ts';

/**
 * Whether the answer may be another one at the resolver of a larger federation, to which this node belongs: a "no" needs
 * every Archive there (decision 41), and so do editions, translations and originals, unless an original of this node
 * says what they are.
 */
export const isLeftToOthers = (resolution: Resolution, target: string): boolean => {
  if (resolution.kind === 'malformed') return false;
  return resolution.kind !== 'found' || (!resolution.isLasting && dependsOnOthers(target));
};

export const dependsOnOthers = (target: string): boolean => {
  const reading = readPersistentUrl(target);
  if (!reading.ok) return true;
  const { verbs, requiredItemStatus } = reading.value.url;
  return (
    requiredItemStatus === 'Original' || verbs.some(({ kind }) => kind === 'lastEdition' || kind === 'translation')
  );
};

/** Resolves what this node knows by itself, and asks the resolver of the larger federation for the rest. */
export const deferToResolver = (
  own: Pick<ResolverOperations, 'resolve'>,
  elsewhere: Pick<ResolverOperations, 'resolve'>,
): Pick<ResolverOperations, 'resolve'> => ({
  async resolve(request, trace) {
    const resolution = await own.resolve(request, trace);
    const isAsked = request.isPassedOn !== true && isLeftToOthers(resolution, request.target);
    return isAsked ? elsewhere.resolve(request, trace) : resolution;
  },
});
