import type { Readable } from 'node:stream';

/** A large file that comes in parts, over any number of connections. */
export interface Upload {
  readonly id: string;
  /** Who began it: nobody else may go on with it. */
  readonly owner: string;
  readonly path: string;
  readonly bytes: number;
  /** How much of it is here, durably. */
  readonly received: number;
}

export interface Uploads {
  begin(upload: Pick<Upload, 'owner' | 'path' | 'bytes'>): Promise<Upload>;
  find(id: string): Promise<Upload | undefined>;
  /** Takes what comes from `offset` on, and answers how much is here then, also where the connection broke. */
  append(id: string, part: { readonly offset: number; readonly content: Readable }): Promise<number>;
  abandon(id: string): Promise<void>;
  /** Forgets uploads that nobody has touched since then. */
  sweep(before: bigint): Promise<void>;
}
