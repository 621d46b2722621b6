import type { HistoryEvent } from './check-history.ts';

/** What a client does at one node. It fails if no answer comes, or if the node says that it cannot now. */
export interface ClientActs {
  /** The date of a new label, in microseconds. */
  mint(): Promise<bigint>;
  /** Appends the mark to a text that all nodes share. */
  append(to: string, mark: string): Promise<void>;
}

interface Recorder {
  readonly events: HistoryEvent[];
  /** How many acts were acknowledged. */
  acknowledged(): number;
  /** The longest time in which a client had no answer, in milliseconds. */
  longestWait(): number;
  /** Lets one client act until `isOver`; it waits a little after each failure. */
  act(client: number, acts: ClientActs, isOver: () => boolean): Promise<void>;
}

const PAUSE_MS = 20;
const TEXTS = 4;

export const createRecorder = (): Recorder => {
  const events: HistoryEvent[] = [];
  let [acknowledged, longest] = [0, 0];

  const keep = async (make: (ok: boolean) => Promise<HistoryEvent['done']>): Promise<boolean> => {
    const began = performance.now();
    try {
      events.push({ began, done: await make(true), ended: performance.now() });
      acknowledged += 1;
      return true;
    } catch {
      events.push({ began, ended: undefined, done: await make(false) });
      return false;
    }
  };

  return {
    events,
    acknowledged: () => acknowledged,
    longestWait: () => longest,
    async act(client, { mint, append }, isOver) {
      let since = performance.now();
      for (let count = 0; !isOver(); count += 1) {
        const [to, mark] = [`text-${(client + count) % TEXTS}`, `${client}.${count};`];
        const isDone =
          count % 2 === 0
            ? await keep(async (ok) => ({ kind: 'minted', date: ok ? await mint() : -1n }))
            : await keep(async (ok) => {
                if (ok) await append(to, mark);
                return { kind: 'appended', to, mark };
              });
        if (isDone) {
          longest = Math.max(longest, performance.now() - since);
          since = performance.now();
        } else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
  };
};

export const marksOf = (text: string): readonly string[] => text.match(/[^;]+;/g) ?? [];

export const textNames = (): readonly string[] => Array.from({ length: TEXTS }, (_, index) => `text-${index}`);

/** Of a date in seconds, with a point before its fraction. */
export const microsecondsOf = (date: string): bigint => {
  const [seconds = '', fraction = ''] = date.split('.');
  return BigInt(seconds + fraction.padEnd(6, '0'));
};
