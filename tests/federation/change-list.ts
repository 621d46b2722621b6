import { randomInt } from 'node:crypto';
import { fingerprintOf } from '@perene/core/federation';
import type { LabelChange, LabelChanges } from '../../packages/server/src/ports/archive/catalogue-records.ts';

/** Makes the label changes of an Archive that has nothing else, in memory. */
export const createChangeList = () => {
  const all: LabelChange[] = [];
  const labels = new Set<string>();
  let reads = 0;
  const note = (label: string, kind: LabelChange['kind']): void => {
    all.push({ number: all.length + 1, mark: String(randomInt(1e12)), label, kind, held: labels.size });
  };
  const changes: Pick<LabelChanges, 'find' | 'after'> = {
    find: async (number) => all[number - 1],
    after: async (number, limit) => {
      // Asking whether there is a later change costs nothing.
      if (limit > 1) reads += 1;
      return all.slice(number, number + limit);
    },
  };
  return {
    changes,
    /** Returns how often changes were read. */
    reads: () => reads,
    labels,
    add(label: string): void {
      labels.add(label);
      note(label, 'added');
    },
    remove(label: string): void {
      labels.delete(label);
      note(label, 'removed');
    },
    fingerprints: (): readonly number[] => [...Float64Array.from([...labels].map(fingerprintOf)).sort()],
  };
};
