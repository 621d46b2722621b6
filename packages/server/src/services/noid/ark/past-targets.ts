import type { Ark } from '@perene/core/ark';
import { locationOf, parseTarget } from '@perene/core/ark';
import type { MinterReading } from '../../../ports/minting/minter-store.ts';
import { closedElements, VALUES_ELEMENT } from '../handle/kept-values.ts';
import { STATE_ELEMENT, stateOf } from '../names/name-state.ts';
import { type ArkCandidate, listCandidates } from './ark-minters.ts';
import { type ArkParts, findLeadingMinters, isTarget } from './find-ark.ts';

/** Where an ARK led from a time on. */
export interface PastTarget {
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number;
  readonly location: string;
}

/** Of an identifier whose bindings changed more often, the latest changes count. */
const MAX_CHANGES = 2_000;
/** Longer than any target. */
const MAX_LENGTH = 8_193;
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
    const names: NonNullable<Awaited<ReturnType<typeof readPast>>>[] = [];
    for (const definition of holders) {
      for (const candidate of listCandidates(definition, ark)) {
        const past = await store.read(definition.name, (minter) => readPast(minter, candidate, targetElements));
        if (past !== undefined) names.push(past);
      }
    }
    return names.length > 0 ? names : undefined;
  });
  // The longest beginning of the ARK that led anywhere counts, as it does now.
  const names = [...(found ?? [])].sort((one, other) => one.candidate.rest.length - other.candidate.rest.length);
  const times = new Set(names.flatMap((name) => name.times));
  const targets: PastTarget[] = [];
  let before: string | undefined;
  for (const second of [...times].sort((one, other) => Number(one - other))) {
    const location = locationAt(names, second, { query, targetElements });
    if (location !== undefined && location !== before) targets.push({ at: Number(second) * MILLISECONDS, location });
    before = location;
  }
  return targets;
};

/** A value from a time on; undefined where the element was removed. */
interface Change {
  readonly at: bigint;
  readonly value: string | undefined;
}

interface ElementPast {
  /** The earliest first. */
  readonly changes: readonly Change[];
  /** What is bound now, if nothing is known of its past: it was bound before anything that is known. */
  readonly always: string | undefined;
}

interface Name {
  readonly candidate: ArkCandidate;
  readonly pastOf: (element: string) => ElementPast | undefined;
}

const readPast = async (
  minter: MinterReading,
  candidate: ArkCandidate,
  targetElements: readonly string[],
): Promise<(Name & { readonly times: readonly bigint[] }) | undefined> => {
  const { id } = candidate;
  const elements = [...targetElements, STATE_ELEMENT, VALUES_ELEMENT];
  const changes = await minter.pastTexts(id, { elements, maxLength: MAX_LENGTH, limit: MAX_CHANGES });
  const now = new Map((await minter.shortTexts([id], elements, MAX_LENGTH)).map((one) => [one.element, one.value]));
  const past = new Map<string, ElementPast>();
  for (const element of elements) {
    const own = changes.filter((change) => change.element === element).toReversed();
    const always = own.length > 0 ? undefined : now.get(element);
    if (own.length > 0 || always !== undefined) past.set(element, { changes: own, always });
  }
  if (!targetElements.some((element) => past.has(element))) return undefined;
  return { candidate, pastOf: (element) => past.get(element), times: changes.map(({ at }) => at / MICROSECONDS) };
};

/** Of several changes in one second the last counts. */
const valueAt = (past: ElementPast | undefined, second: bigint): string | undefined =>
  past?.always ?? past?.changes.findLast(({ at }) => at / MICROSECONDS <= second)?.value;

const locationAt = (
  names: readonly Name[],
  second: bigint,
  { query, targetElements }: { readonly query: string; readonly targetElements: readonly string[] },
): string | undefined => {
  for (const { candidate, pastOf } of names) {
    const at = (element: string): string | undefined => valueAt(pastOf(element), second);
    const told = at(VALUES_ELEMENT) ?? '';
    const closed = closedElements(Buffer.from(told));
    for (const element of targetElements) {
      const target = at(element);
      if (target === undefined || target === '' || target === '0') continue;
      if (!isTarget(target, { id: candidate.id, element })) continue;
      // Nobody is told where a name led that led nobody there. Notes that are too long to be read may close anything.
      const isOpen = told.length < MAX_LENGTH && !closed.has(element);
      if (!isOpen || stateOf(at(STATE_ELEMENT), undefined).kind !== 'public') return undefined;
      const answer = parseTarget(target);
      return answer.ok ? locationOf(answer.value, { rest: candidate.rest, query }) : undefined;
    }
  }
  return undefined;
};
