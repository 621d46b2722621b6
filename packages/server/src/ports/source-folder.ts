import type { Readable } from 'node:stream';

/** A folder that an operator named, to read from. Nothing outside of it is read. */
export interface SourceFolder {
  open(path: string): Promise<Readable>;
  hash(path: string): Promise<{ readonly bytes: number; readonly sha256: string }>;
}
