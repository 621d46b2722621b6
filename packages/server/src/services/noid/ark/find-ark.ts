import { Refusal } from '@perene/api/refusals';
import { type Ark, ERC_ELEMENTS, parseArk, parseTarget } from '@perene/core/ark';
import type { MinterDefinition, MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import type { Patterns } from '../../../ports/system/patterns.ts';
import { applyRules } from '../bindings/apply-rules.ts';
import { limitSteps, shareSteps } from '../bindings/limit-steps.ts';
import { closedElements, VALUES_ELEMENT } from '../handle/kept-values.ts';
import { findLeading } from '../names/leading-minters.ts';
import { type NameState, REASON_ELEMENT, readState, STATE_ELEMENT, stateOf } from '../names/name-state.ts';
import { type ArkCandidate, type ArkMinters, hasNaan, listCandidates } from './ark-minters.ts';

interface ArkResolver {
  /** The URL without a slash at its end. */
  readonly url: string;
  /** Whether an item may carry the ARK as an alias; false only if the resolver has said that none does. */
  readonly mayKnow: (target: string) => Promise<boolean>;
}

export interface ArkParts {
  readonly store: Pick<MinterStore, 'read' | 'list'>;
  readonly minters: ArkMinters;
  readonly patterns: Patterns;
  /** The elements in which targets are bound; the first that is bound counts. */
  readonly targetElements: readonly string[];
  /** Whether an item here carries this ARK as an alias. */
  readonly isAlias: (ark: Ark) => Promise<boolean>;
  /** The URL without a slash at its end. */
  readonly publicUrl: string;
  /** Resolver of ARKs whose NAAN no minter has, without a slash at its end. */
  readonly forwardTo: string | undefined;
  /** The resolver for aliases that no item here has; undefined if this node is its own resolver. */
  readonly resolver: ArkResolver | undefined;
}

/** An identifier that a minter knows, and what follows it in the ARK. */
export interface FoundArk extends ArkCandidate {
  readonly minter: string;
}

export interface FoundTarget extends FoundArk {
  /** The bound value, which is not checked. */
  readonly target: string;
  readonly state: NameState;
}

/** Longer than any accepted target. */
const MAX_READ_LENGTH = 65_536;
const DECODER = new TextDecoder();
const DESCRIPTIVE_ELEMENTS: readonly string[] = Object.values(ERC_ELEMENTS).flat();

export const textOfValue = (value: Uint8Array): string => DECODER.decode(value.subarray(0, MAX_READ_LENGTH));

/** The place of an ERC record. It may be words, or the address of the ARK itself, which lead nowhere. */
const PLACE = 'where';

export const isTarget = (
  target: string,
  { id, element }: { readonly id: string; readonly element: string },
): boolean => {
  if (element !== PLACE) return true;
  const place = parseTarget(target);
  if (!place.ok) return false;
  const named = parseArk(/ark(?::|%3a)[^?#]*/i.exec(place.value.text)?.[0] ?? '');
  const own = parseArk(`ark:${id}`);
  return !(named.ok && own.ok && named.value.text === own.value.text);
};

/** Those of the minters that may have an ARK that lead it and what follows it. */
export const findLeadingMinters = async (
  { store, targetElements, isAlias }: Pick<ArkParts, 'store' | 'targetElements' | 'isAlias'>,
  ark: Ark,
  holders: readonly MinterDefinition[],
): Promise<readonly MinterDefinition[]> => {
  // What others bind under a NAAN that is not theirs leads away from no item.
  const isOthers = holders.length > 0 && !holders.some((definition) => hasNaan(definition, ark));
  if (isOthers && (await isAlias(ark))) return [];
  return findLeading(store, holders, {
    idsOf: (definition) => listCandidates(definition, ark).map(({ id }) => id),
    elements: targetElements,
  });
};

/**
 * The target that is stored for the ARK or its longest beginning, in any minter; otherwise what a rule makes of the
 * whole.
 */
export const findTarget = async (
  needs: ArkParts,
  ark: Ark,
  holders: readonly MinterDefinition[],
): Promise<FoundTarget | undefined> =>
  (await findLongest(needs.store, holders, ark, (minter, candidates) =>
    findStored(minter, candidates, needs.targetElements),
  )) ?? (await findMade(needs, ark, holders));

/** The longest beginning that was issued, or that anything is bound to. */
export const findKnown = async (
  { store, targetElements }: Pick<ArkParts, 'store' | 'targetElements'>,
  ark: Ark,
  holders: readonly MinterDefinition[],
): Promise<FoundArk | undefined> =>
  findLongest(store, holders, ark, async (minter, candidates) => {
    const ids = candidates.map(({ id }) => id);
    const bound = await minter.bound(ids, [...targetElements, ...DESCRIPTIVE_ELEMENTS]);
    const known = new Set(bound.map(({ id }) => id));
    for (const { id, status } of (await minter.records(ids)).values()) if (status.includes('i')) known.add(id);
    return candidates.find(({ id }) => known.has(id));
  });

/** The find of the first minter with the shortest rest; the search ends at a find without a rest. */
const findLongest = async <Found extends ArkCandidate>(
  store: ArkParts['store'],
  holders: readonly MinterDefinition[],
  ark: Ark,
  look: (minter: MinterReading, candidates: readonly ArkCandidate[]) => Promise<Found | undefined>,
): Promise<(Found & FoundArk) | undefined> => {
  let longest: (Found & FoundArk) | undefined;
  for (const definition of holders) {
    const candidates = listCandidates(definition, ark);
    const found = await store.read(definition.name, (minter) => look(minter, candidates));
    if (found === undefined || (longest !== undefined && found.rest.length >= longest.rest.length)) continue;
    longest = { ...found, minter: definition.name };
    if (found.rest === '') break;
  }
  return longest;
};

/** Reads the targets of all candidates and their states with one statement. */
const findStored = async (
  minter: MinterReading,
  candidates: readonly ArkCandidate[],
  elements: readonly string[],
): Promise<Omit<FoundTarget, 'minter'> | undefined> => {
  const ids = candidates.map(({ id }) => id);
  const bound = new Map<string, string>();
  const noted = [STATE_ELEMENT, REASON_ELEMENT, VALUES_ELEMENT];
  for (const { id, element, value } of await minter.shortTexts(ids, [...elements, ...noted], MAX_READ_LENGTH)) {
    bound.set(`${element} ${id}`, value);
  }
  const closedOf = async (id: string): Promise<ReadonlySet<string>> => {
    const told = bound.get(`${VALUES_ELEMENT} ${id}`) ?? '';
    // Notes of very many values are longer than what is read at once.
    return closedElements(told.length < MAX_READ_LENGTH ? Buffer.from(told) : await minter.element(id, VALUES_ELEMENT));
  };
  for (const candidate of candidates) {
    const { id } = candidate;
    const closed = await closedOf(id);
    for (const element of elements) {
      const target = bound.get(`${element} ${id}`) ?? '';
      if (target === '' || target === '0' || closed.has(element) || !isTarget(target, { id, element })) continue;
      const state = stateOf(bound.get(`${STATE_ELEMENT} ${id}`), bound.get(`${REASON_ELEMENT} ${id}`));
      return { ...candidate, target, state };
    }
  }
  return undefined;
};

/**
 * Returns what a rule makes of the whole ARK, as it was written or else in another spelling. Each minter has steps of its
 * own, so that nobody's rules keep those of others from being asked. Rules that take too many are passed over where the
 * NAAN is not theirs.
 */
export const findMade = async (
  { store, patterns, targetElements }: ArkParts,
  ark: Ark,
  holders: readonly MinterDefinition[],
): Promise<FoundTarget | undefined> => {
  const shared = shareSteps();
  let tooLong: Refusal | undefined;
  for (const definition of holders) {
    const wholes = listCandidates(definition, ark).filter(({ rest }) => rest === '');
    const own = limitSteps(patterns, shared);
    try {
      const made = await store.read(definition.name, async (minter) => {
        for (const candidate of wholes) {
          const target = await makeTarget(minter, own, { id: candidate.id, elements: targetElements });
          if (target !== undefined)
            return { ...candidate, minter: definition.name, target, state: await readState(minter, candidate.id) };
        }
        return undefined;
      });
      if (made !== undefined) return made;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'rules-too-long') throw error;
      if (hasNaan(definition, ark)) tooLong ??= error;
      await breathe();
    }
  }
  if (tooLong !== undefined) throw tooLong;
  return undefined;
};

/** Others are answered before the next rules are tried. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const makeTarget = async (
  minter: MinterReading,
  patterns: Patterns,
  { id, elements }: { readonly id: string; readonly elements: readonly string[] },
): Promise<string | undefined> => {
  for (const element of elements) {
    const made = await applyRules(minter, patterns, { id, element });
    if (made !== undefined && isTarget(made, { id, element })) return made;
  }
  return undefined;
};
