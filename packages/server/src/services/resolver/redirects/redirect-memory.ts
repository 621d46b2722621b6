import type { Label } from '@perene/core';
import { citingItemOf, classifyAgent, withCitingItem } from '@perene/core/usage';
import type { Found, ResolutionRequest, ResolverOperations } from '../asking/outcome/resolution.ts';
import type { Acknowledgments } from './acknowledge.ts';

const MAX_REDIRECTS = 100_000;
/** Some tens of megabytes, whatever the URLs are. */
const MAX_CHARACTERS = 32_000_000;
/** The memory that a redirect takes beside its URLs. */
const CHARACTERS_EACH = 400;
const MAX_TARGET_LENGTH = 512;

/** A redirect, and the item whose link led to it. */
interface Kept {
  readonly found: Found;
  readonly citing: Label | undefined;
}

/**
 * Remembers redirects to documents of this node that are the same for everyone, until the version of its catalogue
 * changes. Every redirect is acknowledged, remembered or not.
 */
export const rememberRedirects = ({
  resolver,
  acknowledgments,
  version,
}: {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly acknowledgments: Pick<Acknowledgments, 'send'>;
  /** Returns undefined if the catalogue has no version; then nothing is remembered. */
  readonly version: () => number | undefined;
}): ResolverOperations => {
  // A plain Map, because every redirect begins here, and keeping an order of use would double the time of the look-up.
  const remembered = new Map<string, Kept>();
  let characters = 0;
  let known: number | undefined;

  const forgetAll = (): void => {
    remembered.clear();
    characters = 0;
  };
  const remember = (target: string, kept: Kept): void => {
    const { url, acknowledgment } = kept.found;
    const added = CHARACTERS_EACH + target.length + url.length + (acknowledgment?.persistentUrl.length ?? 0);
    if (remembered.size === MAX_REDIRECTS || characters + added > MAX_CHARACTERS) forgetAll();
    if (!remembered.has(target)) characters += added;
    remembered.set(target, kept);
  };

  const acknowledge = ({ found: { archive, acknowledgment }, citing }: Kept, request: ResolutionRequest): void => {
    if (acknowledgment === undefined) return;
    // Programs follow links without reading what they are in.
    if (citing === undefined || classifyAgent(request.userAgent ?? '') !== 'regular') {
      acknowledgments.send(archive, acknowledgment);
      return;
    }
    const { clientAddresses } = request;
    const persistentUrl = withCitingItem(acknowledgment.persistentUrl, citing);
    acknowledgments.send(archive, { ...acknowledgment, clientAddresses, persistentUrl }, citing);
  };
  const forgetIfChanged = (): number | undefined => {
    const current = version();
    if (current !== known) {
      forgetAll();
      known = current;
    }
    return current;
  };

  return {
    recall(request) {
      if (forgetIfChanged() === undefined) return undefined;
      const kept = remembered.get(request.target);
      if (kept !== undefined && request.isCounted) acknowledge(kept, request);
      return kept?.found;
    },
    async resolve(request: ResolutionRequest, trace) {
      const before = forgetIfChanged();
      const resolution = await resolver.resolve(request, trace);
      if (resolution.kind !== 'found') return resolution;
      const kept = { found: resolution, citing: citingItemOf(request.target)?.text };
      if (request.isCounted) acknowledge(kept, request);
      const isKept =
        resolution.isLasting &&
        !resolution.isByLanguage &&
        request.isCounted &&
        before !== undefined &&
        before === known &&
        request.target.length <= MAX_TARGET_LENGTH;
      if (isKept) remember(request.target, kept);
      return resolution;
    },
  };
};
