import type { ArchiveFinding } from '@perene/api/refusals';
import type { HistoryChain } from '../../../ports/archive/history-chain.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Clock } from '../../../ports/system/clock.ts';

/** Is there once all rows of the history have links; from then on a transaction leaves none without. */
const FACT = 'history.linked';
const PAUSE_MICROSECONDS = 20_000n;
/** For a row that is gone, nothing tells the item. */
const NO_LABEL = '-';

/** Finds rows of the history that were changed, deleted or put in. */
export async function* verifyHistory({
  historyChain,
  facts,
}: {
  readonly historyChain: Pick<HistoryChain, 'walk'>;
  readonly facts: Pick<NodeFacts, 'find'>;
}): AsyncGenerator<{ readonly label: string; readonly finding: ArchiveFinding }> {
  const isLinked = (await facts.find(FACT)) !== undefined;
  for await (const { number, repository: label = NO_LABEL, finding, isBeforeLinked } of historyChain.walk()) {
    const row = Number(number);
    if (finding === 'changed') yield { label, finding: { reason: 'history-changed', row } };
    if (finding === 'gone') yield { label, finding: { reason: 'history-gone', row } };
    // The rows of before this version wait for their links, in their order.
    if (finding === 'unlinked' && (isLinked || isBeforeLinked)) {
      yield { label, finding: { reason: 'history-unlinked', row } };
    }
  }
}

/** Links the history of before this version, a little at a time. Interrupted, it goes on from where it was. */
export const linkOldHistory = async (
  {
    historyChain,
    facts,
    clock,
  }: {
    readonly historyChain: Pick<HistoryChain, 'linkSome'>;
    readonly facts: Pick<NodeFacts, 'find' | 'keep'>;
    readonly clock: Pick<Clock, 'wait'>;
  },
  { isStopped }: { readonly isStopped: () => boolean },
): Promise<void> => {
  if ((await facts.find(FACT)) !== undefined) return;
  while (!isStopped()) {
    if (await historyChain.linkSome()) {
      await facts.keep(FACT, 'yes');
      return;
    }
    await clock.wait(PAUSE_MICROSECONDS);
  }
};
