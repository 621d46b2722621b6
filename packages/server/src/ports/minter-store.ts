import type { SequenceState } from '@perene/core/noid';

/** How long a minter's identifiers are meant to last (noid manual, dbcreate). */
export type Term = 'short' | 'medium' | 'long';

/** What a minter is from its creation on. */
export interface MinterDefinition {
  readonly name: string;
  /** As it was given; `.zd` where none was. */
  readonly template: string;
  /** Created without a template: binds any identifier. */
  readonly bindsAnything: boolean;
  readonly term: Term;
  /** Empty texts where there is none. */
  readonly naan: string;
  readonly naa: string;
  readonly subNaa: string;
  /** Added to the number of issued identifiers before each draw of a random order. */
  readonly seed: number;
  /** The letters of GRANITE that apply. */
  readonly properties: string;
  /** Who created it. */
  readonly contact: string;
  /** When: 14 digits, local time. */
  readonly created: string;
  /** The creation record, as in NOID/README. */
  readonly report: string;
}

/** What changes while a minter is used. */
export interface MinterProgress {
  readonly sequence: SequenceState;
  /** How many times an identifier was issued, also again. */
  readonly mints: number;
  readonly held: number;
  readonly queued: number;
  /** Sequence numbers of the queue, as in the original: of `first`, of dated entries, and the latest date of those. */
  readonly firstNumber: number;
  readonly datedNumber: number;
  readonly latestDate: string;
  /** What its organization promises about its identifiers; empty where nothing was said. */
  readonly policy: string;
}

/** What a minter knows of one identifier that was issued, queued or held. */
export interface IdentifierRecord {
  readonly id: string;
  /** Letters of the circulation record, newest first, two at most; empty where it was never issued or queued. */
  readonly status: string;
  /** 14 digits, local time. */
  readonly date: string;
  readonly contact: string;
  /** How many were issued by then (the original's oacounter). */
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
  /** The identifier without what all begin with, padded with zeroes. */
  readonly padded: string;
}

export interface BoundElement {
  readonly element: string;
  readonly value: Uint8Array;
}

/** An identifier with everything that is kept of it. */
export interface KeptIdentifier {
  readonly id: string;
  readonly record: IdentifierRecord | undefined;
  readonly elements: readonly BoundElement[];
}

/** One element of one identifier. */
export interface IdentifierElement extends BoundElement {
  readonly id: string;
}

/** One minter as one transaction sees it. */
export interface MinterReading {
  readonly definition: MinterDefinition;
  progress(): Promise<MinterProgress>;
  record(id: string): Promise<IdentifierRecord | undefined>;
  records(ids: readonly string[]): Promise<ReadonlyMap<string, IdentifierRecord>>;
  element(id: string, element: string): Promise<Uint8Array | undefined>;
  /** In the order of the bytes of their names. */
  elements(id: string): Promise<readonly BoundElement[]>;
  /** Which of these identifiers have any of these elements. */
  bound(ids: readonly string[], elements: readonly string[]): Promise<readonly { id: string; element: string }[]>;
  /** In the order of minting. */
  queue(limit: number): Promise<readonly QueueEntry[]>;
  notes(): Promise<readonly BoundElement[]>;
  /** At most `limit` identifiers after this one, in the order of their bytes. */
  identifiersAfter(id: string, limit: number): Promise<readonly KeptIdentifier[]>;
  /** The same without what is bound to them. */
  recordsAfter(id: string, limit: number): Promise<readonly IdentifierRecord[]>;
  /** In the order of the bytes of both; no more values than have that many bytes together, but always one. */
  elementsAfter(
    place: { readonly id: string; readonly element: string },
    most: { readonly rows: number; readonly bytes: number },
  ): Promise<readonly IdentifierElement[]>;
  /** In the order of minting; from the beginning without an entry. */
  queueAfter(entry: QueueEntry | undefined, limit: number): Promise<readonly QueueEntry[]>;
  /** How many were minted on each of the latest days: local dates of 8 digits, newest first. */
  mintsByDay(days: number): Promise<readonly { readonly day: string; readonly mints: number }[]>;
}

export interface MinterWriting extends MinterReading {
  saveProgress(progress: MinterProgress): Promise<void>;
  /** Adds those of which nothing is known yet, and answers which: the others stay as they are. */
  addRecords(records: readonly IdentifierRecord[]): Promise<ReadonlySet<string>>;
  saveRecord(record: IdentifierRecord): Promise<void>;
  removeRecord(id: string): Promise<void>;
  saveElement(id: string, element: string, value: Uint8Array): Promise<void>;
  removeElement(id: string, element: string): Promise<void>;
  addToQueue(entry: QueueEntry): Promise<void>;
  removeFromQueue(id: string): Promise<void>;
  saveNote(key: string, value: Uint8Array): Promise<void>;
  countMints(day: string, mints: number): Promise<void>;
  /** After the policy changed. */
  saveReport(report: string): Promise<void>;
  /** Everything but the name. */
  saveDefinition(definition: MinterDefinition): Promise<void>;
  /** Many rows of a kind at once: adds those that are not there, and answers the identifiers of the others. */
  loadRecords(records: readonly IdentifierRecord[]): Promise<readonly string[]>;
  loadElements(elements: readonly IdentifierElement[]): Promise<readonly string[]>;
  loadQueue(entries: readonly QueueEntry[]): Promise<readonly string[]>;
}

/** Minters by name, each change one durable transaction. */
export interface MinterStore {
  /** Answers false where the name is taken. */
  create(definition: MinterDefinition, progress: MinterProgress): Promise<boolean>;
  /** Nobody sees the minter before all is in it; undefined where the name is taken. */
  createFilled<Result>(
    definition: MinterDefinition,
    progress: MinterProgress,
    fill: (minter: MinterWriting) => Promise<Result>,
  ): Promise<Result | undefined>;
  /** In the order of names. */
  list(): Promise<readonly MinterDefinition[]>;
  /** Undefined where there is no such minter. */
  change<Result>(name: string, work: (minter: MinterWriting) => Promise<Result>): Promise<Result | undefined>;
  read<Result>(name: string, work: (minter: MinterReading) => Promise<Result>): Promise<Result | undefined>;
}
