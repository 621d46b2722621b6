import { Refusal } from '@perene/api/refusals';
import { isBefore, type ProcessTime } from '@perene/core/federation';
import type { DigestFiles } from '../../../ports/federation/digest-files.ts';
import type { Messenger } from '../../../ports/federation/messenger.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import { earlierOf, type LeaseBook } from '../leases/lease-book.ts';
import type { AwayArchive, IncludedArchive, MemberDirectory } from '../members/member-directory.ts';
import { createDigestMember, type DigestMember } from './digest-member.ts';
import { createDigestTable, type DigestTableLimits } from './digest-table.ts';
import { type AwayHolder, type HolderIndex, isAway, tellAway } from './holders.ts';

/** A holder index that updates itself. */
export interface UpdatedHolderIndex extends HolderIndex {
  /** Waits until each Archive has been asked once, but not longer; a new process knows none of them at first. */
  meet(deadlineMs: number): Promise<void>;
  /** Asks every Archive that is due, and waits for all answers. */
  update(): Promise<void>;
}

export interface HolderIndexLimits extends DigestTableLimits {
  /** The time between two requests to an Archive. */
  readonly periodMs: number;
  /** How many Archives are asked at the same time. */
  readonly together: number;
  readonly tickMs: number;
}

export const HOLDER_INDEX_LIMITS: HolderIndexLimits = {
  periodMs: 60_000,
  together: 16,
  tickMs: 1_000,
  maxLabels: 100_000_000,
  maxBytes: 2 * 1_024 ** 3,
};

const MAX_PAUSE_MS = 600_000;
const JITTER = 0.1;

interface Watched {
  archive: IncludedArchive | AwayArchive;
  readonly member: DigestMember;
  dueAt: bigint;
  failures: number;
  isAsked: boolean;
  /** Whether it has answered, or failed to, since this process began. */
  isMet: boolean;
  /** Whether it answered without a digest. */
  hasRefused: boolean;
}

export const createHolderIndex = (
  needs: {
    readonly directory: Pick<MemberDirectory, 'included' | 'away'>;
    readonly messenger: Pick<Messenger, 'send'>;
    readonly leases: Omit<LeaseBook, 'close'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly files: DigestFiles;
    readonly secrets: Pick<Secrets, 'randomBytes'>;
    readonly onError: (error: unknown) => void;
  },
  limits: HolderIndexLimits = HOLDER_INDEX_LIMITS,
): UpdatedHolderIndex => {
  const { directory, leases, clock, files, secrets, onError } = needs;
  const table = createDigestTable({ ...limits, seeds: [randomNumber(secrets), randomNumber(secrets)] });
  const watched = new Map<number, Watched>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let known: { readonly included: readonly IncludedArchive[]; readonly away: readonly AwayArchive[] } | undefined;
  let waiting: Watched[] = [];
  let asking = 0;
  const open = new Set<number>();
  let openList: readonly number[] | undefined;
  /** The earliest end of the leases that count. */
  let firstEnd: ProcessTime | undefined;
  let switchedOff: readonly AwayHolder[] = [];
  /** The reading of the digests of Archives that left. */
  let awayRead: Promise<unknown> = Promise.resolve();

  /** Follows the directory: Archives that left are no longer asked, and what they had stays known. */
  const follow = (): void => {
    const [included, away] = [directory.included(), directory.away()];
    if (included === known?.included && away === known.away) return;
    const isFirst = known === undefined;
    known = { included, away };
    const archives = [...included.filter(({ isLocal }) => !isLocal), ...away];
    const wanted = new Map(archives.map((archive) => [archive.number, archive]));
    for (const [number, { member, archive }] of watched) {
      if (wanted.get(number)?.service === archive.service) continue;
      watched.delete(number);
      run(member.drop());
    }
    for (const [number, archive] of wanted) {
      const one = watched.get(number) ?? watch(archive);
      const wasAway = isAway(one.archive);
      // A new address, or a new inclusion, shows that the Archive is running.
      const isBack =
        one.archive !== archive && (wasAway || one.failures > 0 || one.archive.address !== archive.address);
      if (isBack) Object.assign(one, { dueAt: clock.now(), failures: 0 });
      one.archive = archive;
      watched.set(number, one);
    }
    if (isFirst && wanted.size > 0) run(files.retain(archives.map(({ service }) => service)));
    awayRead = Promise.all(
      away.map(({ number }) =>
        watched
          .get(number)
          ?.member.read()
          .catch(() => undefined),
      ),
    );
    findOpen();
  };

  const watch = (archive: IncludedArchive | AwayArchive): Watched => ({
    archive,
    member: createDigestMember(archive, { ...needs, table, onIncomplete: () => findOpen() }),
    dueAt: clock.now(),
    failures: 0,
    isAsked: false,
    isMet: false,
    hasRefused: false,
  });

  const run = (work: Promise<void>): void => {
    const guarded: Promise<void> = work.catch(onError).finally(() => running.delete(guarded));
    running.add(guarded);
  };

  const findOpen = (): void => {
    firstEnd = undefined;
    const all = [...watched.values()];
    all.forEach(noteOpen);
    switchedOff = all.flatMap(({ archive }) =>
      isAway(archive) && archive.state === 'excluded' ? tellAway(archive, false) : [],
    );
    for (const number of open) if (!watched.has(number)) setOpen(number, false);
  };

  /** Updates one Archive without going through all of them. */
  const noteOpen = (one: Watched): void => {
    const { archive, member } = one;
    if (watched.get(archive.number) !== one) return;
    if (isAway(archive)) {
      setOpen(archive.number, false);
      return;
    }
    const end = member.isComplete ? leases.speaksUntil(archive.number) : undefined;
    const doesSpeak = end !== undefined && isBefore(leases.now(), end);
    setOpen(archive.number, !doesSpeak);
    if (doesSpeak) firstEnd = firstEnd ? earlierOf(firstEnd, end) : end;
  };

  const setOpen = (number: number, isOpen: boolean): void => {
    if (isOpen === open.has(number)) return;
    if (isOpen) open.add(number);
    else open.delete(number);
    openList = undefined;
  };

  const schedule = (one: Watched, pauseMs: number): void => {
    const chance = 1 + (JITTER * randomNumber(secrets)) / 2 ** 32;
    one.dueAt = clock.now() + BigInt(Math.ceil(pauseMs * chance)) * MICROSECONDS;
  };

  const ask = async (one: Watched): Promise<void> => {
    try {
      if (isAway(one.archive)) {
        await one.member.read();
        return;
      }
      const cover = leases.beginDigest(one.archive.number);
      const answer = await one.member.ask(one.archive, stop.signal);
      one.failures = 0;
      if (answer === 'complete') cover();
      const isBehind = answer === 'more' || leases.isBehind(one.archive.number);
      schedule(one, isBehind ? 0 : limits.periodMs);
      if (isBehind) waiting.push(one);
    } catch (error) {
      if (!(error instanceof Refusal)) onError(error);
      else if (error.code === 'peer-refused') one.hasRefused = true;
      one.failures += 1;
      schedule(one, Math.min(MAX_PAUSE_MS, limits.periodMs * 2 ** (one.failures - 1)));
    }
    noteOpen(one);
  };

  /** If only a digest has the new labels, it is asked for now. */
  leases.watch((number, hasMissed) => {
    const one = watched.get(number);
    if (one === undefined) return;
    noteOpen(one);
    if (!hasMissed || isAway(one.archive)) return;
    Object.assign(one, { dueAt: clock.now(), failures: 0 });
    waiting.push(one);
    askWaiting();
  });

  /** Asks as many at a time as allowed, in the order in which they became due. */
  const askWaiting = (): void => {
    while (asking < limits.together && !stop.signal.aborted) {
      const one = waiting.shift();
      if (one === undefined) return;
      if (watched.get(one.archive.number) !== one || one.isAsked) continue;
      one.isAsked = true;
      asking += 1;
      run(
        ask(one).finally(() => {
          Object.assign(one, { isAsked: false, isMet: true });
          asking -= 1;
          askWaiting();
        }),
      );
    }
  };

  /** The clock may have been set back, so no pause counts as longer than the longest one. */
  const isDue = ({ archive, member, dueAt, isAsked }: Watched, now: bigint): boolean =>
    !isAsked &&
    (isAway(archive) ? !member.hasRead : dueAt <= now || !isWithin(dueAt - now, MAX_PAUSE_MS * (1 + JITTER)));

  const tick = (): void => {
    follow();
    findOpen();
    const now = clock.now();
    waiting = [...watched.values()]
      .filter((one) => isDue(one, now))
      .toSorted((first, second) => Number(first.dueAt - second.dueAt));
    askWaiting();
  };

  const timer = setInterval(tick, limits.tickMs);
  timer.unref();
  tick();

  return {
    holdersOf(labels, answeredBefore) {
      follow();
      if (firstEnd && !isBefore(leases.now(), firstEnd)) findOpen();
      openList ??= [...open];
      const named: number[] = [];
      const away: AwayHolder[] = [];
      const owners = new Set(labels.flatMap((label) => [...table.ownersOf(label), ...leases.announcersOf(label)]));
      if (answeredBefore !== undefined) owners.add(answeredBefore);
      for (const owner of owners) {
        const archive = watched.get(owner)?.archive;
        if (archive === undefined) continue;
        if (isAway(archive)) away.push(tellAway(archive, true));
        else named.push(owner);
      }
      const known = new Set(away.map(({ number }) => number));
      const others = known.size === 0 ? switchedOff : switchedOff.filter(({ number }) => !known.has(number));
      return { named, open: openList, away: known.size === 0 ? others : [...away, ...others] };
    },
    async refresh() {
      follow();
      await Promise.all([leases.refresh(), awayRead]);
    },
    kinshipOf(archive) {
      const one = watched.get(archive);
      if (one?.member.isKin) return 'ours';
      return one === undefined || one.hasRefused ? 'foreign' : 'unknown';
    },
    async meet(deadlineMs) {
      tick();
      const areMet = () => [...watched.values()].every(({ isMet, archive }) => isMet || isAway(archive));
      let isLate = false;
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, deadlineMs).unref();
      }).finally(() => {
        isLate = true;
      });
      while (!areMet() && !isLate && running.size > 0) await Promise.race([...running, late]);
    },
    async update() {
      tick();
      while (running.size > 0) await Promise.all(running);
      await table.settled();
    },
    async close() {
      clearInterval(timer);
      stop.abort();
      while (running.size > 0) await Promise.all(running);
      await table.close();
    },
  };
};

const MICROSECONDS = 1_000n;

const isWithin = (microseconds: bigint, milliseconds: number): boolean =>
  microseconds >= 0n && microseconds <= BigInt(Math.ceil(milliseconds)) * MICROSECONDS;

const randomNumber = (secrets: Pick<Secrets, 'randomBytes'>): number => secrets.randomBytes(4).readUInt32LE();
