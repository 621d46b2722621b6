import type { Changes } from '../../ports/archive/changes.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 1_000;

/** Numbers the changes of items, at once and every second, so that their dates are true; returns how to stop. */
export const startNumbering = (
  changes: Pick<Changes, 'settle'>,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver && !(await changes.settle()));
  };
  const stop = startRepeating(work, { periodMs: PERIOD_MS, onError });
  return async () => {
    isOver = true;
    await stop();
  };
};
