import type { Readable } from 'node:stream';

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

export interface Uploads {
  begin(upload: Pick<Upload, 'owner' | 'path' | 'bytes'>): Promise<Upload>;
  find(id: string): Promise<Upload | undefined>;
  /** Stores what comes from `offset` on, and returns how much is stored then, even if the connection broke. */
  append(id: string, part: { readonly offset: number; readonly content: Readable }): Promise<number>;
  abandon(id: string): Promise<void>;
  /** Forgets uploads that have not changed since then. */
  sweep(before: bigint): Promise<void>;
}
