import type { Refusal } from '@perene/api/refusals';

/** A line of a text file in UTF-8. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number;
  /** Absent where the line cannot be read. */
  readonly text: string | undefined;
  /** Why it cannot. */
  readonly refused?: Refusal;
  /** The number of bytes of the file up to the end of the line. */
  readonly end: number;
}

/** Files with one JSON value a line, read and written in steps, so that they may be large. */
export interface LineFiles {
  size(path: string): Promise<number>;
  read(path: string): AsyncIterable<FileLine>;
  create(path: string): Promise<LineWriter>;
}

export interface LineWriter {
  write(line: string): Promise<void>;
  /** Puts the file in its place, durably and in one step; nothing is there before. */
  finish(): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Deletes what was written; has no effect after `finish`. */
  discard(): Promise<void>;
}
