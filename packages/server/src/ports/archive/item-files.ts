import type { Readable } from 'node:stream';
import type { RepositoryLabel } from '@perene/core';
import type { DraftFiles } from './desk/draft-files.ts';
import type { FileChecksum } from './file-checksums.ts';

/** A file of an item, as the catalogue has it. */
export interface ItemFile {
  /** Relative to the item's documents, with "/" between folders. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly mediaType: string;
}

/** Documents on their way into an item. Nobody can reach them before `keep`. */
export interface IncomingDocuments {
  /** Receives one file and hashes it on the way; refuses a file larger than `maxBytes`. */
  receive(path: string, content: Readable, limits: { readonly maxBytes: number }): Promise<ItemFile>;
  /** Takes over a file from the store's folder of uploads, without copying it. */
  adopt(path: string, uploadPath: string): Promise<ItemFile>;
  /** Moves all of them, durably and in one step, to the folder of the item's documents. */
  keep(repository: RepositoryLabel): Promise<void>;
  /** Like `keep`, but moves existing documents among the removed ones. */
  replace(repository: RepositoryLabel): Promise<void>;
  /**
   * Undoes `keep` or `replace`, because the catalogue refused the item: takes these documents away and puts back the
   * replaced ones.
   */
  withdraw(repository: RepositoryLabel): Promise<void>;
  /** Deletes them; has no effect after `keep`. */
  discard(): Promise<void>;
}

/** A large file that comes in parts, over any number of connections. */
export interface Upload {
  readonly id: string;
  /** The key that began the upload; no other key may go on with it. */
  readonly owner: string;
  readonly path: string;
  readonly bytes: number;
  /** The number of bytes that are stored durably. */
  readonly received: number;
}

/** Uploads that can be resumed; `IncomingDocuments.adopt` takes a whole one over. */
export interface Uploads {
  begin(upload: Pick<Upload, 'owner' | 'path' | 'bytes'>): Promise<Upload>;
  find(id: string): Promise<Upload | undefined>;
  /** Stores what comes from `offset` on, and returns how much is stored then, even if the connection broke. */
  append(id: string, part: { readonly offset: number; readonly content: Readable }): Promise<number>;
  abandon(id: string): Promise<void>;
  /** Forgets uploads that have not changed since then. */
  sweep(before: bigint): Promise<void>;
}

/** The files of items, in `col/<repository>/doc/<path>`. */
export interface ItemFiles {
  readonly uploads: Uploads;
  readonly drafts: DraftFiles;
  begin(): Promise<IncomingDocuments>;
  open(
    repository: RepositoryLabel,
    path: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Readable>;
  /**
   * A URL at which the reader fetches the file from the store itself, for some minutes; undefined where this node sends it.
   */
  link(
    repository: RepositoryLabel,
    path: string,
    headers: { readonly mediaType: string; readonly disposition: string | undefined },
  ): Promise<string | undefined>;
  /** Moves the documents among the removed ones, where nobody can reach them. */
  remove(repository: RepositoryLabel): Promise<void>;
  /** Opens each removed file that was at this path of the item, the last removed first. */
  openRemoved(repository: RepositoryLabel, path: string): AsyncIterable<Readable>;
  /** Returns when the documents were stored, in microseconds since 1970; undefined if there are none. */
  keptAt(repository: RepositoryLabel): Promise<bigint | undefined>;
  /** Walks through every file among the documents of items, whether the catalogue has it or not. */
  walk(): AsyncIterable<{ readonly repository: RepositoryLabel; readonly path: string; readonly bytes: number }>;
  /** Reads the whole file again; `pace` is waited for after each piece, so that others can use the disk. */
  hash(
    repository: RepositoryLabel,
    path: string,
    pace?: (bytes: number) => Promise<void>,
  ): Promise<(FileChecksum & { readonly bytes: number }) | undefined>;
  /** Puts this content in place of a damaged or missing file, in one step; refuses content of another hash. */
  mend(repository: RepositoryLabel, file: ItemFile, content: Readable): Promise<void>;
  /** Removes incoming documents that were left behind by crashes. */
  sweep(): Promise<void>;
}
