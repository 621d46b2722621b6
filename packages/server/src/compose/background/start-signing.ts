import type { UnsignedItems } from '../../ports/archive/claims.ts';
import type { HistoryChain } from '../../ports/archive/history-chain.ts';
import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { signUnsignedItems } from '../../services/archive/upkeep/sign-unsigned-items.ts';
import { linkOldHistory } from '../../services/archive/upkeep/verify-history.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;

/** Claims items without a claim and links the history of before, at once and every hour; returns how to stop. */
export const startSigning = ({
  unsignedItems: items,
  historyChain,
  facts,
  clock,
  onError,
}: {
  readonly unsignedItems: UnsignedItems;
  readonly historyChain: HistoryChain;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): (() => Promise<void>) => {
  let isOver = false;
  const work = async (): Promise<void> => {
    await linkOldHistory({ historyChain, facts, clock }, { isStopped: () => isOver });
    await signUnsignedItems({ items, facts, clock }, { isStopped: () => isOver });
  };
  const stop = startRepeating(work, { periodMs: PERIOD_MS, onError });
  return async () => {
    isOver = true;
    await stop();
  };
};
