import {
  coverMark,
  decodeAnnounced,
  fingerprintOf,
  type LeaseView,
  missLabels,
  NOTHING_SEEN,
  type ProcessTime,
  seeLease,
  speaksUntil,
} from '@perene/core/federation';
import type { ItemName } from '../../../ports/archive/catalogue.ts';
import type { LeaseNews, LeasePlace, Members } from '../../../ports/federation/members.ts';

/** Leases and announcements of Archives, by their numbers, as this process knows them. */
export interface LeaseBook {
  /** Reads everything that the database had before the call. */
  refresh(): Promise<void>;
  now(): ProcessTime;
  /** Returns until when the digest of an Archive counts, by its lease; undefined if it does not count. */
  speaksUntil(member: number): ProcessTime | undefined;
  /** Archives that announced a label which their digest may not have. */
  announcersOf(label: ItemName): readonly number[];
  /** Call this before a digest is asked for, and the returned function once the digest is complete. */
  beginDigest(member: number): () => void;
  /** Whether only a digest that is asked for later can have all labels. */
  isBehind(member: number): boolean;
  /** Calls `onHeard` with each Archive that sent something, and whether it has new labels that only a digest has. */
  watch(onHeard: (member: number, hasMissed: boolean) => void): void;
  close(): Promise<void>;
}

const PERIOD_MS = 1_000;
/** With more announced labels than this, the digest of the Archive is asked for. */
const MAX_ANNOUNCED_OF_ONE = 50_000;
const NOBODY: readonly number[] = [];

interface Known {
  view: LeaseView;
  /** Fingerprints, and the number of the reading that brought each. */
  readonly announced: Map<number, number>;
}

export const openLeaseBook = async ({
  members,
  now,
  onError,
}: {
  readonly members: Pick<Members, 'leasesSince'>;
  readonly now: () => ProcessTime;
  readonly onError: (error: unknown) => void;
}): Promise<LeaseBook> => {
  const archives = new Map<number, Known>();
  const announcers = new Map<number, Set<number>>();
  const watchers: ((member: number, hasMissed: boolean) => void)[] = [];
  let place: LeasePlace | undefined;
  let lastRead: ProcessTime | undefined;
  let readings = 0;

  const knownOf = (member: number): Known => {
    const known = archives.get(member) ?? { view: NOTHING_SEEN, announced: new Map() };
    archives.set(member, known);
    return known;
  };

  const dropAnnounced = (member: number, upTo: number): void => {
    const { announced } = knownOf(member);
    for (const [fingerprint, reading] of announced) {
      if (reading > upTo) continue;
      announced.delete(fingerprint);
      const others = announcers.get(fingerprint);
      others?.delete(member);
      if (others?.size === 0) announcers.delete(fingerprint);
    }
  };

  const addAnnounced = (known: Known, member: number, added: string | undefined): void => {
    const fingerprints = added === undefined ? undefined : decodeAnnounced(added);
    if (fingerprints === undefined || known.announced.size > MAX_ANNOUNCED_OF_ONE) {
      known.view = missLabels(known.view);
      return;
    }
    for (const fingerprint of fingerprints) {
      known.announced.set(fingerprint, readings);
      const others = announcers.get(fingerprint) ?? new Set();
      announcers.set(fingerprint, others.add(member));
    }
  };

  const apply = (news: LeaseNews, sentAfter: ProcessTime | undefined): void => {
    readings += 1;
    place = news.place;
    /** The Archives that were heard, with the mark that was known. */
    const heard = new Map<number, number>();
    const hear = (member: number): Known => {
      const known = knownOf(member);
      if (!heard.has(member)) heard.set(member, known.view.mark);
      return known;
    };
    for (const { member, given: lease } of news.leases) {
      const known = hear(member);
      known.view = seeLease(known.view, lease, sentAfter);
    }
    for (const { member, added } of news.announcements) addAnnounced(hear(member), member, added);
    if (news.hasGaps) {
      for (const member of archives.keys()) {
        const known = hear(member);
        known.view = missLabels(known.view);
      }
    }
    for (const [member, mark] of heard) {
      for (const watcher of watchers) watcher(member, knownOf(member).view.mark > mark);
    }
  };

  const read = async (): Promise<void> => {
    const begun = now();
    const news = await members.leasesSince(place);
    const sentAfter = lastRead;
    lastRead = begun;
    apply(news, sentAfter);
  };

  let turn = read();
  await turn;
  /** Calls that come during a reading share the next one. */
  let next: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    next ??= turn
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        turn = read();
        return turn;
      });
    return next;
  };
  const timer = setInterval(() => {
    refresh().catch(onError);
  }, PERIOD_MS);
  timer.unref();

  return {
    refresh,
    now,
    speaksUntil(member) {
      const known = archives.get(member);
      return known && speaksUntil(known.view);
    },
    announcersOf: (label) => (announcers.size === 0 ? NOBODY : [...(announcers.get(fingerprintOf(label)) ?? NOBODY)]),
    beginDigest(member) {
      const { mark } = knownOf(member).view;
      const upTo = readings;
      return () => {
        const known = knownOf(member);
        known.view = coverMark(known.view, mark);
        dropAnnounced(member, upTo);
      };
    },
    isBehind(member) {
      const { mark, covered } = knownOf(member).view;
      return covered < mark;
    },
    watch: (onHeard) => void watchers.push(onHeard),
    async close() {
      clearInterval(timer);
      await next?.catch(() => undefined);
      await turn.catch(() => undefined);
    },
  };
};

export const earlierOf = (one: ProcessTime, other: ProcessTime): ProcessTime => ({
  monotonic: Math.min(one.monotonic, other.monotonic),
  wall: Math.min(one.wall, other.wall),
});
