import type { Ibi } from '@perene/core';
import type { IncludedArchive } from '../../members/member-directory.ts';
import type { Reach } from '../ask-archives.ts';
import { isOfLabel } from '../rank-answers.ts';

/** With more Archives than this without a digest that counts, none of them is expected to hold an item. */
const MAX_OPEN = 1_000;

/** The first holder, those whose digests have the label, and the one that it names unless its digest lacks it. */
export const expectedHolders = (
  reach: Pick<Reach, 'directory' | 'holders'>,
  ibi: Ibi,
  first: number | undefined,
): readonly IncludedArchive[] => {
  const { named, open } = reach.holders.holdersOf([ibi.text]);
  const uncounted = open.length > MAX_OPEN ? [] : membersOf(reach, open);
  return [
    ...membersOf(reach, [...(first === undefined ? [] : [first]), ...named]),
    ...uncounted.filter((archive) => isOfLabel(ibi, archive)),
  ];
};

export const membersOf = (
  { directory }: Pick<Reach, 'directory'>,
  numbers: readonly number[],
): readonly IncludedArchive[] => [...new Set(numbers)].flatMap((number) => directory.byNumber(number) ?? []);
