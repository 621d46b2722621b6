import type { Readable } from 'node:stream';
import type { RepositoryLabel } from '@perene/core';
import type { FileFolder } from '../../../ports/node/given-files.ts';

/** A file of an item on its way into a package. */
export interface PackedFile {
  /** The path inside the item. */
  readonly path: string;
  /** Its place in the package, relative to the record. */
  readonly place: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly mediaType: string;
}

/** An item on its way into a package. */
export interface PackedItem {
  readonly repository: RepositoryLabel;
  /** The record of the item, as an import reads it. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The same as text. */
  readonly text: string;
  readonly files: readonly PackedFile[];
}

/** Where packages are written: `root` is their folder, and `work` one beside it for what is not complete yet. */
export interface PackageTarget {
  readonly folder: FileFolder;
  readonly root: string;
  readonly work: string;
  readonly open: (item: PackedItem, file: PackedFile) => Promise<Readable>;
}

/** Writes items into packages of one format. */
export interface PackageFormat {
  /** Prepares the folder of all packages, or refuses it. */
  begin(target: PackageTarget): Promise<void>;
  /** Writes one package in one step; returns false if it is there already, and is the same. */
  write(target: PackageTarget, item: PackedItem): Promise<boolean>;
}

/** The name of the record in every package. */
export const RECORD_NAME = 'item.json';
/** The folder of the files beside it. */
export const FILES_FOLDER = 'files';
