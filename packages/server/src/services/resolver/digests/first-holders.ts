import { LRUCache } from 'lru-cache';
import type { ItemName } from '../../../ports/archive/catalogue.ts';
import type { FirstHolder, Members } from '../../../ports/federation/members.ts';
import type { MemberDirectory } from '../members/member-directory.ts';

/**
 * Remembers for ever which Archive was the first to answer for a name. Where nothing else tells whose a label or an alias
 * is, it stays there until that Archive gives it up.
 */
export interface FirstHolders {
  /** Undefined if there is none, or it has been revoked since. */
  find(name: ItemName): Promise<FirstHolder | undefined>;
  /** Takes the place of the one that `find` returned. Resolves when it is kept, so that no reader is told before. */
  learn(name: ItemName, holder: FirstHolder): Promise<void>;
  /** Resolves when everything is kept. */
  finish(): Promise<void>;
}

/** Other processes learn, too. */
const KNOWN_MS = 10_000;
const MAX_KNOWN = 50_000;
const MAX_WAITING = 10_000;
/** A reader waits no longer for a database that hangs. */
const PATIENCE_MS = 1_000;

type Waiting = Parameters<Members['keepFirstHolders']>[0];

export const createFirstHolders = ({
  members,
  directory,
  now,
  onError,
}: {
  readonly members: Pick<Members, 'firstHolder' | 'keepFirstHolders'>;
  readonly directory: Pick<MemberDirectory, 'byNumber' | 'away'>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): FirstHolders => {
  const known = new LRUCache<ItemName, { readonly holder: FirstHolder | undefined }>({
    maxSize: MAX_KNOWN,
    sizeCalculation: () => 1,
    ttl: KNOWN_MS,
    perf: { now },
  });
  let waiting = new Map<ItemName, FirstHolder & { readonly instead: number | undefined }>();
  let writing = Promise.resolve();
  let next: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    const some: Waiting = waiting;
    waiting = new Map();
    next = undefined;
    await members.keepFirstHolders(some).catch(onError);
  };

  /** Those that are learned while others are written share the next commit. */
  const keep = (): Promise<void> => {
    next ??= writing.then(write);
    writing = next;
    return next;
  };

  const recall = async (name: ItemName): Promise<FirstHolder | undefined> => {
    const held = known.get(name) ?? { holder: waiting.get(name) ?? (await members.firstHolder(name)) };
    known.set(name, held, { noUpdateTTL: true });
    return held.holder;
  };

  const isMember = ({ archive }: FirstHolder): boolean =>
    directory.byNumber(archive) !== undefined ||
    directory.away().some(({ number, state }) => number === archive && state === 'excluded');

  return {
    async find(name) {
      // Without it, resolution goes on as if all were new.
      const holder = await recall(name).catch((error: unknown) => void onError(error));
      return holder && isMember(holder) ? holder : undefined;
    },
    async learn(name, { archive, item }) {
      const before = known.get(name)?.holder;
      if (before?.archive === archive && before.item === item) return;
      known.set(name, { holder: { archive, item } });
      if (waiting.size >= MAX_WAITING) return;
      waiting.set(name, { archive, item, instead: waiting.get(name)?.instead ?? before?.archive });
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, PATIENCE_MS).unref();
        void keep().then(() => {
          clearTimeout(patience);
          resolve();
        });
      });
    },
    finish: () => writing,
  };
};
