import type { SequenceProblem } from '@perene/api/refusals';
import { layCounters, type SequenceState, type Template } from '@perene/core/noid';

/** Returns why a minter with this template cannot have this state; undefined if it can. */
export const findSequenceProblem = (template: Template, sequence: SequenceState): SequenceProblem | undefined => {
  const { issued, counters, active, full } = sequence;
  const total = template.total === null ? Number.MAX_SAFE_INTEGER : Number(template.total);
  if (issued > (template.kind === 'binding' ? 0 : total)) {
    return { reason: 'issued', issued, total: String(template.total ?? 0n) };
  }
  if (template.order !== 'random') {
    return counters.length + active.length + full.length === 0 ? undefined : { reason: 'only-random' };
  }
  const { count, size, lastSize } = layCounters(template.total);
  if (counters.length !== count) return { reason: 'count', count, found: counters.length };
  const sizeOf = (counter: number): number => Number(counter === count - 1 ? lastSize : size);
  const beyond = counters.findIndex((value, counter) => value > sizeOf(counter));
  if (beyond >= 0) return { reason: 'beyond', counter: beyond, end: sizeOf(beyond), value: counters[beyond] ?? 0 };
  if (counters.reduce((sum, value) => sum + value, 0) !== issued) {
    return { reason: 'sum', issued };
  }
  return findListProblem(sequence, sizeOf);
};

/** Each counter must be in one of the two lists, and the active ones in order. */
const findListProblem = (
  { counters, active, full }: SequenceState,
  sizeOf: (counter: number) => number,
): SequenceProblem | undefined => {
  const listed = new Set([...active, ...full]);
  if (listed.size !== counters.length || active.length + full.length !== counters.length) {
    return { reason: 'lists' };
  }
  const wrong = [
    active.find((counter) => !((counters[counter] ?? Number.POSITIVE_INFINITY) < sizeOf(counter))),
    full.find((counter) => counters[counter] !== sizeOf(counter)),
  ].find((counter) => counter !== undefined);
  if (wrong !== undefined) return { reason: 'wrong-list', counter: wrong };
  if (active.some((counter, index) => counter < (active[index - 1] ?? 0))) return { reason: 'order' };
  return undefined;
};
