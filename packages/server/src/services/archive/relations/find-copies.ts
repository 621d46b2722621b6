import { Refusal } from '@perene/api/refusals';
import { type Label, parseUrlList } from '@perene/core';
import { requestFor, within } from './find-holder.ts';

/** A step of a resolution. Where an Archive answered, it has what that Archive said. */
interface HeardStep {
  readonly kind: string;
  readonly archive?: { readonly address: string; readonly service: string };
  readonly body?: string;
}

/** The resolver that this node uses, with what Archives answered it. */
interface TracedResolver {
  resolve(request: ReturnType<typeof requestFor>, trace: (step: HeardStep) => void): Promise<unknown>;
}

/** Returns the URLs of the Archives other than `own` that hold the item, as original or copy. */
export const findCopies = async (resolver: TracedResolver, label: Label, own: Label): Promise<readonly string[]> => {
  const urls = new Set<string>();
  const note = ({ kind, archive, body }: HeardStep): void => {
    if (kind !== 'answered' || archive === undefined || body === undefined || archive.service === own) return;
    const list = parseUrlList(body);
    const state = list.ok ? list.value?.related.get('')?.state : undefined;
    if (state === 'Original' || state === 'Copy') urls.add(`http://${archive.address}`);
  };
  try {
    // Whoever may hold the original is asked, and those with copies answer as well.
    await within(resolver.resolve(requestFor(`/${label}?ibiurl.requireditemstatus=Original`), note));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return [...urls];
};
