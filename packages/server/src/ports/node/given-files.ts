import type { Readable } from 'node:stream';
import type { Refusal } from '@perene/api/refusals';

/** Files and folders that an operator named. */
export interface GivenFiles {
  size(path: string): Promise<number>;
  isFolder(path: string): Promise<boolean>;
  readLines(path: string): AsyncIterable<FileLine>;
  createLines(path: string): Promise<LineWriter>;
  openFolder(path: string): FileFolder;
}

/** Hashes are lower-case hexadecimal digits. */
interface FileDigests {
  readonly bytes: number;
  readonly sha256: string;
  readonly sha512: string;
}

export interface FolderEntry {
  /** Spelled as names of files are. */
  readonly name: string;
  /** `other`: a link, a pipe or the like, which nobody should follow. */
  readonly kind: 'file' | 'folder' | 'other';
  /** 0 unless it is a file. */
  readonly bytes: number;
}

/** One folder. Paths are relative to it; folders are created when they are needed. */
export interface FileFolder {
  /** Opens a file for reading; files outside of the folder are refused. */
  open(path: string): Promise<Readable>;
  /** Reads a whole file, like `open`. */
  hash(path: string): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Reads a whole file, like `open`. */
  digest(path: string): Promise<FileDigests>;
  /** What is in a folder of it, in the order of the bytes of the names; empty if there is no such folder. */
  list(path: string): Promise<readonly FolderEntry[]>;
  isEmpty(): Promise<boolean>;
  /** Returns undefined if there is no such file. */
  size(path: string): Promise<number | undefined>;
  /** Returns undefined if there is no such file. */
  readText(path: string): Promise<string | undefined>;
  /** Writes durably and in one step. */
  writeText(path: string, text: string): Promise<void>;
  readLines(path: string): AsyncIterable<FileLine>;
  createLines(path: string): Promise<LineWriter>;
  /** Writes durably and in one step. Returns false, and keeps the old file, if the content is not the expected one. */
  writeFile(
    path: string,
    content: Readable,
    expected: { readonly bytes: number; readonly sha256: string },
  ): Promise<boolean>;
  /** Moves a file or a folder, durably and in one step, to a place where nothing is. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file, or a folder with all its content. */
  remove(path: string): Promise<void>;
}

/** A line of a text file in UTF-8, which may be large and is read in steps. */
export interface FileLine {
  /** The number of the line, from 1 on. */
  readonly number: number;
  /** The text; undefined if the line cannot be read. */
  readonly text: string | undefined;
  /** Why it cannot. */
  readonly refused?: Refusal;
  /** The number of bytes of the file up to the end of the line. */
  readonly end: number;
  /** Where it comes from, if the line was made of something else. */
  readonly place?: string | undefined;
}

export interface LineWriter {
  write(line: string): Promise<void>;
  /** Puts the file in its place, durably and in one step; before this, nothing is in its place. */
  finish(): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Deletes what was written; has no effect after `finish`. */
  discard(): Promise<void>;
}
