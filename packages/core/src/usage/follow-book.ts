import type { Label, RepositoryLabel } from '../ibi/label.ts';

/** Somebody followed a link in one item to another. */
export interface Follow {
  /** Tells visitors apart; nobody can read from it who the visitor is. */
  readonly session: string;
  readonly repository: RepositoryLabel;
  readonly citing: Label;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;

/**
 * Decides which follows count. A visitor counts once an hour for each pair of items, and for so many pairs an hour,
 * because anybody can write any label into a link.
 */
export const createFollowBook = ({
  maxFollows,
  maxOfVisitor,
}: {
  readonly maxFollows: number;
  readonly maxOfVisitor: number;
}): ((follow: Follow) => boolean) => {
  let pairs = new Set<string>();
  let visitors = new Map<string, number>();
  let hour = 0;
  return ({ session, repository, citing, at }) => {
    const now = Math.floor(at / HOUR_MS);
    if (now !== hour) {
      hour = now;
      pairs = new Set();
      visitors = new Map();
    }
    const pair = `${session} ${repository} ${citing}`;
    const ofVisitor = visitors.get(session) ?? 0;
    if (pairs.has(pair) || ofVisitor === maxOfVisitor || pairs.size === maxFollows) return false;
    pairs.add(pair);
    visitors.set(session, ofVisitor + 1);
    return true;
  };
};
