import type { Readable } from 'node:stream';

/** A file with the records of all items, one JSON value a line, compressed with Zstandard. It never changes. */
export interface Dump extends WrittenDump {
  readonly name: string;
  /** Microseconds since 1970, in decimal digits. */
  readonly madeAt: string;
  readonly records: number;
  /** The last change before the dump was begun: whoever reads the changes after it gets all that came since. */
  readonly cursor: string;
}

export interface WrittenDump {
  readonly bytes: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
}

export interface DumpFiles {
  /** The newest first. */
  list(): Promise<readonly Dump[]>;
  /** Compresses the lines into a file that nobody sees yet. */
  write(name: string, lines: AsyncIterable<string>): Promise<WrittenDump>;
  /** From now on the dump is listed. */
  keep(dump: Dump): Promise<void>;
  remove(name: string): Promise<void>;
  open(name: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}
