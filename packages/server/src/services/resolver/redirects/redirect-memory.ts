import type { Label } from '@perene/core';
import { citingItemOf, classifyAgent, withCitingItem } from '@perene/core/usage';
import type { Recollection } from '../../../memory/recollection.ts';
import type { Found, ResolutionRequest, ResolverOperations } from '../asking/outcome/resolution.ts';
import type { Acknowledgments } from './acknowledge.ts';

const MAX_BYTES = 64 * 1_048_576;
/** The memory that a redirect takes beside its URLs. */
const BYTES_EACH = 800;
const MAX_TARGET_LENGTH = 512;

/** A redirect, and the item whose link led to it. */
interface Kept {
  readonly found: Found;
  readonly citing: Label | undefined;
  /** Whether it was asked for with all that counting a reader needs. */
  readonly isCounted: boolean;
}

/**
 * Remembers redirects to documents of this node that are the same for everyone, until something that led to them changes.
 * Every redirect is acknowledged, remembered or not.
 */
export const rememberRedirects = ({
  resolver,
  acknowledgments,
  recollection,
  isAlone,
}: {
  readonly resolver: Pick<ResolverOperations, 'resolve'>;
  readonly acknowledgments: Pick<Acknowledgments, 'send'>;
  readonly recollection: Recollection;
  /** Whether there is no other Archive. What was remembered of labels that were made elsewhere ends when one comes. */
  readonly isAlone: () => boolean;
}): ResolverOperations => {
  const remembered = recollection.createMemory<Kept>({
    maxBytes: MAX_BYTES,
    sizeOf: ({ found: { url, acknowledgment } }) =>
      BYTES_EACH + 2 * (url.length + (acknowledgment?.persistentUrl.length ?? 0)),
  });
  let wasAlone = isAlone();
  const noticeOthers = (): boolean => {
    if (wasAlone !== isAlone()) {
      remembered.forgetAll();
      wasAlone = !wasAlone;
    }
    return wasAlone;
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

  return {
    recall(request) {
      noticeOthers();
      const kept = remembered.find(request.target);
      if (kept === undefined || !request.isCounted) return kept?.found;
      if (!kept.isCounted) return undefined;
      acknowledge(kept, request);
      return kept.found;
    },
    async resolve(request: ResolutionRequest, trace) {
      const before = noticeOthers();
      const reading = recollection.begin();
      const resolution = await recollection.noting(reading, () => resolver.resolve(request, trace));
      if (resolution.kind !== 'found') return resolution;
      const { isCounted } = request;
      const kept = { found: resolution, citing: citingItemOf(request.target)?.text, isCounted };
      if (isCounted) acknowledge(kept, request);
      const isKept =
        resolution.isLasting &&
        !resolution.isByLanguage &&
        (isCounted || remembered.find(request.target) === undefined) &&
        before === noticeOthers() &&
        request.target.length <= MAX_TARGET_LENGTH;
      if (isKept) remembered.keep(request.target, kept, reading);
      return resolution;
    },
  };
};
