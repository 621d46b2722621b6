import type { SequenceState } from '@perene/core/noid';
import type { BatchLine, LineOutcome } from './name-batches.ts';

/** How long a minter's identifiers are meant to last (noid manual, dbcreate). */
export type Term = 'short' | 'medium' | 'long';

/** The parts of a minter that are set at its creation. */
export interface MinterDefinition {
  readonly name: string;
  /** The template as it was given; `.zd` if none was given. */
  readonly template: string;
  /** Whether it was created without a template, and so binds any identifier. */
  readonly bindsAnything: boolean;
  readonly term: Term;
  /** The naming authority: its number, its name and its department; empty texts if there is none. */
  readonly naan: string;
  readonly naa: string;
  readonly subNaa: string;
  /** Added to the number of issued identifiers before each draw of a random order. */
  readonly seed: number;
  /** The letters of GRANITE that apply. */
  readonly properties: string;
  /** Who created the minter. */
  readonly contact: string;
  /** When: 14 digits, local time. */
  readonly created: string;
  /** The creation record, as in NOID/README. */
  readonly report: string;
}

/** The parts of a minter that change while it is used. */
export interface MinterProgress {
  readonly sequence: SequenceState;
  /** How many times an identifier was issued, counting repeated issues. */
  readonly mints: number;
  readonly held: number;
  readonly queued: number;
  /** Sequence numbers of the queue, as in the original: of `first`, of dated entries, and the latest date of those. */
  readonly firstNumber: number;
  readonly datedNumber: number;
  readonly latestDate: string;
  /** What the organization promises about the identifiers; empty if it promised nothing. */
  readonly policy: string;
}

/** The record of one identifier that was issued, queued or held. */
export interface IdentifierRecord {
  readonly id: string;
  /** Letters of the circulation record, newest first, at most two; empty if it was never issued or queued. */
  readonly status: string;
  /** 14 digits, local time. */
  readonly date: string;
  readonly contact: string;
  /** How many were issued up to then (the original's oacounter). */
  readonly position: number;
  readonly isHeld: boolean;
  /** Digest of the pepper. */
  readonly pepper: string | undefined;
}

export interface QueueEntry {
  readonly id: string;
  /** 14 digits, all zeroes for `lvf` and `first`. */
  readonly date: string;
  /** 0 for `lvf`. */
  readonly number: number;
  /** The identifier without the common beginning, padded with zeroes. */
  readonly padded: string;
}

export interface BoundElement {
  readonly element: string;
  readonly value: Uint8Array;
}

/** An identifier with its record and its elements. */
export interface KeptIdentifier {
  readonly id: string;
  readonly record: IdentifierRecord | undefined;
  readonly elements: readonly BoundElement[];
}

/** One element of one identifier. */
export interface IdentifierElement extends BoundElement {
  readonly id: string;
}

/** A change of what is bound. */
export interface PastBinding {
  readonly id: string;
  readonly element: string;
  /** Undefined where the element was removed. */
  readonly value: Uint8Array | undefined;
  /** Microseconds since 1970. */
  readonly at: bigint;
  readonly who: string;
  /** The batch that it belongs to. */
  readonly batch: string | undefined;
}

interface NumberedPast extends PastBinding {
  /** The place in the history. */
  readonly number: bigint;
}

/** Reads one minter in one transaction. */
export interface MinterReading {
  readonly definition: MinterDefinition;
  progress(): Promise<MinterProgress>;
  record(id: string): Promise<IdentifierRecord | undefined>;
  records(ids: readonly string[]): Promise<ReadonlyMap<string, IdentifierRecord>>;
  /** Whether any of these identifiers has a record or an element. */
  isKnown(ids: readonly string[]): Promise<boolean>;
  element(id: string, element: string): Promise<Uint8Array | undefined>;
  /** Returns elements in the order of the bytes of their names. */
  elements(id: string): Promise<readonly BoundElement[]>;
  /** How many elements the identifier has, and how many bytes their names and values have as they are stored. */
  sizeOf(id: string): Promise<{ readonly elements: number; readonly bytes: number }>;
  /** Returns those of these identifiers that have any of these elements. */
  bound(ids: readonly string[], elements: readonly string[]): Promise<readonly { id: string; element: string }[]>;
  /** Returns entries in the order of minting. */
  queue(limit: number): Promise<readonly QueueEntry[]>;
  notes(): Promise<readonly BoundElement[]>;
  /** At most `limit` identifiers after this one, in the order of their bytes. */
  identifiersAfter(id: string, limit: number): Promise<readonly KeptIdentifier[]>;
  /** Like `identifiersAfter`, without elements. */
  recordsAfter(id: string, limit: number): Promise<readonly IdentifierRecord[]>;
  /**
   * Returns elements in the order of the bytes of both names. The values have at most that many bytes together, but
   * there is always one.
   */
  elementsAfter(
    place: { readonly id: string; readonly element: string },
    most: { readonly rows: number; readonly bytes: number },
  ): Promise<readonly IdentifierElement[]>;
  /** The entries after this one in the order of minting; without an entry, from the beginning. */
  queueAfter(entry: QueueEntry | undefined, limit: number): Promise<readonly QueueEntry[]>;
  /** Identifiers that were issued or bound and begin so, after this one, in the order of their bytes. */
  namesAfter(place: {
    readonly prefix: string;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** Identifiers to which this very value is bound, after this one, in the order of their bytes. */
  namesBound(sought: {
    readonly element: string;
    readonly value: Uint8Array;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** Values of an element that begin so and have at most so many characters, in the order of the values. */
  boundFrom(sought: {
    readonly element: string;
    /** At most 200 characters. */
    readonly beginning: string;
    /** How the identifiers begin. */
    readonly prefix: string;
    readonly maxLength: number;
    readonly limit: number;
  }): Promise<readonly { readonly id: string; readonly value: string }[]>;
  /** The first characters of the values of these elements; a value that is no text is shown as U+FFFD. */
  shortTexts(
    ids: readonly string[],
    elements: readonly string[],
    maxLength: number,
  ): Promise<readonly { readonly id: string; readonly element: string; readonly value: string }[]>;
  /** Changes of what is bound to an identifier, the newest first, before this number. */
  past(
    id: string,
    page: { readonly before: bigint | undefined; readonly limit: number },
  ): Promise<readonly NumberedPast[]>;
  /** The latest changes of these elements, the newest first, with the first characters of values as in `shortTexts`. */
  pastTexts(
    id: string,
    sought: { readonly elements: readonly string[]; readonly maxLength: number; readonly limit: number },
  ): Promise<readonly { readonly element: string; readonly value: string | undefined; readonly at: bigint }[]>;
  /** How many were minted on each of the latest days: local dates of 8 digits, newest first. */
  mintsByDay(days: number): Promise<readonly { readonly day: string; readonly mints: number }[]>;
}

export interface MinterWriting extends MinterReading {
  saveProgress(progress: MinterProgress): Promise<void>;
  /** Adds the records of identifiers that have none yet, and returns which these are; the others stay unchanged. */
  addRecords(records: readonly IdentifierRecord[]): Promise<ReadonlySet<string>>;
  saveRecord(record: IdentifierRecord): Promise<void>;
  removeRecord(id: string): Promise<void>;
  saveElement(id: string, element: string, value: Uint8Array): Promise<void>;
  /** Binds many values in one statement, each to an identifier and element of its own. */
  saveElements(elements: readonly IdentifierElement[]): Promise<void>;
  /** Keeps changes in the history of the bindings; a minter in a folder of its own has none. */
  keepPast(changes: readonly PastBinding[]): Promise<void>;
  removeElement(id: string, element: string): Promise<void>;
  /** Removes everything that is bound to these identifiers. */
  removeElements(ids: readonly string[]): Promise<void>;
  addToQueue(entry: QueueEntry): Promise<void>;
  removeFromQueue(id: string): Promise<void>;
  saveNote(key: string, value: Uint8Array): Promise<void>;
  countMints(day: string, mints: number): Promise<void>;
  /** Those of these lines of a batch that still have this outcome; a minter in a folder of its own has no batches. */
  batchLines(
    batch: string,
    lines: { readonly outcome: LineOutcome; readonly places: readonly bigint[] },
  ): Promise<readonly BatchLine[]>;
  /** Keeps what became of lines, together with what was changed. */
  noteBatchLines(batch: string, lines: readonly BatchLine[]): Promise<void>;
  /** Saves the report again after the policy changed. */
  saveReport(report: string): Promise<void>;
  /** Saves everything but the name. */
  saveDefinition(definition: MinterDefinition): Promise<void>;
  /** Adds many rows at once, and returns the identifiers of existing ones, which stay unchanged. */
  loadRecords(records: readonly IdentifierRecord[]): Promise<readonly string[]>;
  loadElements(elements: readonly IdentifierElement[]): Promise<readonly string[]>;
  loadQueue(entries: readonly QueueEntry[]): Promise<readonly string[]>;
}

/** Minters by name; each change is one durable transaction. */
export interface MinterStore {
  /** Returns false if the name is taken. */
  create(definition: MinterDefinition, progress: MinterProgress): Promise<boolean>;
  /** Creates a minter that nobody sees before it is filled; returns undefined if the name is taken. */
  createFilled<Result>(
    definition: MinterDefinition,
    progress: MinterProgress,
    fill: (minter: MinterWriting) => Promise<Result>,
  ): Promise<Result | undefined>;
  /** Returns minters in the order of their names. */
  list(): Promise<readonly MinterDefinition[]>;
  /**
   * Returns undefined if there is no such minter. A work that reads and writes records and elements of `identifiers` only,
   * and nothing that is counted, may run beside works of other identifiers.
   */
  change<Result>(
    name: string,
    work: (minter: MinterWriting) => Promise<Result>,
    identifiers?: readonly string[],
  ): Promise<Result | undefined>;
  read<Result>(name: string, work: (minter: MinterReading) => Promise<Result>): Promise<Result | undefined>;
}
