import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { refuse } from '@perene/api/refusals';

/** How slowly a content may come. */
export interface LeastPace {
  /** How long it may fall behind the pace. */
  readonly patienceMs: number;
  readonly bytesPerSecond: number;
}

/**
 * Passes a content on while it keeps the pace. Only the time counts for which it is waited for, and what came fast
 * earlier does not count for later; so the whole takes at most its size at this pace, and the patience.
 */
export async function* keepPace(
  content: AsyncIterable<Uint8Array>,
  { patienceMs, bytesPerSecond }: LeastPace,
  { origin }: URL,
): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  let patience = patienceMs;
  for (;;) {
    const began = performance.now();
    const next = await inTime(chunks.next(), patience);
    if (next === undefined) throw refuse('peer-unreachable', { reason: 'slow', origin });
    if (next.done) return;
    const earned = (next.value.length / bytesPerSecond) * 1_000;
    patience = Math.min(patienceMs, Math.max(0, patience - (performance.now() - began)) + earned);
    yield next.value;
  }
}

const inTime = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> => {
  const ending = new AbortController();
  const late = async (): Promise<undefined> => {
    await pause(milliseconds, undefined, ending);
    // What came while this process was busy has come in time.
    await nextTurn(undefined, ending);
    return undefined;
  };
  try {
    return await Promise.race([work, late().catch(() => work)]);
  } finally {
    ending.abort();
  }
};
