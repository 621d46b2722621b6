import { Refusal } from '../../../refusals/refusal.ts';

const MAX_ANSWERS = 10_000;
const MAX_CHARACTERS = 64 * 1_048_576;
const LIFETIME_MS = 24 * 3_600_000;

interface Remembered {
  readonly fingerprint: string;
  readonly answer: Promise<unknown>;
  readonly until: number;
  size: number;
}

/** Carries a request out once, however often it is sent under the same key; for a day, in this process. */
export interface AnswerMemory {
  once<Answer>(
    request: { readonly key: string; readonly fingerprint: string },
    work: () => Promise<Answer>,
  ): Promise<Answer>;
}

export const createAnswerMemory = (now: () => number = Date.now): AnswerMemory => {
  /** The earliest first. */
  const memory = new Map<string, Remembered>();
  let characters = 0;

  const forget = (key: string, remembered: Remembered): void => {
    if (memory.get(key) !== remembered) return;
    memory.delete(key);
    characters -= remembered.size;
  };

  const makeRoom = (): void => {
    for (const [key, remembered] of memory) {
      const isFull = memory.size > MAX_ANSWERS || characters > MAX_CHARACTERS;
      if (!isFull && remembered.until > now()) return;
      forget(key, remembered);
    }
  };

  return {
    once<Answer>({ key, fingerprint }: { key: string; fingerprint: string }, work: () => Promise<Answer>) {
      makeRoom();
      const earlier = memory.get(key);
      if (earlier !== undefined && earlier.fingerprint !== fingerprint) {
        throw new Refusal('request-differs', 'this Idempotency-Key was used for another request: take a new one');
      }
      if (earlier !== undefined) return earlier.answer as Promise<Answer>;

      const answer = work();
      const remembered: Remembered = { fingerprint, answer, until: now() + LIFETIME_MS, size: key.length };
      memory.set(key, remembered);
      characters += remembered.size;
      // What was refused may be asked for again.
      answer.then(
        (given) => {
          if (memory.get(key) !== remembered) return;
          const size = JSON.stringify(given).length;
          remembered.size += size;
          characters += size;
        },
        () => forget(key, remembered),
      );
      return answer;
    },
  };
};
