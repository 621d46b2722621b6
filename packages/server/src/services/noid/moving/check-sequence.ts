import { layCounters, type SequenceState, type Template } from '@perene/core/noid';

/** Why a minter with this template cannot stand there; undefined where it can. */
export const findSequenceProblem = (template: Template, sequence: SequenceState): string | undefined => {
  const { issued, counters, active, full } = sequence;
  const total = template.total === null ? Number.MAX_SAFE_INTEGER : Number(template.total);
  if (issued > (template.kind === 'binding' ? 0 : total)) {
    return `${issued} identifiers are issued, and the template has no more than ${template.total ?? 0n}`;
  }
  if (template.order !== 'random') {
    return counters.length + active.length + full.length === 0 ? undefined : 'only a random order has counters';
  }
  const { count, size, lastSize } = layCounters(template.total);
  if (counters.length !== count) return `the template has ${count} counters, not ${counters.length}`;
  const sizeOf = (counter: number): number => Number(counter === count - 1 ? lastSize : size);
  const beyond = counters.findIndex((value, counter) => value > sizeOf(counter));
  if (beyond >= 0) return `counter ${beyond} ends at ${sizeOf(beyond)}, and stands at ${counters[beyond]}`;
  if (counters.reduce((sum, value) => sum + value, 0) !== issued) {
    return `the counters together do not stand at ${issued}, the number of those issued`;
  }
  return findListProblem(sequence, sizeOf);
};

/** Each counter is in one of both lists, and those in use come in order. */
const findListProblem = (
  { counters, active, full }: SequenceState,
  sizeOf: (counter: number) => number,
): string | undefined => {
  const listed = new Set([...active, ...full]);
  if (listed.size !== counters.length || active.length + full.length !== counters.length) {
    return 'each counter is once among the active or the full ones';
  }
  const wrong = [
    active.find((counter) => !((counters[counter] ?? Number.POSITIVE_INFINITY) < sizeOf(counter))),
    full.find((counter) => counters[counter] !== sizeOf(counter)),
  ].find((counter) => counter !== undefined);
  if (wrong !== undefined) return `counter ${wrong} is in the wrong list`;
  if (active.some((counter, index) => counter < (active[index - 1] ?? 0)))
    return 'the active counters are not in order';
  return undefined;
};
