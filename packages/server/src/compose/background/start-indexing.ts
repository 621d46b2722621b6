import { renewIndex } from '../../services/archive/upkeep/renew-index.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;

/** Indexes items of earlier versions anew, at once and every hour, until none is left; returns how to stop. */
export const startIndexing = (
  parts: Parameters<typeof renewIndex>[0],
  watchers: { readonly onLeft: (items: number) => void; readonly onError: (error: unknown) => void },
): (() => Promise<void>) => {
  let isOver = false;
  const work = () => renewIndex(parts, { isStopped: () => isOver, onLeft: watchers.onLeft });
  const stop = startRepeating(work, { periodMs: PERIOD_MS, onError: watchers.onError });
  return async () => {
    isOver = true;
    await stop();
  };
};
