import { misfit, type Refusal, refuse } from '@perene/api/refusals';
import { type Ark, escapeArk, locationOf, parseTarget } from '@perene/core/ark';
import type { MinterDefinition } from '../../../ports/minter-store.ts';
import { limitSteps } from '../bindings/limit-steps.ts';
import { hasNaan } from './ark-minters.ts';
import { type ArkParts, type FoundTarget, findKnown, findTarget } from './find-ark.ts';

export interface ArkRequest {
  readonly ark: Ark;
  /** The query as it was written, without its question mark; undefined if there is none. */
  readonly query: string | undefined;
  /** Whether another node has forwarded the request, which is then not forwarded again. */
  readonly isForwarded: boolean;
}

/** No minter of this node knows the ARK, but an item may carry it as an alias. */
export interface UnknownArk {
  readonly kind: 'unknown';
  /** Whether a minter of this node has its NAAN. */
  readonly isOwnNaan: boolean;
}

export const unknownArk = (ark: Ark, holders: readonly MinterDefinition[]): UnknownArk => ({
  kind: 'unknown',
  isOwnNaan: holders.some((definition) => hasNaan(definition, ark)),
});

/** The target of an ARK: a URL, or a path on this node. */
export const resolveArk = async (
  parts: ArkParts,
  { ark, query = '' }: Pick<ArkRequest, 'ark' | 'query'>,
): Promise<{ readonly kind: 'location'; readonly location: string } | UnknownArk> => {
  const needs = { ...parts, patterns: limitSteps(parts.patterns) };
  let holders: readonly MinterDefinition[] = [];
  const found = await needs.minters.search(ark, (asked) => {
    holders = asked;
    return findTarget(needs, ark, asked);
  });
  if (found !== undefined) return { kind: 'location', location: writeLocation(found, query) };
  const known = await findKnown(needs, ark, holders);
  if (known !== undefined) throw refuseUntargeted(known.id);
  return unknownArk(ark, holders);
};

const writeLocation = ({ id, rest, target }: FoundTarget, query: string): string => {
  const answer = parseTarget(target);
  if (answer.ok) return locationOf(answer.value, { rest, query });
  throw refuse('ark-target-invalid', { ark: `ark:${id}`, ...misfit(answer) });
};

const refuseUntargeted = (id: string): Refusal =>
  refuse('ark-without-target', { ark: `ark:${id}`, information: `/ark:${escapeArk(id)}?info` });

/**
 * Marks a forwarded request, so that two nodes that name one another stop. Resolvers ignore pairs of this kind that
 * they do not know.
 */
export const FORWARDED = 'ibiurl.forwarded=yes';

/** The address for an ARK that neither a minter nor an item has: only ARKs of other NAANs may be known elsewhere. */
export const forwardArk = (
  { forwardTo, resolverUrl }: Pick<ArkParts, 'forwardTo' | 'resolverUrl'>,
  { ark, query, isForwarded, isOwnNaan }: ArkRequest & Pick<UnknownArk, 'isOwnNaan'>,
): string => {
  if (isOwnNaan) throw refuse('ark-not-found', { reason: 'unknown', ark: ark.text });
  const locate = (place: string, ...parts: readonly (string | undefined)[]): string => {
    const own = locationOf({ kind: 'url', text: place }, { rest: `/ark:${ark.naan}/${ark.written}`, query: '' });
    // An inflection may be a question mark alone, so it cannot be added to other pairs.
    const given = parts.filter((part) => part !== undefined);
    return given.length === 0 ? own : `${own}?${given.join('&')}`;
  };
  if (forwardTo !== undefined) return locate(forwardTo, query);
  if (resolverUrl !== undefined && !isForwarded) return locate(resolverUrl, query, FORWARDED);
  throw refuse('ark-not-found', { reason: 'naan', naan: ark.naan });
};
