import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Multipart } from '@fastify/multipart';

/**
 * How long the parser may go on after the end of the body; it needs far fewer turns of the event loop for what it still
 * holds.
 */
const TURNS_AFTER_END = 100;
const STALLED = Symbol('stalled');

/**
 * Returns the next part, or undefined at the end; fails if the body is malformed. The parser never ends where a
 * boundary is followed by neither headers nor dashes, so the reader watches the end of the body itself.
 */
export const createPartReader = <Part extends Multipart>(
  body: IncomingMessage,
  parts: AsyncIterableIterator<Part>,
): (() => Promise<Part | undefined>) => {
  const ended = new Promise<void>((resolve) => {
    if (body.readableEnded) resolve();
    else body.once('end', resolve);
  });
  return async () => {
    let isHere = false;
    const stall = async (): Promise<typeof STALLED> => {
      await ended;
      for (let turn = 0; turn < TURNS_AFTER_END && !isHere; turn += 1) await nextTurn();
      return STALLED;
    };
    try {
      const next = await Promise.race([parts.next(), stall()]);
      if (next === STALLED) throw new Error('a boundary is followed by neither headers nor the end');
      return next.done ? undefined : next.value;
    } finally {
      isHere = true;
    }
  };
};
