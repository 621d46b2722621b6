/**
 * Leases decide how long a resolver may say "no" for an Archive from its digest and announcements (docs/protocol.md).
 *
 * The Archive acknowledges no label to anyone before the resolver has noted it, or before its lease is over. The
 * resolver counts a lease only once the Archive has said that it holds it. It counts the time from before it sent the
 * lease, and the Archive from when it noted it, so the lease ends later for the Archive. Both sides are here as
 * functions of state, event and time; they rely only on the rates of clocks.
 */

/** An Archive accepts no longer lease. */
export const MAX_LEASE_SECONDS = 30;
/** Clocks may run apart by this part of the time. */
const RATE_MARGIN = 0.02;

/** A lease that a resolver grants. */
export interface LeaseGrant {
  readonly id: string;
  readonly seconds: number;
}

/** The lease that an Archive says it holds. */
export interface HeldLeaseName {
  readonly id: string;
  /** A new term begins after any time in which the Archive may have acknowledged labels without announcing them. */
  readonly term: string;
}

/** Clocks of an Archive, in milliseconds. */
export interface ArchiveTime {
  readonly wall: number;
  /** The time since the machine was started; undefined if machines share the clock of their database. */
  readonly uptime: number | undefined;
  /** Names this run of the machine, if the system has such a name. */
  readonly boot: string | undefined;
}

/** The lease that an Archive has noted, for all its processes. */
export interface NotedLease extends HeldLeaseName {
  readonly seconds: number;
  readonly notedAt: ArchiveTime;
  /** The resolver knows the changes of labels up to this one, or the term covers them. */
  readonly announced: number;
}

/**
 * Makes the note that the Archive writes before it says that it holds the lease. As long as the previous lease is
 * noted, its term goes on.
 */
export const noteLease = (
  before: NotedLease | undefined,
  {
    grant,
    now,
    term,
    position,
  }: {
    readonly grant: LeaseGrant;
    readonly now: ArchiveTime;
    /** A new name, never used before. */
    readonly term: string;
    /** The number of the last change of labels. */
    readonly position: number;
  },
): NotedLease => ({
  id: grant.id,
  term: before?.term ?? term,
  // The resolver may still count the previous lease.
  seconds: Math.max(grant.seconds, before?.seconds ?? 0),
  notedAt: now,
  announced: before?.announced ?? position,
});

/** `watchedMs`: for how long somebody has seen this very lease, by a clock that is never set. */
export const isLeaseOver = (
  { seconds, notedAt }: Pick<NotedLease, 'seconds' | 'notedAt'>,
  now: ArchiveTime,
  watchedMs: number,
): boolean => {
  const durationMs = seconds * 1_000;
  if (watchedMs >= durationMs) return true;
  return now.wall - notedAt.wall >= durationMs && isOverSinceBoot(notedAt, now, durationMs);
};

const isOverSinceBoot = (notedAt: ArchiveTime, now: ArchiveTime, durationMs: number): boolean => {
  if (now.uptime === undefined || notedAt.uptime === undefined) return true;
  const isOther = now.boot !== notedAt.boot || now.uptime < notedAt.uptime;
  return now.uptime - (isOther ? 0 : notedAt.uptime) >= durationMs;
};

/** Returns what has to happen before a change of labels may be acknowledged. */
export const stepBeforeAcknowledgment = (
  lease: NotedLease | undefined,
  { committed, now, watchedMs }: { readonly committed: number; readonly now: ArchiveTime; readonly watchedMs: number },
): 'acknowledge' | 'announce' | 'end-lease' => {
  if (lease === undefined || lease.announced >= committed) return 'acknowledge';
  return isLeaseOver(lease, now, watchedMs) ? 'end-lease' : 'announce';
};

/** What a resolver has in its database of one Archive. */
export interface GivenLease {
  /** The newest one. */
  readonly granted: LeaseGrant | undefined;
  readonly held: (LeaseGrant & HeldLeaseName) | undefined;
}

export const NO_LEASE: GivenLease = { granted: undefined, held: undefined };

/**
 * Only the newest lease can be accepted: every process knows when that one was sent, or that it was sent later than the
 * process last looked.
 */
export const acceptLease = (before: GivenLease, held: HeldLeaseName | undefined): GivenLease =>
  held !== undefined && before.granted?.id === held.id
    ? { ...before, held: { ...before.granted, term: held.term } }
    : before;

export const grantLease = (before: GivenLease, granted: LeaseGrant): GivenLease => ({ ...before, granted });

/** Clocks of a process, in milliseconds: one that is never set, and one that counts while the machine sleeps. */
export interface ProcessTime {
  readonly monotonic: number;
  readonly wall: number;
}

interface SeenGrant extends LeaseGrant {
  /** The lease was sent later than this; undefined if that is not known. */
  readonly sentAfter: ProcessTime | undefined;
}

/** What one process of a resolver knows of one Archive. */
export interface LeaseView {
  readonly granted: SeenGrant | undefined;
  readonly held: (SeenGrant & HeldLeaseName) | undefined;
  /** Counts the events whose labels only a digest has: terms that began, announcements that list no labels. */
  readonly mark: number;
  /** The mark that a complete digest has covered. */
  readonly covered: number;
}

export const NOTHING_SEEN: LeaseView = { granted: undefined, held: undefined, mark: 1, covered: 0 };

/** `sentAfter`: when the process began its previous reading; undefined at the first reading. */
export const seeLease = (
  view: LeaseView,
  { granted, held }: GivenLease,
  sentAfter: ProcessTime | undefined,
): LeaseView => ({
  granted: granted && (view.granted?.id === granted.id ? view.granted : { ...granted, sentAfter }),
  held: held && seeHeld(view, held, sentAfter),
  mark: held !== undefined && held.term !== view.held?.term ? view.mark + 1 : view.mark,
  covered: view.covered,
});

const seeHeld = (
  view: LeaseView,
  held: NonNullable<GivenLease['held']>,
  sentAfter: ProcessTime | undefined,
): LeaseView['held'] => {
  if (view.held?.id === held.id) return view.held;
  // A lease that was not the newest when this process last looked was granted since then.
  return { ...held, sentAfter: view.granted?.id === held.id ? view.granted.sentAfter : sentAfter };
};

/** There are new labels that no announcement listed, or that this process has missed. */
export const missLabels = (view: LeaseView): LeaseView => ({ ...view, mark: view.mark + 1 });

/** A complete digest was asked for when that mark was seen. */
export const coverMark = (view: LeaseView, mark: number): LeaseView => ({
  ...view,
  covered: Math.max(view.covered, mark),
});

/** Returns until when the digest and the announcements of the Archive count; undefined if they do not. */
export const speaksUntil = ({ held, mark, covered }: LeaseView): ProcessTime | undefined => {
  if (held?.sentAfter === undefined || covered < mark) return undefined;
  const { sentAfter, seconds } = held;
  const milliseconds = seconds * 1_000 * (1 - RATE_MARGIN);
  return { monotonic: sentAfter.monotonic + milliseconds, wall: sentAfter.wall + milliseconds };
};

/** The end has come when either clock says so. */
export const isBefore = (now: ProcessTime, end: ProcessTime): boolean =>
  now.monotonic < end.monotonic && now.wall < end.wall;
