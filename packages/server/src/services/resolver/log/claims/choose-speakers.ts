import type { Label } from '@perene/core';
import { type Claim, readHistory, type Sha256, type Transfer } from '@perene/core/trust';

type Said = Claim | Transfer;

/** Of a rival, who can sign as much as it likes. */
const MAX_OF_RIVAL = 20;

/**
 * Chooses what belongs into the proof of an item, by index: all of those who held the original or hold it, and the
 * first statements of others that claim it or received a transfer. Copies say nothing of who has the original.
 */
export const chooseSpeakers = (statements: readonly Said[], sha256: Sha256): readonly number[] => {
  const { foreign } = readHistory(statements, sha256);
  const holders = new Set(statements.filter((_, index) => !foreign.has(index)).map((said) => said.archiveService));
  const rivals = new Set<Label>(
    statements.flatMap((said) => {
      if (said.kind === 'transfer') return [said.receiver, said.archiveService];
      return said.state === 'Original' ? [said.archiveService] : [];
    }),
  );
  const counts = new Map<Label, number>();
  return statements.flatMap(({ archiveService: by }, index) => {
    if (holders.has(by)) return [index];
    const count = (counts.get(by) ?? 0) + 1;
    counts.set(by, count);
    return rivals.has(by) && count <= MAX_OF_RIVAL ? [index] : [];
  });
};
