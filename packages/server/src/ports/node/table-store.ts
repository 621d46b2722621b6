import type { RepositoryLabel } from '@perene/core';
import type { FileLine } from './given-files.ts';

/** A file in the catalogue, of an item that is not deleted. */
export interface HeldFile {
  readonly repository: RepositoryLabel;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface DumpVisitor {
  /** Takes one JSON object a row; is called at least once for each table. */
  rows(table: string, lines: readonly string[]): Promise<void>;
  /** The files of one item follow one another. */
  files(files: readonly HeldFile[]): Promise<void>;
}

/** All tables of the database except those that can be made from the others. */
export interface TableStore {
  /** Visits the tables in one consistent state. Returns the version of the schema. */
  dump(visitor: DumpVisitor): Promise<number>;
  /** Makes empty tables of that version of the schema; refuses if they are not empty. */
  prepare(schemaVersion: number): Promise<void>;
  /** Fills the tables in one transaction, then brings the schema up to date; no label is given before `notBefore`. */
  load(
    tables: readonly { readonly name: string; readonly lines: () => AsyncIterable<FileLine> }[],
    options: { readonly notBefore: bigint; readonly onRows?: (rows: number) => void },
  ): Promise<void>;
}
