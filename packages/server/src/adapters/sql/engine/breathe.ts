import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_BUSY_MS = 10;

let turnBegan = performance.now();
let isTimed = false;

/**
 * Lets others go on if statements have occupied this process for some time: SQLite runs them at once, so thousands of
 * them in a row would be one long turn of the event loop.
 */
export const breathe = async (): Promise<void> => {
  if (!isTimed) {
    isTimed = true;
    turnBegan = performance.now();
    setImmediate(endTurn);
    return;
  }
  if (performance.now() - turnBegan > MAX_BUSY_MS) await nextTurn();
};

const endTurn = (): void => {
  isTimed = false;
};
