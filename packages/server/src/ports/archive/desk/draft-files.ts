import type { Readable } from 'node:stream';
import type { DraftFile } from './drafts.ts';

type StoredFile = Omit<DraftFile, 'path'>;

/** Files of drafts, which nobody reaches by a URL of an item. */
export interface DraftFiles {
  /** Receives one file and hashes it on the way; its path tells what it is. */
  receive(
    draft: string,
    content: Readable,
    options: { readonly path: string; readonly maxBytes: number },
  ): Promise<StoredFile>;
  /** Takes the content of a finished upload, which stays until it is abandoned. */
  adopt(draft: string, uploadId: string, options: { readonly path: string }): Promise<StoredFile>;
  open(draft: string, file: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  remove(draft: string, file: string): Promise<void>;
  removeAll(draft: string): Promise<void>;
  /** The drafts that have files, and when these last changed, in microseconds since 1970. */
  list(): AsyncIterable<{ readonly draft: string; readonly changedAt: bigint }>;
}
