import type { Readable } from 'node:stream';

/** A folder that an operator named: its files are read, and nothing outside of it. */
export interface SourceFolder {
  open(path: string): Promise<Readable>;
  hash(path: string): Promise<{ readonly bytes: number; readonly sha256: string }>;
}
