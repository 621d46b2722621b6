import {
  type ArchiveTime,
  acceptLease,
  coverMark,
  type GivenLease,
  grantLease,
  type HeldLeaseName,
  isBefore,
  type LeaseView,
  missLabels,
  NO_LEASE,
  NOTHING_SEEN,
  type NotedLease,
  noteLease,
  seeLease,
  speaksUntil,
  stepBeforeAcknowledgment,
} from '@perene/core/federation';

/**
 * Leases and announcements as a state machine over the functions that nodes run. Messages may come late, in any order,
 * repeatedly, or never; both sides stop and start. Names and moments are made relative after every step, so that the
 * number of states is finite although time has no end.
 */
export interface ModelSize {
  readonly archives: number;
  readonly processes: number;
  /** The labels of each Archive that not every process has in its digest. */
  readonly labels: number;
  /** Messages under way between the resolver and one Archive. */
  readonly messages: number;
  /** Events that are left out, to make room for others. */
  readonly without?: readonly string[];
  /** The possible lengths of leases in ticks; one length by default. */
  readonly leases?: readonly number[];
  /** Whether leases that are not the newest are distinguished, for rules by which they count. */
  readonly tellsStaleApart?: boolean;
}

/** The rules of nodes; tests break one of them at a time. */
export const RULES = {
  noteLease,
  stepBeforeAcknowledgment,
  acceptLease,
  grantLease,
  seeLease,
  /** When a process sees a row, the row was sent after the process had begun its previous read. */
  sentAfter: (lastRead: number | undefined, _now: number) => lastRead,
  coveredMark: (asked: number, _now: number) => asked,
  /** Returns what is left of a lease that has ended. */
  endLease: (_lease: NotedLease): NotedLease | undefined => undefined,
};

export type Rules = typeof RULES;

const LEASE_SECONDS = 2;
const TICK_MS = 1_000;
/** The age of a lease; more makes no difference. */
const OLD = LEASE_SECONDS;

type Message =
  | { readonly kind: 'request'; readonly held: HeldLeaseName | undefined }
  | { readonly kind: 'grant'; readonly id: string; readonly seconds: number }
  | {
      readonly kind: 'announcement';
      readonly held: HeldLeaseName | undefined;
      readonly added: readonly number[] | undefined;
      readonly upTo: number;
    }
  | { readonly kind: 'received'; readonly upTo: number };

interface Archive {
  /** Labels are numbered in the order in which they are committed. */
  readonly committed: number;
  readonly acknowledged: readonly number[];
  readonly lease: NotedLease | undefined;
  readonly network: readonly Message[];
  /** What the resolver has in its database of this Archive. */
  readonly given: GivenLease;
}

interface Known {
  readonly view: LeaseView;
  readonly digest: readonly number[];
  /** The labels that were announced before the digest that is being asked for now, and those announced since. */
  readonly before: readonly number[];
  readonly since: readonly number[];
  /** The labels that are in the database, but that this process has not read yet. */
  readonly unread: readonly number[];
  readonly hasUnlisted: boolean;
  readonly exchange: { readonly mark: number; readonly labels: readonly number[] } | undefined;
}

interface Process {
  readonly lastRead: number | undefined;
  readonly known: readonly Known[];
}

export interface ModelState {
  readonly now: number;
  readonly names: number;
  readonly archives: readonly Archive[];
  readonly processes: readonly Process[];
}

const NOTHING_KNOWN: Known = {
  view: NOTHING_SEEN,
  digest: [],
  before: [],
  since: [],
  unread: [],
  hasUnlisted: false,
  exchange: undefined,
};

export const startState = ({ archives, processes }: ModelSize): ModelState => ({
  now: 0,
  names: 0,
  archives: Array.from({ length: archives }, () => ({
    committed: 0,
    acknowledged: [],
    lease: undefined,
    network: [],
    given: NO_LEASE,
  })),
  processes: Array.from({ length: processes }, () => ({
    lastRead: undefined,
    known: Array.from({ length: archives }, () => NOTHING_KNOWN),
  })),
});

export interface Step {
  readonly name: string;
  readonly state: ModelState;
}

/** The clocks are right here; wrong ones are tested with the function that reads them. */
const timeOf = ({ now }: Pick<ModelState, 'now'>): ArchiveTime => ({
  wall: now * TICK_MS,
  uptime: now * TICK_MS,
  boot: 'this',
});

const union = (one: readonly number[], other: readonly number[]): readonly number[] =>
  [...new Set([...one, ...other])].sort();

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Returns everything that may happen next. */
export const nextSteps = (state: ModelState, size: ModelSize, rules: Rules): readonly Step[] => {
  const steps: Step[] = [];
  const add = (name: string, next: ModelState): void => {
    const [event = ''] = name.split(' ');
    if (!size.without?.includes(event)) steps.push({ name, state: acknowledgeAll(next, rules) });
  };
  add('tick', { ...state, now: state.now + 1 });
  for (const index of state.archives.keys()) addArchiveSteps(state, index, size, rules, add);
  for (const index of state.processes.keys()) addProcessSteps(state, index, rules, add);
  return steps;
};

type Add = (name: string, next: ModelState) => void;

const withArchive = (state: ModelState, index: number, change: Partial<Archive>): ModelState => ({
  ...state,
  archives: state.archives.with(index, { ...(state.archives[index] as Archive), ...change }),
});

const heldBy = ({ lease }: Archive): HeldLeaseName | undefined => lease && { id: lease.id, term: lease.term };

const stepFor = (state: ModelState, archive: Archive, label: number, rules: Rules) => {
  const now = timeOf(state);
  return rules.stepBeforeAcknowledgment(archive.lease, { committed: label + 1, now, watchedMs: 0 });
};

/** Acknowledges every label that may be acknowledged, because more of them can only break the law sooner. */
const acknowledgeAll = (state: ModelState, rules: Rules): ModelState => ({
  ...state,
  archives: state.archives.map((archive) => {
    const { committed, acknowledged } = archive;
    if (acknowledged.length === committed) return archive;
    const free = range(0, committed).filter((label) => stepFor(state, archive, label, rules) === 'acknowledge');
    return { ...archive, acknowledged: union(acknowledged, free) };
  }),
});

/** Returns the possible networks after a message was sent: if there are too many messages, one is lost. */
const put = (
  network: readonly Message[],
  message: Message,
  { messages }: ModelSize,
): readonly (readonly Message[])[] => {
  const text = JSON.stringify(message);
  if (network.some((one) => JSON.stringify(one) === text)) return [network];
  if (network.length < messages) return [[...network, message]];
  return network.map((_, place) => network.with(place, message));
};

const addArchiveSteps = (state: ModelState, index: number, size: ModelSize, rules: Rules, add: Add): void => {
  const archive = state.archives[index] as Archive;
  const { committed, acknowledged, lease, network } = archive;
  const change = (changes: Partial<Archive>): ModelState => withArchive(state, index, changes);
  const addSent = (name: string, message: Message): void => {
    for (const sent of put(network, message, size)) add(name, change({ network: sent }));
  };

  if (committed < size.labels) add(`commit ${index}`, change({ committed: committed + 1 }));
  const waiting = range(0, committed).filter((label) => !acknowledged.includes(label));
  if (waiting.some((label) => stepFor(state, archive, label, rules) === 'end-lease')) {
    add(`end ${index}`, change({ lease: rules.endLease(lease as NotedLease) }));
  }
  addSent(`request ${index}`, { kind: 'request', held: heldBy(archive) });
  if (lease !== undefined && committed > lease.announced) {
    const announcement = { kind: 'announcement', held: heldBy(archive), upTo: committed } as const;
    addSent(`announce ${index}`, { ...announcement, added: range(lease.announced, committed) });
    addSent(`many ${index}`, { ...announcement, added: undefined });
  }
  // A delivered message stays under way, because it may come again.
  for (const message of network) deliver(state, index, { message, size, rules, add });
};

const deliver = (
  state: ModelState,
  index: number,
  { message, size, rules, add }: { message: Message; size: ModelSize; rules: Rules; add: Add },
): void => {
  const archive = state.archives[index] as Archive;
  const { lease, network, given, committed } = archive;
  const name = `deliver ${index} ${message.kind}`;
  const named = { ...state, names: state.names + 1 };
  switch (message.kind) {
    case 'request': {
      for (const seconds of size.leases ?? [LEASE_SECONDS]) {
        const grant = { id: `id${state.names}`, seconds };
        const next = rules.grantLease(rules.acceptLease(given, message.held), grant);
        for (const sent of put(network, { kind: 'grant', ...grant }, size)) {
          add(name, withArchive(named, index, { given: next, network: sent }));
        }
      }
      return;
    }
    case 'grant': {
      const { id, seconds } = message;
      const noting = { grant: { id, seconds }, now: timeOf(state), term: `term${state.names}`, position: committed };
      add(name, withArchive(named, index, { lease: rules.noteLease(lease, noting) }));
      return;
    }
    case 'announcement': {
      const next = announceTo(state, index, message.added);
      for (const sent of put(network, { kind: 'received', upTo: message.upTo }, size)) {
        add(name, withArchive(next, index, { given: rules.acceptLease(given, message.held), network: sent }));
      }
      return;
    }
    case 'received':
      if (lease === undefined) return;
      add(name, withArchive(state, index, { lease: { ...lease, announced: Math.max(lease.announced, message.upTo) } }));
  }
};

const announceTo = (state: ModelState, index: number, added: readonly number[] | undefined): ModelState => ({
  ...state,
  processes: state.processes.map((process) => {
    const known = process.known[index] as Known;
    const heard = added === undefined ? { hasUnlisted: true } : { unread: union(known.unread, added) };
    return { ...process, known: process.known.with(index, { ...known, ...heard }) };
  }),
});

/** Reads the database as one process does. */
const readDatabase = (state: ModelState, process: Process, rules: Rules): Process => {
  const seenAfter = rules.sentAfter(process.lastRead, state.now);
  const sentAfter = seenAfter === undefined ? undefined : { monotonic: seenAfter * TICK_MS, wall: seenAfter * TICK_MS };
  return {
    lastRead: state.now,
    known: process.known.map((known, index) => {
      const seen = rules.seeLease(known.view, (state.archives[index] as Archive).given, sentAfter);
      return {
        ...known,
        view: known.hasUnlisted ? missLabels(seen) : seen,
        since: union(known.since, known.unread),
        unread: [],
        hasUnlisted: false,
      };
    }),
  };
};

const addProcessSteps = (state: ModelState, index: number, rules: Rules, add: Add): void => {
  const process = state.processes[index] as Process;
  const put = (next: Process): ModelState => ({ ...state, processes: state.processes.with(index, next) });
  add(`read ${index}`, put(readDatabase(state, process, rules)));
  add(
    `restart ${index}`,
    put({
      lastRead: undefined,
      // The files on its disk may be very old.
      known: process.known.map(({ digest }) => ({ ...NOTHING_KNOWN, digest })),
    }),
  );
  for (const [place, known] of process.known.entries()) {
    const change = (changes: Partial<Known>): ModelState =>
      put({ ...process, known: process.known.with(place, { ...known, ...changes }) });
    const { exchange, before, since, view } = known;
    // A digest does not count for an Archive that the process has not read about.
    if (exchange === undefined && process.lastRead !== undefined) {
      // The Archive answers at once: a later answer would have more labels.
      const asked = { mark: view.mark, labels: range(0, (state.archives[place] as Archive).committed) };
      add(`ask ${index} ${place}`, change({ exchange: asked, before: union(before, since), since: [] }));
    }
    if (exchange === undefined) continue;
    // A lost answer leaves the state as if nobody had asked.
    const mark = rules.coveredMark(exchange.mark, view.mark);
    const covered = { view: coverMark(view, mark), digest: exchange.labels, before: [], exchange: undefined };
    add(`learn ${index} ${place}`, change(covered));
  }
};

/**
 * Finds a label that was acknowledged and that some process would deny if it were asked now; the law is that there is
 * none.
 */
export const findDenied = (state: ModelState, rules: Rules): string | undefined => {
  for (const [number, process] of state.processes.entries()) {
    const { known } = readDatabase(state, process, rules);
    for (const [index, { view, digest, before, since }] of known.entries()) {
      if (!speaks(state, view)) continue;
      const held = new Set([...digest, ...before, ...since]);
      const denied = (state.archives[index] as Archive).acknowledged.find((label) => !held.has(label));
      if (denied !== undefined) return `process ${number} denies label ${denied} of Archive ${index}`;
    }
  }
  return undefined;
};

const speaks = (state: ModelState, view: LeaseView): boolean => {
  const end = speaksUntil(view);
  const now = { monotonic: state.now * TICK_MS, wall: state.now * TICK_MS };
  return end !== undefined && isBefore(now, end);
};

/** Whether the process may say "no" for the Archive. */
export const maySayNo = (state: ModelState, process: number, archive: number, rules: Rules): boolean => {
  const { known } = readDatabase(state, state.processes[process] as Process, rules);
  return speaks(state, (known[archive] as Known).view);
};

/**
 * Returns the same state in a canonical form: names in the order in which they are met, moments by their distance from
 * now, and nothing that can no longer make a difference. So the number of states is finite.
 */
export const canonical = (given: ModelState, { tellsStaleApart = false }: Partial<ModelSize> = {}): ModelState => {
  const state = given.archives.reduce(dropKnownLabels, given);
  const names = new Map<string, string>([[STALE, STALE]]);
  const rename = (name: string): string => {
    const known = names.get(name) ?? `${names.size}`;
    names.set(name, known);
    return known;
  };
  const archives = state.archives.map((archive) =>
    canonicalArchive(archive, { now: state.now, rename, tellsStaleApart }),
  );
  const processes = state.processes.map(({ lastRead, known }) => ({
    lastRead: lastRead === undefined ? undefined : Math.max(lastRead - state.now, -OLD),
    known: known.map((one, index) =>
      canonicalKnown(one, { now: state.now, given: (state.archives[index] as Archive).given, rename }),
    ),
  }));
  return { now: 0, names: names.size, archives, processes };
};

/** A lease that is not the newest will never be accepted, so its name makes no difference. */
const STALE = 'stale';

type Rename = (name: string) => string;

/**
 * If every process has a label in its digest, no process will ever lack it, because later digests have it, too. So the
 * numbers begin after such labels, and there may be any number of labels over time.
 */
const dropKnownLabels = (state: ModelState, _archive: Archive, index: number): ModelState => {
  const count = Math.min(...state.processes.map(({ known }) => (known[index] as Known).digest.length));
  if (count === 0) return state;
  const shift = (labels: readonly number[]): readonly number[] =>
    labels.filter((label) => label >= count).map((label) => label - count);
  const place = (upTo: number): number => Math.max(0, upTo - count);
  const { committed, acknowledged, lease, network } = state.archives[index] as Archive;
  const after = withArchive(state, index, {
    committed: committed - count,
    acknowledged: shift(acknowledged),
    lease: lease && { ...lease, announced: place(lease.announced) },
    network: network.map((message): Message => {
      if (message.kind === 'received') return { ...message, upTo: place(message.upTo) };
      if (message.kind !== 'announcement') return message;
      return { ...message, upTo: place(message.upTo), added: message.added && shift(message.added) };
    }),
  });
  const processes = state.processes.map((process) => {
    const known = process.known[index] as Known;
    const { digest, before, since, unread, exchange } = known;
    const shifted = {
      ...known,
      digest: shift(digest),
      before: shift(before),
      since: shift(since),
      unread: shift(unread),
      exchange: exchange && { ...exchange, labels: shift(exchange.labels) },
    };
    return { ...process, known: process.known.with(index, shifted) };
  });
  return { ...after, processes };
};

const canonicalArchive = (
  archive: Archive,
  {
    now,
    rename,
    tellsStaleApart,
  }: { readonly now: number; readonly rename: Rename; readonly tellsStaleApart: boolean },
): Archive => {
  const { lease, given } = archive;
  const newest = given.granted?.id;
  const heldName = (held: HeldLeaseName | undefined): HeldLeaseName | undefined =>
    held !== undefined && (held.id === newest || tellsStaleApart)
      ? { id: held.id === newest ? rename(held.id) : STALE, term: rename(held.term) }
      : undefined;
  const named = {
    granted: given.granted && { ...given.granted, id: rename(given.granted.id) },
    held: given.held && { ...given.held, id: rename(given.held.id), term: rename(given.held.term) },
  };
  const messages = archive.network
    .filter((message) => message.kind !== 'received' || (lease !== undefined && message.upTo > lease.announced))
    .map((message): Message => {
      if (message.kind === 'received') return message;
      if (message.kind === 'grant') return { ...message, id: message.id === newest ? rename(message.id) : STALE };
      return { ...message, held: heldName(message.held) };
    });
  return {
    committed: archive.committed,
    acknowledged: archive.acknowledged,
    given: named,
    lease: lease && {
      id: lease.id === newest ? rename(lease.id) : STALE,
      term: rename(lease.term),
      seconds: lease.seconds,
      announced: lease.announced,
      notedAt: timeOf({ now: Math.max(lease.notedAt.wall / TICK_MS - now, -OLD) }),
    },
    network: [...new Map(messages.map((message) => [JSON.stringify(message), message]))]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, message]) => message),
  };
};

const canonicalKnown = (
  { view, digest, before, since, unread, hasUnlisted, exchange }: Known,
  { now, given, rename }: { readonly now: number; readonly given: GivenLease; readonly rename: Rename },
): Known => {
  const without = (labels: readonly number[], known: readonly number[]): readonly number[] =>
    labels.filter((label) => !known.includes(label));
  const seen = <Seen extends NonNullable<LeaseView['granted']>>(grant: Seen): Seen => {
    const age = grant.sentAfter && now - grant.sentAfter.monotonic / TICK_MS;
    const moment = { monotonic: -(age ?? 0) * TICK_MS, wall: -(age ?? 0) * TICK_MS };
    return { ...grant, id: rename(grant.id), sentAfter: age === undefined || age >= OLD ? undefined : moment };
  };
  const { granted, held, mark, covered } = view;
  const isHeld = held !== undefined && held.id === given.held?.id;
  const mayBeHeld = granted !== undefined && [given.granted?.id, isHeld ? STALE : given.held?.id].includes(granted.id);
  return {
    digest,
    ...(exchange === undefined
      ? // The order of announcements makes no difference before a digest is asked for.
        { before: [], since: without(union(before, since), digest) }
      : { before: without(before, [...digest, ...since]), since: without(since, digest) }),
    unread: without(unread, [...digest, ...since, ...(exchange === undefined ? before : [])]),
    hasUnlisted,
    view: {
      granted: mayBeHeld ? seen(granted) : undefined,
      // Of a lease that was followed by another, only the term counts, when the other is read.
      held: held && {
        ...seen(isHeld ? held : { ...held, id: STALE, sentAfter: undefined }),
        term: rename(held.term),
      },
      mark: 1,
      covered: covered === mark ? 1 : 0,
    },
    exchange: exchange && { ...exchange, mark: exchange.mark === mark ? 1 : 0 },
  };
};

/** Returns one Archive of several, with what processes know of it. */
export const projectTo = ({ archives, processes, ...state }: ModelState, index: number): ModelState => ({
  ...state,
  archives: archives.slice(index, index + 1),
  processes: processes.map(({ lastRead, known }) => ({ lastRead, known: known.slice(index, index + 1) })),
});

/**
 * Joins two Archives of one resolver, each in a state that it may have alone; undefined if they cannot be at the same
 * moment.
 */
export const joinStates = (one: ModelState, other: ModelState): ModelState | undefined => {
  const isOneMoment = one.processes.every(({ lastRead }, index) => lastRead === other.processes[index]?.lastRead);
  if (!isOneMoment) return undefined;
  return {
    now: one.now,
    names: one.names + other.names,
    archives: [...one.archives, ...other.archives],
    processes: one.processes.map((process, index) => ({
      ...process,
      known: [...process.known, ...(other.processes[index]?.known ?? [])],
    })),
  };
};
