/** A line of a text file in UTF-8. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number;
  /** Absent where the line cannot be read; `problem` says why. */
  readonly text: string | undefined;
  readonly problem?: string;
  /** How many bytes of the file end with it. */
  readonly end: number;
}

/** Files of one JSON value a line, read and written in steps, however large they are. */
export interface LineFiles {
  size(path: string): Promise<number>;
  read(path: string): AsyncIterable<FileLine>;
  create(path: string): Promise<LineWriter>;
}

export interface LineWriter {
  write(line: string): Promise<void>;
  /** Puts the file in its place, durably and in one step; before, nothing is there. */
  finish(): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Leaves nothing behind; harmless after `finish`. */
  discard(): Promise<void>;
}
