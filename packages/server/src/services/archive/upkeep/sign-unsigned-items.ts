import type { UnsignedItems } from '../../../ports/archive/claims.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Clock } from '../../../ports/system/clock.ts';

const FACT = 'claims.signed-up-to';
const PAUSE_MICROSECONDS = 50_000n;

/** The number of the item up to which all have a claim. */
export const readSignedUpTo = async (facts: Pick<NodeFacts, 'find'>): Promise<bigint> =>
  BigInt((await facts.find(FACT)) ?? 0);

/**
 * Claims the items that came before this Archive signed, a few at a time. Interrupted, it goes on from where it was;
 * several processes may do it at once.
 */
export const signUnsignedItems = async (
  {
    items,
    facts,
    clock,
  }: {
    readonly items: UnsignedItems;
    readonly facts: Pick<NodeFacts, 'find' | 'replace'>;
    readonly clock: Clock;
  },
  { isStopped }: { readonly isStopped: () => boolean },
): Promise<void> => {
  let done = await readSignedUpTo(facts);
  while (!isStopped()) {
    const next = await items.signAfter(done, clock.now());
    if (next === undefined) return;
    done = next;
    await facts.replace(FACT, String(done));
    await clock.wait(PAUSE_MICROSECONDS);
  }
};
