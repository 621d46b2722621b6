import type { Ark } from '@perene/core/ark';
import { locationOf, parseTarget } from '@perene/core/ark';
import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { isFalse } from '../bindings/fetch-elements.ts';
import { type ArkCandidate, listCandidates } from './ark-minters.ts';
import { type ArkParts, findLeadingMinters, isTarget, textOfValue } from './find-ark.ts';

/** Where an ARK led from a time on. */
export interface PastTarget {
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number;
  readonly location: string;
}

/** Of an identifier whose bindings changed more often, the latest changes count. */
const MAX_CHANGES = 2_000;
const MICROSECONDS = 1_000_000n;
const MILLISECONDS = 1_000;

/**
 * Reads where an ARK has led, the earliest first. What was bound before minters kept the past is known only from its
 * next change on. Rules have no past.
 */
export const readPastTargets = async (
  needs: Pick<ArkParts, 'store' | 'minters' | 'targetElements' | 'isAlias'>,
  { ark, query = '' }: { readonly ark: Ark; readonly query?: string | undefined },
): Promise<readonly PastTarget[]> => {
  const { store, minters, targetElements } = needs;
  const found = await minters.search(ark, async (asked) => {
    const holders = await findLeadingMinters(needs, ark, asked);
    const names: Name[] = [];
    for (const definition of holders) {
      for (const candidate of listCandidates(definition, ark)) {
        const elements = await store.read(definition.name, (minter) => readElements(minter, candidate, targetElements));
        if (elements !== undefined) names.push({ candidate, elements });
      }
    }
    return names.length > 0 ? names : undefined;
  });
  // The longest beginning of the ARK that led anywhere counts, as it does now.
  const names = [...(found ?? [])].sort((one, other) => one.candidate.rest.length - other.candidate.rest.length);
  const times = new Set(
    names.flatMap(({ elements }) => elements.flatMap(({ changes }) => changes.map(({ at }) => at / MICROSECONDS))),
  );
  const targets: PastTarget[] = [];
  let before: string | undefined;
  for (const second of [...times].sort((one, other) => Number(one - other))) {
    const location = locationAt(names, second, query);
    if (location !== undefined && location !== before) targets.push({ at: Number(second) * MILLISECONDS, location });
    before = location;
  }
  return targets;
};

/** A value from a time on; undefined where the element was removed. */
interface Change {
  readonly at: bigint;
  readonly value: Uint8Array | undefined;
}

interface ElementPast {
  readonly element: string;
  /** The earliest first. */
  readonly changes: readonly Change[];
  /** What is bound now, if nothing is known of its past: it was bound before anything that is known. */
  readonly always: Uint8Array | undefined;
}

interface Name {
  readonly candidate: ArkCandidate;
  readonly elements: readonly ElementPast[];
}

const readElements = async (
  minter: MinterReading,
  { id }: ArkCandidate,
  targetElements: readonly string[],
): Promise<readonly ElementPast[] | undefined> => {
  const past = (await minter.past(id, { before: undefined, limit: MAX_CHANGES })).toReversed();
  const elements: ElementPast[] = [];
  for (const element of targetElements) {
    const changes = past.filter((change) => change.element === element);
    const always = changes.length > 0 ? undefined : await minter.element(id, element);
    elements.push({ element, changes, always });
  }
  return elements.some(({ changes, always }) => changes.length > 0 || always !== undefined) ? elements : undefined;
};

/** Of several changes in one second the last counts. */
const valueAt = ({ changes, always }: ElementPast, second: bigint): Uint8Array | undefined =>
  always ?? changes.findLast(({ at }) => at / MICROSECONDS <= second)?.value;

const locationAt = (names: readonly Name[], second: bigint, query: string): string | undefined => {
  for (const { candidate, elements } of names) {
    for (const past of elements) {
      const value = valueAt(past, second);
      if (value === undefined || isFalse(value)) continue;
      const target = textOfValue(value);
      if (!isTarget(target, { id: candidate.id, element: past.element })) continue;
      const answer = parseTarget(target);
      return answer.ok ? locationOf(answer.value, { rest: candidate.rest, query }) : undefined;
    }
  }
  return undefined;
};
