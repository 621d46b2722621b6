import { Refusal } from '@perene/api/refusals';
import type { MinterStore } from '../../../ports/minting/minter-store.ts';
import type { NameArrival } from './arriving-name.ts';
import { findPlace } from './find-place.ts';
import { type NameDifference, planName } from './plan-name.ts';

/** What a store says, beside what the minters here have of it. */
export interface ComparedNames {
  readonly source: NameCounts;
  readonly here: NameCounts;
  readonly differences: number;
}

interface NameCounts {
  readonly names: number;
  /** Elements of names, or values of handles. */
  readonly elements: number;
}

/** A difference of one name. `name`: it is not here, or its minter might still mint it. */
export interface DifferingName {
  readonly line: number;
  readonly name: string | undefined;
  readonly part: NameDifference['part'] | 'name';
  readonly element?: string;
}

/** Compares every name of a file with what the minters have; all that differs is named. */
export const compareNames = async (
  store: Pick<MinterStore, 'list' | 'read'>,
  arrivals: AsyncIterable<NameArrival>,
  onDifference?: (difference: DifferingName) => Promise<void> | void,
): Promise<ComparedNames> => {
  const minters = await store.list();
  const source = { names: 0, elements: 0 };
  const here = { names: 0, elements: 0 };
  let differences = 0;
  const tell = async (difference: DifferingName): Promise<void> => {
    differences += 1;
    await onDifference?.(difference);
  };
  for await (const arrival of arrivals) {
    source.names += 1;
    const { line } = arrival;
    if ('refused' in arrival) {
      await tell({ line, name: undefined, part: 'name' });
      continue;
    }
    const plan = await compareName(store, minters, arrival);
    const told = arrival.kind === 'ark' ? arrival.elements.size : arrival.values.length + arrival.unkept.length;
    source.elements += told;
    if (plan === undefined) {
      await tell({ line, name: arrival.text, part: 'name' });
      continue;
    }
    const wrong = plan.differences.filter(({ part }) => part !== 'added').length + plan.missing.length;
    here.names += 1;
    here.elements += Math.max(told - wrong, 0);
    for (const { part, name } of plan.differences) await tell({ line, name: arrival.text, part, element: name });
    for (const element of plan.missing) await tell({ line, name: arrival.text, part: 'element', element });
  }
  return { source, here, differences };
};

/** Nothing is left to be bound to a name that came whole. */
const compareName = async (
  store: Pick<MinterStore, 'read'>,
  minters: Awaited<ReturnType<MinterStore['list']>>,
  arrival: Exclude<NameArrival, { readonly refused: Refusal }>,
) => {
  try {
    const { minter, id, isPrefix } = findPlace(minters, arrival);
    return await store.read(minter, async (reading) => {
      const record = await reading.record(id);
      // A name without a record could be minted.
      if (record?.status.includes('i') !== true && !isPrefix) return undefined;
      return planName(arrival, await reading.elements(id), UNCHANGED);
    });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const UNCHANGED = { seconds: '0', time: '1970-01-01T00:00:00Z' };
