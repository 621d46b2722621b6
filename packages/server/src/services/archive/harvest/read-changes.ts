import type { WrittenAnswerOf } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { type ItemState, wireState } from '@perene/core/item';
import type { Changes, NumberedChange } from '../../../ports/archive/changes.ts';
import { timeOf } from '../items/view-item.ts';

export type ChangePage = WrittenAnswerOf<'readChanges'>;
export type ChangeView = ChangePage['changes'][number];

/** Tells which items changed, in the order of the changes. */
export interface ChangeOperations {
  read(request: ChangeRequest): Promise<ChangePage>;
}

interface ChangeRequest {
  /** The cursor of the last change that was seen. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  /** How long to wait for a change if there is none yet. */
  readonly waitSeconds?: number | undefined;
  /** The network that waits; of each only some may. */
  readonly client?: string | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

export interface ChangeReader extends ChangeOperations {
  /** Pages as changes come, and an empty one from time to time; until the node stops, or after some minutes. */
  follow(request: Omit<ChangeRequest, 'waitSeconds'>): AsyncIterable<ChangePage>;
  /** Answers all who wait, and lets nobody wait any more. */
  stop(): void;
}

const CURSOR = /^(\d{1,18})-(\d{1,18})$/;
const MAX_SHOWN = 50;
const DEFAULT_LIMIT = 100;
const MAX_WAITING = 200;
const MAX_OF_CLIENT = 20;
const LOOK_PERIOD_MS = 250;
/** Less than the time after which a silent connection is closed. */
const HEARTBEAT_SECONDS = 20;
const MAX_FOLLOWED_MS = 300_000;

export const createChangeReader = ({ changes }: { readonly changes: Changes }): ChangeReader => {
  const waiting = createWaitingRoom(async () => {
    await changes.settle();
    return changes.last();
  });

  const read = async (after: bigint, limit: number): Promise<readonly NumberedChange[]> => {
    await changes.settle();
    return changes.after(after, limit);
  };

  const operations: ChangeOperations = {
    async read({ after, limit = DEFAULT_LIMIT, waitSeconds = 0, client, signal }) {
      const place = await readCursor(changes, after);
      let found = await read(place, limit);
      if (found.length === 0 && waitSeconds > 0) {
        await waiting.wait(place, { ms: waitSeconds * 1_000, client, signal });
        found = await read(place, limit);
      }
      const views = found.map(viewChange);
      const next = views.at(-1)?.cursor ?? after;
      return { changes: views, ...(next !== undefined && { next }) };
    },
  };

  return {
    ...operations,
    async *follow({ after, ...request }) {
      const end = performance.now() + MAX_FOLLOWED_MS;
      for (let place = after; waiting.isOpen() && !request.signal?.aborted && performance.now() < end; ) {
        const page = await operations.read({ ...request, after: place, waitSeconds: HEARTBEAT_SECONDS });
        yield page;
        place = page.next;
      }
    },
    stop: waiting.close,
  };
};

/** What people write who begin. */
const BEGINNING = '0';

/** Refuses a cursor that this sequence never gave: what came after it would be missed. */
const readCursor = async (changes: Pick<Changes, 'find'>, cursor: string | undefined): Promise<bigint> => {
  if (cursor === undefined || cursor === BEGINNING) return 0n;
  const [, number, mark] = CURSOR.exec(cursor) ?? [];
  if (number === undefined || mark === undefined)
    throw refuse('cursor-invalid', { cursor: cursor.slice(0, MAX_SHOWN) });
  const known = await changes.find(BigInt(number));
  if (known?.mark !== BigInt(mark)) throw refuse('changes-restored', { cursor });
  return known.number;
};

const viewChange = ({ number, mark, at, repository, action, item }: NumberedChange): ChangeView => ({
  cursor: `${number}-${mark}`,
  at: timeOf(at),
  repository,
  action,
  ...(item && { state: wireState({ kind: item.state as ItemState['kind'] }) }),
  ...(item?.describes !== undefined && { describes: item.describes }),
});

interface WaitingRoom {
  /** Resolves when there is a later number, when the time is over, or when waiting ends. */
  wait(number: bigint, limits: { readonly ms: number } & Pick<ChangeRequest, 'client' | 'signal'>): Promise<void>;
  isOpen(): boolean;
  close(): void;
}

/** However many wait, one look at the last number is taken for all of them. */
const createWaitingRoom = (readLast: () => Promise<bigint>): WaitingRoom => {
  const waiting = new Set<{
    readonly number: bigint;
    readonly client: string | undefined;
    readonly leave: () => void;
  }>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const look = async (): Promise<void> => {
    // Whoever waits reads again, and is told what is wrong.
    const last = await readLast().catch(() => undefined);
    for (const one of [...waiting]) if (last === undefined || last > one.number) one.leave();
    timer = waiting.size === 0 ? undefined : setTimeout(look, LOOK_PERIOD_MS);
  };

  return {
    wait: (number, { ms, client, signal }) => {
      if (isClosed || signal?.aborted) return Promise.resolve();
      const ofClient = [...waiting].filter((one) => client !== undefined && one.client === client).length;
      if (ofClient >= MAX_OF_CLIENT) throw refuse('too-many-waiting', { max: MAX_OF_CLIENT });
      if (waiting.size >= MAX_WAITING) throw refuse('too-many-waiting', { max: MAX_WAITING });
      return new Promise((resolve) => {
        const leave = (): void => {
          clearTimeout(end);
          signal?.removeEventListener('abort', leave);
          waiting.delete(one);
          resolve();
        };
        const one = { number, client, leave };
        const end = setTimeout(leave, ms);
        signal?.addEventListener('abort', leave);
        waiting.add(one);
        timer ??= setTimeout(look, LOOK_PERIOD_MS);
      });
    },
    isOpen: () => !isClosed,
    close() {
      isClosed = true;
      for (const one of [...waiting]) one.leave();
      clearTimeout(timer);
    },
  };
};
