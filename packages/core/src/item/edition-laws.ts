/**
 * The laws of editions. Editions of one item stand in a chain, each at a place of its own; every edition has at most one
 * before it and one after it, and none comes both before and after another.
 */
export interface EditionPlace {
  readonly chain: string;
  readonly place: bigint;
}

export interface EditionPair {
  readonly earlier: string;
  readonly later: string;
}

/** Why two items cannot be editions of one another; `label` is the item that prevents it. */
export type EditionProblem =
  | { readonly kind: 'itself' | 'same-item' | 'reversed' | 'two-editions' }
  | { readonly kind: 'other-next' | 'other-previous' | 'same-place'; readonly label: string };

export type EditionVerdict =
  | { readonly kind: 'linked-already' }
  | { readonly kind: 'refused'; readonly problem: EditionProblem }
  /** The chain of the later item joins the other, its places raised by `shift`. */
  | { readonly kind: 'join'; readonly shift: bigint };

const LINKED: EditionVerdict = { kind: 'linked-already' };

const refused = (problem: EditionProblem): EditionVerdict => ({ kind: 'refused', problem });

/** What is known before an item becomes the next edition of another. */
export interface EditionFacts {
  readonly earlierPlace: EditionPlace;
  readonly laterPlace: EditionPlace;
  /** The item of which the earlier one says that it is an edition. */
  readonly earlierIsEditionOf: string | undefined;
  readonly nextOfEarlier: string | undefined;
  readonly previousOfLater: string | undefined;
  /** Whether links of the later item, or of those after it, lead to the earlier one. */
  readonly leadsBack: boolean;
}

/** Metadata are their own last edition (decision 46), and an Archive service is one of its kind (RTC-11 section 9.1). */
export const mayHaveEditions = (content: string): boolean => content === 'Data';

export const judgeEditions = ({ earlier, later }: EditionPair, facts: EditionFacts): EditionVerdict => {
  const { earlierPlace, laterPlace, earlierIsEditionOf, nextOfEarlier, previousOfLater, leadsBack } = facts;
  if (earlier === later) return refused({ kind: 'itself' });
  if (earlierPlace.chain === laterPlace.chain) {
    return follows(laterPlace, earlierPlace) ? LINKED : refused({ kind: 'same-item' });
  }
  if (earlierIsEditionOf === later) return refused({ kind: 'reversed' });
  if (nextOfEarlier !== undefined && nextOfEarlier !== later) {
    return refused({ kind: 'other-next', label: nextOfEarlier });
  }
  if (previousOfLater !== undefined && previousOfLater !== earlier) {
    return refused({ kind: 'other-previous', label: previousOfLater });
  }
  if (leadsBack) return refused({ kind: 'reversed' });
  return { kind: 'join', shift: earlierPlace.place + 1n - laterPlace.place };
};

/** What is known before an item says that it is an edition of one that is held elsewhere. */
export interface ToldEditionFacts {
  readonly earlierPlace: EditionPlace | undefined;
  readonly laterPlace: EditionPlace | undefined;
  readonly previousOfLater: string | undefined;
  /** Another item that says of itself that it is the next edition. */
  readonly nextOfEarlier: string | undefined;
}

/** There is no `shift`, because no chain has both items. */
export const judgeToldEdition = ({ earlier, later }: EditionPair, facts: ToldEditionFacts): EditionVerdict => {
  const { earlierPlace, laterPlace, previousOfLater, nextOfEarlier } = facts;
  if (earlier === later) return refused({ kind: 'itself' });
  if (previousOfLater === earlier) return LINKED;
  if (previousOfLater !== undefined) return refused({ kind: 'other-previous', label: previousOfLater });
  if (nextOfEarlier !== undefined) return refused({ kind: 'other-next', label: nextOfEarlier });
  // An item that comes after another cannot come before it.
  const isOneItem = laterPlace !== undefined && laterPlace.chain === earlierPlace?.chain;
  return isOneItem ? refused({ kind: 'same-item' }) : { kind: 'join', shift: 0n };
};

/** Judges two labels that turn out to name one item: their chains become one, and meet at that item. */
export const judgeSameEdition = (
  own: EditionPlace,
  named: EditionPlace,
  {
    previousOfOwn,
    previousOfNamed,
  }: { readonly previousOfOwn?: string | undefined; readonly previousOfNamed?: string | undefined },
): EditionVerdict => {
  if (own.chain === named.chain) return refused({ kind: 'two-editions' });
  if (previousOfNamed === undefined) return LINKED;
  if (previousOfOwn !== undefined) return refused({ kind: 'same-place', label: previousOfOwn });
  return { kind: 'join', shift: own.place - named.place };
};

const follows = (later: EditionPlace, earlier: EditionPlace): boolean => later.place === earlier.place + 1n;

/**
 * The names that a new chain may have; the first that is free counts, mostly that of its first label. No label has a
 * blank, so a name with a blank belongs to no other chain. A chain that was cut off from another has such a name,
 * because its label may join a chain again.
 */
export const chainName = (
  label: string,
  { attempt, isCut }: { readonly attempt: number; readonly isCut: boolean },
): string => `${label}${isCut ? ' cut' : ''}${attempt === 0 ? '' : ` ${attempt}`}`;
