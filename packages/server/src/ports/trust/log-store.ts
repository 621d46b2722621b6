import type { Label } from '@perene/core';
import type { Hash, NodeAddress, TreeNode } from '@perene/core/trust';

/** A leaf of the log of this resolver. */
export interface StoredEntry {
  readonly index: number;
  readonly text: string;
}

/** A leaf to append, and what it is found by. */
export interface NewEntry {
  readonly text: string;
  /** Of what was said, without the time of the log: no two entries have the same. */
  readonly hash: Hash;
  readonly labels: readonly Label[];
  /** The Archive service whose key it changes. */
  readonly keyOf: Label | undefined;
}

/** Returns the hash of a node; undefined where it is not stored. */
export type ReadNode = (address: NodeAddress) => Uint8Array | undefined;

interface LogReader {
  size(): Promise<number>;
  /** The changes of the key of that Archive service, in the order of the log. */
  keyChanges(service: Label): Promise<readonly StoredEntry[]>;
  nodes(addresses: readonly NodeAddress[]): Promise<ReadNode>;
  /** The entries about a label, the latest first. */
  about(label: Label, page: { readonly limit: number }): Promise<readonly StoredEntry[]>;
  firstAbout(label: Label): Promise<StoredEntry | undefined>;
  /** Those of the hashes that have an entry. */
  known(hashes: readonly Hash[]): Promise<ReadonlySet<Hash>>;
}

/** The log as the only one who appends to it sees it. */
export interface LogState extends LogReader {
  last(): Promise<StoredEntry | undefined>;
}

/** Entries in order, and the nodes of the tree that they make. */
export interface LogAddition {
  readonly entries: readonly NewEntry[];
  readonly nodes: readonly TreeNode[];
}

/** The entries and nodes of an append-only log; what is there never changes. */
export interface LogStore extends LogReader {
  /** Decides and writes in one transaction, one after the other in all processes; durable when it resolves. */
  append<Result>(
    decide: (state: LogState) => Promise<{ readonly addition: LogAddition; readonly result: Result }>,
  ): Promise<Result>;
  /** The entries from that index on. */
  entries(page: { readonly from: number; readonly limit: number }): Promise<readonly StoredEntry[]>;
  /** All that is kept of the entries from that index on, to be compared with what they say. */
  records(page: { readonly from: number; readonly limit: number }): Promise<readonly (NewEntry & StoredEntry)[]>;
  /** How many rows there are, so that none is there beyond what the entries need. */
  counts(): Promise<{ readonly entries: number; readonly labels: number; readonly nodes: number }>;
}
