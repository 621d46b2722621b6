import { Refusal } from '@perene/api/refusals';
import { readPersistentUrl } from '@perene/core/reading';
import { RESOLVER_SERVICE } from '../../../ports/federation/messenger.ts';
import type { Resolution, ResolutionRequest, ResolverOperations } from './outcome/resolution.ts';
import { mayPassOn } from './passed-on.ts';

const RETRY_SECONDS = 60;

/** The resolver of a larger federation, to which a node with a resolver of its own belongs. */
export interface LargerFederation {
  /** Its address, without a slash at its end. */
  readonly url: string;
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
}

/** The outcome that counts, and whether it is that of the larger federation. */
interface Combined {
  readonly resolution: Resolution;
  readonly isElsewhere: boolean;
}

/** Whether the request is one to which other Archives than the holder of an item may have an answer. */
export const dependsOnOthers = (target: string): boolean => {
  const reading = readPersistentUrl(target);
  if (!reading.ok) return true;
  const { verbs, requiredItemStatus } = reading.value.url;
  return (
    requiredItemStatus === 'Original' || verbs.some(({ kind }) => kind === 'lastEdition' || kind === 'translation')
  );
};

/**
 * A node may have members of its own, and may be no member of the larger federation any more, so neither resolver knows
 * all. What the node finds by the word of its own Archives counts. The larger federation is asked for every "no"
 * (decision 41), for rival claims of an original, and where a copy was believed or something passed over.
 */
export const combineWithLarger = async (
  own: Resolution,
  { target }: Pick<ResolutionRequest, 'target'>,
  { url, ask }: { readonly url: string; readonly ask: () => Promise<Resolution> },
): Promise<Combined> => {
  const keepOwn = { resolution: own, isElsewhere: false };
  if (own.kind === 'malformed' || own.kind === 'disputed') return keepOwn;
  if (own.kind === 'found' && own.isSecondHand !== true && !wantsOriginal(target)) return keepOwn;
  try {
    const there = await ask();
    const rivals = wantsOriginal(target) ? findRivals(own, there, target) : undefined;
    if (rivals !== undefined) return { resolution: rivals, isElsewhere: false };
    return isBetter(there, own) ? { resolution: there, isElsewhere: true } : keepOwn;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const silent = {
      address: new URL(url).host,
      service: RESOLVER_SERVICE,
      code: 'unreachable',
      because: error,
    } as const;
    if (own.kind === 'found' && own.isPastUnknown !== true) {
      // Decision 40: who might have claimed the original as well is named.
      const isNamed = wantsOriginal(target) && error.code !== 'node-refused';
      return isNamed ? { ...keepOwn, resolution: { ...own, silent: [...own.silent, silent] } } : keepOwn;
    }
    // A resolver of another program knows persistent URLs, though not this question.
    if (error.code === 'node-refused') return { resolution: own, isElsewhere: true };
    const ibi = 'ibi' in own ? own.ibi : target.replace(/^\//, '');
    return {
      resolution: { kind: 'uncertain', ibi, silent: [silent], retryAfterSeconds: RETRY_SECONDS },
      isElsewhere: false,
    };
  }
};

const wantsOriginal = (target: string): boolean => /[?&]ibiurl\.requireditemstatus=Original(?:&|$)/i.test(target);

/** Each federation may know one of two Archives that claim the same original (decision 40). */
const findRivals = (own: Resolution, there: Resolution, target: string): Resolution | undefined => {
  if (own.kind !== 'found' || there.kind !== 'found' || own.archive.service === there.archive.service) return undefined;
  if (own.state !== 'Original' || there.state !== 'Original') return undefined;
  if (leadsToOthers(target) && own.citedAs !== there.citedAs) return undefined;
  const claims = [own, there].map(({ archive, url }) => ({ ...archive, url, timestamp: undefined }));
  return { kind: 'disputed', ibi: own.ibi, claims };
};

/** With such verbs each of the two may know another item, or only one of them. */
const leadsToOthers = (target: string): boolean => {
  const reading = readPersistentUrl(target);
  return !reading.ok || reading.value.url.verbs.some(({ kind }) => kind !== 'fileList');
};

const isBetter = (there: Resolution, own: Resolution): boolean => {
  switch (own.kind) {
    case 'found':
      if (there.kind === 'uncertain') return own.isPastUnknown === true;
      return there.kind === 'disputed' || (there.kind === 'found' && own.isSecondHand === true);
    case 'uncertain':
      return there.kind === 'found';
    case 'unknown':
      return there.kind !== 'malformed';
    default:
      return there.kind !== 'malformed' && there.kind !== 'unknown';
  }
};

/** Resolves what this node knows by itself, and asks the resolver of the larger federation for the rest. */
export const deferToResolver = (
  own: Pick<ResolverOperations, 'resolve'>,
  { url, resolver }: LargerFederation,
  /** The name of this node, in questions that it passes on. */
  name: string,
): Pick<ResolverOperations, 'resolve'> => ({
  async resolve(request, trace) {
    const resolution = await own.resolve(request, trace);
    if (!mayPassOn(request.passed ?? [], name)) return resolution;
    const ask = (): Promise<Resolution> => resolver.resolve(request, trace);
    return (await combineWithLarger(resolution, request, { url, ask })).resolution;
  },
});
