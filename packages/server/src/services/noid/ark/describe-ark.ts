import { ERC_ELEMENTS, type ErcRecord, escapeArk, parseTarget } from '@perene/core/ark';
import type { MinterDefinition, MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import { isFalse } from '../bindings/fetch-elements.ts';
import { limitSteps } from '../bindings/limit-steps.ts';
import { templateOf } from '../minters/minter-work.ts';
import { readState } from '../names/name-state.ts';
import { asEverybodySees } from '../names/shown-names.ts';
import {
  type ArkParts,
  findKnown,
  findLeadingMinters,
  findMade,
  isTarget,
  makeTarget,
  textOfValue,
} from './find-ark.ts';
import { type ArkRequest, type UnknownArk, unknownArk } from './resolve-ark.ts';

const MAX_VALUE_LENGTH = 10_000;
/** What is promised of one identifier. */
const POLICY_ELEMENT = '_policy';

/** Returns the record of an ARK, or of its longest known beginning; a full record has what is promised. */
export const describeArk = async (
  needs: ArkParts,
  { ark, isFull }: Pick<ArkRequest, 'ark'> & { readonly isFull: boolean },
): Promise<{ readonly kind: 'record'; readonly record: ErcRecord } | UnknownArk> => {
  let holders: readonly MinterDefinition[] = [];
  const record = await needs.minters.search(ark, async (asked) => {
    holders = await findLeadingMinters(needs, ark, asked);
    const known = (await findKnown(needs, ark, holders)) ?? (await findMade(needs, ark, holders));
    return known && needs.store.read(known.minter, (minter) => describe(needs, minter, { id: known.id, isFull }));
  });
  return record === undefined ? unknownArk(ark, holders) : { kind: 'record', record };
};

const describe = async (
  { patterns, targetElements, publicUrl }: ArkParts,
  minter: MinterReading,
  { id, isFull }: { readonly id: string; readonly isFull: boolean },
): Promise<ErcRecord | undefined> => {
  const state = await readState(minter, id);
  if (state.kind === 'reserved') return undefined;
  const isWithdrawn = state.kind === 'withdrawn';
  const open = asEverybodySees(minter);
  const read = (elements: readonly string[]) => readFirst(open, id, elements, () => true);
  const target =
    (await readFirst(open, id, targetElements, isTarget)) ??
    (await makeTarget(minter, limitSteps(patterns), { id, elements: targetElements }));
  return {
    who: await read(ERC_ELEMENTS.who),
    what: await read(ERC_ELEMENTS.what),
    when: await read(ERC_ELEMENTS.when),
    where: [`${publicUrl}/ark:${escapeArk(id)}`, ...(isWithdrawn ? [] : describeTarget(target, publicUrl))],
    withdrawn: isWithdrawn ? state.reason : undefined,
    persistence: isFull ? await describePersistence(minter, await read([POLICY_ELEMENT])) : undefined,
  };
};

const readFirst = async (
  minter: MinterReading,
  id: string,
  elements: readonly string[],
  counts: typeof isTarget,
): Promise<string | undefined> => {
  const bound = await minter.bound([id], elements);
  for (const element of elements.filter((name) => bound.some((pair) => pair.element === name))) {
    const value = await minter.element(id, element);
    if (value === undefined || isFalse(value)) continue;
    const text = textOfValue(value).slice(0, MAX_VALUE_LENGTH);
    if (counts(text, { id, element })) return text;
  }
  return undefined;
};

/** The target, unless the resolver would refuse to redirect to it. */
const describeTarget = (target: string | undefined, publicUrl: string): readonly string[] => {
  const answer = target === undefined ? undefined : parseTarget(target);
  if (!answer?.ok) return [];
  return [answer.value.kind === 'path' ? `${publicUrl}${answer.value.text}` : answer.value.text];
};

/** What is promised of this identifier counts more than what is promised of all. */
const describePersistence = async (
  minter: MinterReading,
  own: string | undefined,
): Promise<NonNullable<ErcRecord['persistence']>> => {
  const { naa, term, properties } = minter.definition;
  const policy = own ?? (await minter.progress()).policy;
  return { naa: naa || undefined, term, properties, policy: policy || undefined };
};

/** The record of a NAAN, or of a shoulder: the beginning that a minter gives its names. Undefined if there is none. */
export const describeShoulder = async (
  { store, publicUrl }: { readonly store: Pick<MinterStore, 'read' | 'list'>; readonly publicUrl: string },
  { naan, shoulder }: { readonly naan: string; readonly shoulder: string },
): Promise<ErcRecord | undefined> => {
  const prefixOf = (definition: MinterDefinition) => templateOf(definition).prefix;
  const ofNaan = (await store.list()).filter((definition) => definition.naan.toLowerCase() === naan);
  const minters = shoulder === '' ? ofNaan : ofNaan.filter((definition) => prefixOf(definition) === shoulder);
  const [first] = minters;
  if (first === undefined) return undefined;
  const addressOf = (name: string) => `${publicUrl}/ark:${escapeArk(name)}`;
  const own = shoulder === '' ? naan : `${naan}/${shoulder}`;
  const parts = shoulder === '' ? minters.map((each) => `${naan}/${prefixOf(each)}`) : [];
  return {
    who: first.naa || undefined,
    what: `ark:${own}`,
    when: minters.map(({ created }) => created.slice(0, 8)).sort()[0],
    where: [addressOf(own), ...parts.map(addressOf)],
    persistence: await store.read(first.name, (minter) => describePersistence(minter, undefined)),
  };
};
