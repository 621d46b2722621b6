import { makeDump } from '../../services/archive/harvest/make-dump.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;

/** Makes a dump of all records once a day; returns how to stop. */
export const startDumping = (
  parts: Parameters<typeof makeDump>[0],
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  let isOver = false;
  const stop = startRepeating(() => makeDump(parts, { isStopped: () => isOver }), { periodMs: PERIOD_MS, onError });
  return async () => {
    isOver = true;
    await stop();
  };
};
