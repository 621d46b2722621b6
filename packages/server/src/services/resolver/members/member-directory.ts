import type { Label } from '@perene/core';
import type { ConfirmedPlace, Member, Members } from '../../../ports/federation/members.ts';

/** An Archive that takes part in resolution. */
export interface IncludedArchive {
  readonly number: number;
  readonly service: Label;
  readonly address: string;
  /** What it is known by: where it answered when it was asked back. */
  readonly confirmed?: ConfirmedPlace | undefined;
  /** What the labels that it mints begin with; known of the Archive of this node only. */
  readonly prefixes?: readonly string[];
  /** Whether it is the Archive of this node, which needs no message. */
  readonly isLocal: boolean;
}

/** A registered Archive that took part earlier, and does not now. */
export interface AwayArchive {
  readonly number: number;
  readonly service: Label;
  /** Its last address. */
  readonly address: string;
  readonly state: 'excluded' | 'revoked';
  /** Microseconds since 1970. */
  readonly since: bigint;
}

/** The Archives that take part, and those that did earlier, in memory. */
export interface MemberDirectory {
  /** Returns Archives in the order of their numbers. */
  included(): readonly IncludedArchive[];
  /** Returns Archives other than that of this node; the list stays the same until something changes. */
  away(): readonly AwayArchive[];
  byNumber(number: number): IncludedArchive | undefined;
  /** Reads every change that was made before the call. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Whether no Archive takes part but that of this node. */
export const isAlone = (directory: Pick<MemberDirectory, 'included'>): boolean =>
  directory.included().every(({ isLocal }) => isLocal);

const PERIOD_MS = 1_000;
const CHANGES_A_STEP = 1_000;

/** Reads changes once a second, because other processes make them, too. */
export const openMemberDirectory = async ({
  members,
  localService,
  onConfirmed,
  onError,
}: {
  readonly members: Pick<Members, 'changesSince'>;
  /** Label of the Archive service of this node. */
  readonly localService: Label | undefined;
  /** Is called for an included Archive that answered when it was asked back. */
  readonly onConfirmed: (number: number) => void;
  readonly onError: (error: unknown) => void;
}): Promise<MemberDirectory> => {
  const archives = new Map<number, IncludedArchive>();
  const away = new Map<number, AwayArchive>();
  let sorted: readonly IncludedArchive[] | undefined;
  let sortedAway: readonly AwayArchive[] | undefined;
  let revision = 0n;

  const apply = (member: Member): void => {
    revision = member.revision;
    const { number, service, address, confirmed, state, awaySince } = member;
    if (number === undefined) return;
    const isLocal = service === localService;
    sorted = undefined;
    if (state !== 'included' || address === undefined) archives.delete(number);
    else {
      archives.set(number, { number, service, address, confirmed, isLocal });
      if (member.isConfirmed) onConfirmed(number);
    }
    if (!away.delete(number) && awaySince === undefined) return;
    sortedAway = undefined;
    if (awaySince === undefined || address === undefined || isLocal) return;
    away.set(number, {
      number,
      service,
      address,
      state: state === 'revoked' ? 'revoked' : 'excluded',
      since: awaySince,
    });
  };

  const readChanges = async (): Promise<void> => {
    for (;;) {
      const changes = await members.changesSince(revision, CHANGES_A_STEP);
      changes.forEach(apply);
      if (changes.length < CHANGES_A_STEP) return;
    }
  };

  let turn = readChanges();
  await turn;
  const refresh = (): Promise<void> => {
    const next = turn.catch(() => undefined).then(readChanges);
    turn = next;
    return next;
  };
  let isReading = false;
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    refresh()
      .catch(onError)
      .finally(() => {
        isReading = false;
      });
  }, PERIOD_MS);
  timer.unref();

  return {
    included() {
      sorted ??= [...archives.values()].sort((one, other) => one.number - other.number);
      return sorted;
    },
    away() {
      sortedAway ??= [...away.values()].sort((one, other) => one.number - other.number);
      return sortedAway;
    },
    byNumber: (number) => archives.get(number),
    refresh,
    async close() {
      clearInterval(timer);
      await turn.catch(() => undefined);
    },
  };
};
