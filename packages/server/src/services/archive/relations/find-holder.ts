import type { AnswerOf } from '@perene/api';
import { because, Refusal, refuse, type Said } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import type { ArchiveAddress } from '../../../ports/federation/messenger.ts';

/** The holder of the original of an item, as the resolver finds it. */
export type Holder =
  | { readonly kind: 'held'; readonly archive: ArchiveAddress }
  | { readonly kind: 'none'; readonly why: Said };

export interface HolderFinder {
  find(label: Label): Promise<Holder>;
  /** Returns the URL of the item; undefined if the resolver cannot tell. */
  itself(label: Label): Promise<string | undefined>;
  /** Returns the URL of the last edition; undefined if the resolver cannot tell. */
  lastEdition(label: Label): Promise<string | undefined>;
}

const MAX_FINDING_MS = 10_000;

type Outcome = AnswerOf<'resolveUrl'>['outcome'];

/** The resolver that this node uses: its own, or the one that it has joined. */
export interface UsedResolver {
  resolve(request: {
    readonly target: string;
    readonly clientAddresses: readonly string[];
    readonly languages: undefined;
    readonly isCounted: false;
  }): Promise<
    { readonly kind: 'found'; readonly archive: ArchiveAddress; readonly url: string } | { readonly kind: Outcome }
  >;
}

const requestFor = (target: string) =>
  ({ target, clientAddresses: ['127.0.0.1'], languages: undefined, isCounted: false }) as const;

export const createHolderFinder = (resolver: UsedResolver): HolderFinder => ({
  itself: (label) => findUrl(resolver, `/${label}`),
  lastEdition: (label) => findUrl(resolver, `/${label}!`),
  async find(label) {
    try {
      const resolution = await within(resolver.resolve(requestFor(`/${label}?ibiurl.requireditemstatus=Original`)));
      if ('archive' in resolution && resolution.kind === 'found') return { kind: 'held', archive: resolution.archive };
      return { kind: 'none', why: because('not-resolved', { outcome: resolution.kind }) };
    } catch (error) {
      return { kind: 'none', why: error instanceof Refusal ? error : because('failed-inside') };
    }
  },
});

const findUrl = async (resolver: UsedResolver, target: string): Promise<string | undefined> => {
  try {
    const resolution = await within(resolver.resolve(requestFor(target)));
    return 'url' in resolution ? resolution.url : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** Returns what the resolver said if it found no holder; undefined if it did not answer. */
export const outcomeIn = ({ code, parameters }: Said): unknown =>
  code === 'not-resolved' && parameters !== undefined && 'outcome' in parameters ? parameters.outcome : undefined;

const within = async <Value>(work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuse('peer-unreachable', { reason: 'resolver-slow' })), MAX_FINDING_MS);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};
