import { misfit, type Refusal, refuse } from '@perene/api/refusals';
import { type Ark, escapeArk, locationOf, parseTarget } from '@perene/core/ark';
import { watchCopyUse } from '../../../memory/copy-use.ts';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { readState } from '../names/name-state.ts';
import { hasNaan } from './ark-minters.ts';
import { type ArkParts, type FoundTarget, findKnown, findLeadingMinters, findTarget } from './find-ark.ts';

export interface ArkRequest {
  readonly ark: Ark;
  /** The path and the query as they were requested. */
  readonly target: string;
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
  needs: ArkParts,
  { ark, query = '' }: Pick<ArkRequest, 'ark' | 'query'>,
): Promise<{ readonly kind: 'location'; readonly location: string } | UnknownArk> => {
  const used = watchCopyUse();
  let holders: readonly MinterDefinition[] = [];
  const found = await needs.minters.search(ark, async (asked) => {
    holders = await findLeadingMinters(needs, ark, asked);
    return findTarget(needs, ark, holders);
  });
  const known = found ?? (await findKnown(needs, ark, holders));
  if (known === undefined) return unknownArk(ark, holders);
  const state = found?.state ?? (await needs.store.read(known.minter, (minter) => readState(minter, known.id)));
  if (state?.kind === 'reserved') return unknownArk(ark, holders);
  // A copy of the database may lack the whole name, and know its beginning alone.
  if (state?.kind === 'withdrawn' && known.rest !== '' && used() !== undefined) throw refuse('database-away');
  if (state?.kind === 'withdrawn') throw refuseWithdrawn(known.id, state.reason);
  if (found === undefined) throw refuseUntargeted(known.id);
  return { kind: 'location', location: writeLocation(found, query) };
};

const writeLocation = ({ id, rest, target }: FoundTarget, query: string): string => {
  const answer = parseTarget(target);
  if (answer.ok) return locationOf(answer.value, { rest, query });
  throw refuse('ark-target-invalid', { ark: `ark:${id}`, ...misfit(answer) });
};

const refuseWithdrawn = (id: string, why: string): Refusal => {
  const told = { ark: `ark:${id}`, information: `/ark:${escapeArk(id)}?info` };
  return refuse('ark-withdrawn', why === '' ? { reason: 'unsaid', ...told } : { reason: 'said', why, ...told });
};

const refuseUntargeted = (id: string): Refusal =>
  refuse('ark-without-target', { ark: `ark:${id}`, information: `/ark:${escapeArk(id)}?info` });

/**
 * Marks a forwarded request, so that two nodes that name one another stop. Resolvers ignore pairs of this kind that
 * they do not know.
 */
export const FORWARDED = 'ibiurl.forwarded=yes';

/**
 * The address for an ARK that neither a minter nor an item of this node has; undefined if nobody else may know it. Items
 * elsewhere may carry ARKs of any NAAN (decision 53); another resolver of ARKs gets those of other NAANs only.
 */
export const forwardArk = async (
  { forwardTo, resolver }: Pick<ArkParts, 'forwardTo' | 'resolver'>,
  { ark, target, query, isForwarded, isOwnNaan }: ArkRequest & Pick<UnknownArk, 'isOwnNaan'>,
): Promise<string | undefined> => {
  const locate = (place: string, ...parts: readonly (string | undefined)[]): string => {
    const own = locationOf({ kind: 'url', text: place }, { rest: `/ark:${ark.naan}/${ark.written}`, query: '' });
    // An inflection may be a question mark alone, so it cannot be added to other pairs.
    const given = parts.filter((part) => part !== undefined);
    return given.length === 0 ? own : `${own}?${given.join('&')}`;
  };
  if (resolver !== undefined && !isForwarded) {
    const isLast = !isOwnNaan && forwardTo === undefined;
    if (isLast || (await resolver.mayKnow(target))) return locate(resolver.url, query, FORWARDED);
  }
  return isOwnNaan || forwardTo === undefined ? undefined : locate(forwardTo, query);
};

export const refuseUnknown = ({ ark, isOwnNaan }: Pick<ArkRequest, 'ark'> & Pick<UnknownArk, 'isOwnNaan'>): Refusal =>
  refuse('ark-not-found', isOwnNaan ? { reason: 'unknown', ark: ark.text } : { reason: 'naan', naan: ark.naan });
