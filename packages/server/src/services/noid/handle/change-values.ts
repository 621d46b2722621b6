import { ADMIN_TYPE, type HandleRight } from './handle-rights.ts';
import { type GivenValue, type HandleValue, isWritable } from './handle-value.ts';

export interface ValueChange {
  /** The indexes that a request is about; undefined for all. */
  readonly indexes: readonly number[] | undefined;
  readonly given: readonly GivenValue[];
  readonly now: string;
}

/** The values after a change: those that are given, and those that it is not about. */
export const mergeValues = (
  before: readonly HandleValue[],
  { indexes, given, now }: ValueChange,
): readonly HandleValue[] => {
  const kept = indexes === undefined ? [] : before.filter(({ index }) => !indexes.includes(index));
  return [...kept, ...given.map((value) => ({ ...value, timestamp: now }))];
};

/** The rights that are needed to get from one list of values to another; undefined where nobody may. */
export const findNeededRights = (
  before: readonly HandleValue[],
  after: readonly HandleValue[],
): readonly HandleRight[] | undefined => {
  const needed = new Set<HandleRight>();
  const kindOf = (...values: readonly HandleValue[]) =>
    values.some(({ type }) => type === ADMIN_TYPE) ? 'admin' : 'value';
  const olds = new Map(before.map((value) => [value.index, value]));
  for (const value of after) {
    const old = olds.get(value.index);
    if (old === undefined) needed.add(`add-${kindOf(value)}`);
    else if (!isSameValue(old, value)) {
      if (!isWritable(old)) return undefined;
      needed.add(`modify-${kindOf(old, value)}`);
    }
  }
  const left = new Set(after.map(({ index }) => index));
  for (const old of before) {
    if (left.has(old.index)) continue;
    if (!isWritable(old)) return undefined;
    needed.add(`remove-${kindOf(old)}`);
  }
  return [...needed];
};

/** Whether they are the same but for the time of the last change. */
export const isSameValue = ({ timestamp: _, ...one }: HandleValue, { timestamp: __, ...other }: HandleValue): boolean =>
  JSON.stringify(sortMembers(one)) === JSON.stringify(sortMembers(other));

const sortMembers = (value: object): object =>
  Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
