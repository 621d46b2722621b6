import { refuse } from '@perene/api/refusals';
import { LRUCache } from 'lru-cache';

const MAX_ANSWERS = 10_000;
const MAX_CHARACTERS = 64 * 1_048_576;
const LIFETIME_MS = 24 * 3_600_000;

interface Remembered {
  readonly fingerprint: string;
  readonly answer: Promise<unknown>;
}

/** Carries a request out once, however often it is sent under the same key. It remembers for a day, in this process. */
export interface IdempotencyMemory {
  once<Answer>(
    request: { readonly key: string; readonly fingerprint: string },
    work: () => Promise<Answer>,
  ): Promise<Answer>;
}

export const createIdempotencyMemory = (now: () => number = Date.now): IdempotencyMemory => {
  const memory = new LRUCache<string, Remembered>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    ttl: LIFETIME_MS,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    once<Answer>({ key, fingerprint }: { key: string; fingerprint: string }, work: () => Promise<Answer>) {
      const earlier = memory.get(key);
      if (earlier !== undefined && earlier.fingerprint !== fingerprint) {
        throw refuse('request-differs');
      }
      if (earlier !== undefined) return earlier.answer as Promise<Answer>;

      const answer = work();
      const remembered = { fingerprint, answer };
      memory.set(key, remembered, { size: key.length });
      const isRemembered = (): boolean => memory.peek(key) === remembered;
      answer.then(
        (given) => {
          const size = key.length + JSON.stringify(given ?? null).length;
          if (isRemembered()) memory.set(key, { ...remembered }, { size, noUpdateTTL: true });
        },
        // A refused request may be sent again.
        () => isRemembered() && memory.delete(key),
      );
      return answer;
    },
  };
};
