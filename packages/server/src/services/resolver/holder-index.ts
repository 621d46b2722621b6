import type { ArchiveMessenger } from '../../ports/archive-messenger.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DigestFiles } from '../../ports/digest-files.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createDigestMember, type DigestMember } from './digest-member.ts';
import { createDigestTable, type DigestTableLimits } from './digest-table.ts';
import type { IncludedArchive, MemberDirectory } from './member-directory.ts';

interface Holders {
  /** Their digests name it. */
  readonly named: readonly number[];
  /** Included ones of which no usable digest is there: they may hold it, too. Some may be named as well. */
  readonly open: readonly number[];
}

/** Who may hold a label; the Archive of this node is left aside. */
export interface HolderIndex {
  holdersOf(labels: readonly string[]): Holders;
  close(): Promise<void>;
}

/** One that can be told to look now. */
export interface UpdatedHolderIndex extends HolderIndex {
  /** Asks every Archive that is due, and waits for all answers. */
  update(): Promise<void>;
}

export interface HolderIndexNeeds {
  readonly directory: Pick<MemberDirectory, 'included' | 'byNumber'>;
  readonly messenger: ArchiveMessenger;
  readonly clock: Pick<Clock, 'now'>;
  readonly files: DigestFiles;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
  readonly onError: (error: unknown) => void;
}

export interface HolderIndexLimits extends DigestTableLimits {
  /** Each Archive is asked as often as this. */
  readonly periodMs: number;
  /** A digest that was not confirmed for so long speaks for its Archive no more. */
  readonly maxAgeMs: number;
  /** Archives that are asked at the same time. */
  readonly together: number;
  readonly tickMs: number;
}

export const HOLDER_INDEX_LIMITS: HolderIndexLimits = {
  periodMs: 60_000,
  maxAgeMs: 300_000,
  together: 16,
  tickMs: 1_000,
  maxLabels: 100_000_000,
  maxBytes: 2 * 1_024 ** 3,
};

const MAX_PAUSE_MS = 600_000;
const JITTER = 0.1;

interface Watched {
  archive: IncludedArchive;
  readonly member: DigestMember;
  /** When the question was sent whose answer was complete. */
  confirmedAt: bigint | undefined;
  dueAt: bigint;
  failures: number;
  isAsked: boolean;
}

export const createHolderIndex = (
  needs: HolderIndexNeeds,
  limits: HolderIndexLimits = HOLDER_INDEX_LIMITS,
): UpdatedHolderIndex => {
  const { directory, clock, files, secrets, onError } = needs;
  const table = createDigestTable({ ...limits, seeds: [randomNumber(secrets), randomNumber(secrets)] });
  const watched = new Map<number, Watched>();
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let known: readonly IncludedArchive[] | undefined;
  let waiting: Watched[] = [];
  let asking = 0;
  let open: readonly number[] = [];

  /** Follows the directory: those that left are gone at once. */
  const follow = (): void => {
    const included = directory.included();
    if (included === known) return;
    const isFirst = known === undefined;
    known = included;
    const wanted = new Map(included.filter(({ isLocal }) => !isLocal).map((archive) => [archive.number, archive]));
    for (const [number, { member, archive }] of watched) {
      if (wanted.get(number)?.service === archive.service) continue;
      watched.delete(number);
      run(member.drop());
    }
    for (const [number, archive] of wanted) {
      const one = watched.get(number) ?? watch(archive);
      // It has a new address, or has just included itself again: it is there.
      const isBack = one.archive !== archive && (one.failures > 0 || one.archive.address !== archive.address);
      if (isBack) Object.assign(one, { dueAt: clock.now(), failures: 0 });
      one.archive = archive;
      watched.set(number, one);
    }
    if (isFirst && wanted.size > 0) run(files.retain(included.map(({ service }) => service)));
    findOpen();
  };

  const watch = (archive: IncludedArchive): Watched => ({
    archive,
    member: createDigestMember(archive, { ...needs, table, onIncomplete: () => findOpen() }),
    confirmedAt: undefined,
    dueAt: clock.now(),
    failures: 0,
    isAsked: false,
  });

  const run = (work: Promise<void>): void => {
    const guarded: Promise<void> = work.catch(onError).finally(() => running.delete(guarded));
    running.add(guarded);
  };

  const findOpen = (): void => {
    const now = clock.now();
    open = [...watched].filter(([, one]) => !speaks(one, now)).map(([number]) => number);
  };

  const speaks = ({ member, confirmedAt }: Watched, now: bigint): boolean =>
    member.isComplete && confirmedAt !== undefined && isWithin(now - confirmedAt, limits.maxAgeMs);

  const schedule = (one: Watched, pauseMs: number): void => {
    const chance = 1 + (JITTER * randomNumber(secrets)) / 2 ** 32;
    one.dueAt = clock.now() + BigInt(Math.ceil(pauseMs * chance)) * MICROSECONDS;
  };

  const ask = async (one: Watched): Promise<void> => {
    const sentAt = clock.now();
    const spoke = speaks(one, sentAt);
    try {
      const answer = await one.member.ask(one.archive, stop.signal);
      one.failures = 0;
      if (answer === 'complete') one.confirmedAt = sentAt;
      schedule(one, answer === 'more' ? 0 : limits.periodMs);
      if (answer === 'more') waiting.push(one);
    } catch (error) {
      if (!(error instanceof Refusal)) onError(error);
      one.failures += 1;
      schedule(one, Math.min(MAX_PAUSE_MS, limits.periodMs * 2 ** (one.failures - 1)));
    }
    if (speaks(one, clock.now()) !== spoke) noteOpen(one, spoke);
  };

  /** One of ten thousand at a time: the others are not looked at. */
  const noteOpen = ({ archive: { number } }: Watched, isOpen: boolean): void => {
    if (!watched.has(number)) return;
    const place = open.indexOf(number);
    if (isOpen) open = place < 0 ? [...open, number] : open;
    else open = place < 0 ? open : open.toSpliced(place, 1);
  };

  /** As many at a time as may be, in the order in which they came to be due. */
  const askWaiting = (): void => {
    while (asking < limits.together && !stop.signal.aborted) {
      const one = waiting.shift();
      if (one === undefined) return;
      if (watched.get(one.archive.number) !== one || one.isAsked) continue;
      one.isAsked = true;
      asking += 1;
      run(
        ask(one).finally(() => {
          one.isAsked = false;
          asking -= 1;
          askWaiting();
        }),
      );
    }
  };

  /** The clock may have been set back: nobody is due later than after the longest pause. */
  const isDue = ({ dueAt, isAsked }: Watched, now: bigint): boolean =>
    !isAsked && (dueAt <= now || !isWithin(dueAt - now, MAX_PAUSE_MS * (1 + JITTER)));

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
    holdersOf(labels) {
      follow();
      const named = new Set<number>();
      for (const owner of labels.flatMap(table.ownersOf)) if (watched.has(owner)) named.add(owner);
      return { named: [...named], open };
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
