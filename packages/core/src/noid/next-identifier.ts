import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { layCounters } from './counters.ts';
import { createIdentifierWriter } from './identifier-writer.ts';
import { drawIndex } from './perl-random.ts';
import type { MintingTemplate } from './template/template.ts';

/** How far a sequence has come, as plain data that can be stored to go on later. */
export interface SequenceState {
  /** How many were issued since the beginning or the last wrap (the original's oacounter). */
  readonly issued: number;
  /** How far each counter of a random order has come; empty for the other orders. */
  readonly counters: readonly number[];
  /** The counters that are not full yet, in order. */
  readonly active: readonly number[];
  /** The counters that are full, in the order in which they became so. */
  readonly full: readonly number[];
}

export interface SequenceOptions {
  readonly template: MintingTemplate;
  readonly naan?: string;
  /** Whether the sequence begins anew when all are issued, as in short-term minters; otherwise it stops. */
  readonly wraps: boolean;
  /** Added to the number of issued identifiers before each draw, to give minters different orders. */
  readonly seed?: number;
  readonly state?: SequenceState;
}

export interface Sequence {
  readonly next: () => Answer<string>;
  readonly state: () => SequenceState;
}

/** The identifiers of a minter in the order of the original, including held and queued ones, which the caller skips. */
export const createSequence = ({ template, naan = '', wraps, seed = 0, state }: SequenceOptions): Sequence => {
  const { order, total } = template;
  const write = createIdentifierWriter(template, naan);
  const limit = Math.min(Number(total ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  const layout = layCounters(order === 'random' ? total : 0n);
  const size = Number(layout.size);
  const lastSize = Number(layout.lastSize);

  const begin = (): SequenceState => ({
    issued: 0,
    counters: Array<number>(layout.count).fill(0),
    active: Array.from({ length: layout.count }, (_, counter) => counter),
    full: [],
  });
  const restore = (from: SequenceState): void => {
    issued = from.issued;
    counters = [...from.counters];
    active = [...from.active];
    full = [...from.full];
  };
  let issued: number;
  let counters: number[];
  let active: number[];
  let full: number[];
  restore(state ?? begin());

  /** The next number of a random order, from 1 to the total; undefined if the state does not fit this template. */
  const draw = (position: number): number | bigint | undefined => {
    const index = drawIndex(position + seed, active.length);
    const counter = active[index] ?? -1;
    const before = counters[counter];
    if (before === undefined) return undefined;
    const value = before + 1;
    counters[counter] = value;
    if (value === (counter === layout.count - 1 ? lastSize : size)) full.push(...active.splice(index, 1));
    const number = value + counter * size;
    return Number.isSafeInteger(number) ? number : BigInt(value) + BigInt(counter) * layout.size;
  };

  const next = (): Answer<string> => {
    // The draw after a wrap is still seeded with the number before the wrap, as in the original.
    const position = issued;
    if (issued >= limit) {
      if (!wraps) return refuse('noid/exhausted', 0, `stopped at ${limit}`);
      restore(begin());
    }
    const number = order === 'random' ? draw(position) : issued;
    if (number === undefined) return refuse('noid/broken-state', 0, 'an active counter');
    issued += 1;
    return accept(write(number));
  };

  return { next, state: () => ({ issued, counters: [...counters], active: [...active], full: [...full] }) };
};
