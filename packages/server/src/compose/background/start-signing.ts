import type { UnsignedItems } from '../../ports/archive/claims.ts';
import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { signUnsignedItems } from '../../services/archive/upkeep/sign-unsigned-items.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;

/** Claims items without a claim, at once and every hour; returns how to stop. */
export const startSigning = ({
  unsignedItems: items,
  facts,
  clock,
  onError,
}: {
  readonly unsignedItems: UnsignedItems;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): (() => Promise<void>) => {
  let isOver = false;
  const work = () => signUnsignedItems({ items, facts, clock }, { isStopped: () => isOver });
  const stop = startRepeating(work, { periodMs: PERIOD_MS, onError });
  return async () => {
    isOver = true;
    await stop();
  };
};
