import type { Node } from '../create-node.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 5_000;

/** Sends DOIs to DataCite while the node runs. */
export const startSendingDois = (
  { sendDois }: Pick<Node, 'sendDois'>,
  onError: (error: unknown) => void,
): readonly (() => Promise<void>)[] => {
  if (sendDois === undefined) return [];
  let isOver = false;
  const work = async (): Promise<void> => {
    await sendDois(() => !isOver);
  };
  const stop = startRepeating(work, { periodMs: PERIOD_MS, onError });
  return [
    async () => {
      isOver = true;
      await stop();
    },
  ];
};
