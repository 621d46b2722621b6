import type { RepositoryLabel } from '@perene/core';
import type { ItemFile } from './item-files.ts';

/** What is wrong with a file on the disk. */
export type FileDamage = 'missing' | 'changed' | 'unreadable';

/** A file of the catalogue, with the item that it belongs to. */
export interface HeldFile extends ItemFile {
  readonly repository: RepositoryLabel;
}

export interface FileCheck {
  readonly file: Pick<HeldFile, 'repository' | 'path' | 'sha256'>;
  readonly at: bigint;
  readonly damage: FileDamage | undefined;
  /** The URL of the Archive from which a damaged file was fetched again. */
  readonly healedFrom?: string | undefined;
}

/** What an operator is told: that a file is damaged, or that it was fetched again from the Archive at that URL. */
export type DamageNews =
  | { readonly file: HeldFile; readonly damage: FileDamage; readonly healedFrom?: never }
  | { readonly file: HeldFile; readonly damage?: never; readonly healedFrom: string };

/** What is known of the files of one item. */
export interface ItemFixity {
  /** When the one was checked that waits longest; undefined if a file was never checked, or there is none. */
  readonly checkedAt: bigint | undefined;
  /** The paths of the files that are known to be damaged. */
  readonly damaged: readonly string[];
}

/** The place of a file in the order in which files are checked. */
export interface FilePlace {
  readonly repository: string;
  readonly path: string;
}

/** The checks of files on the disk, by the hashes that the catalogue has. */
export interface FileChecks {
  /** The files after that place, those of removed items aside. */
  filesAfter(place: FilePlace, limit: number): Promise<readonly HeldFile[]>;
  /**
   * Keeps what was found, and writes into the history where a file was damaged or healed. A file that was replaced
   * or removed meanwhile is passed over. Returns the checks that changed what was known.
   */
  note(checks: readonly FileCheck[]): Promise<readonly FileCheck[]>;
  /** The files that are known to be damaged, in the order of their places. */
  damaged(limit: number): Promise<readonly HeldFile[]>;
}
