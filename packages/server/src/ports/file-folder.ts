import type { Readable } from 'node:stream';
import type { FileLine, LineWriter } from './line-files.ts';
import type { SourceFolder } from './source-folder.ts';

/** A folder that an operator named, to be written to. Paths are relative to it; folders are made as they are needed. */
export interface FileFolder extends SourceFolder {
  isEmpty(): Promise<boolean>;
  /** Undefined where there is no such file. */
  size(path: string): Promise<number | undefined>;
  /** Undefined where there is no such file. */
  readText(path: string): Promise<string | undefined>;
  /** Durably and in one step. */
  writeText(path: string, text: string): Promise<void>;
  readLines(path: string): AsyncIterable<FileLine>;
  createLines(path: string): Promise<LineWriter>;
  /** Durably and in one step; answers false, and leaves what was there, where the content is not what is expected. */
  writeFile(
    path: string,
    content: Readable,
    expected: { readonly bytes: number; readonly sha256: string },
  ): Promise<boolean>;
  /** With all that is in it. */
  remove(path: string): Promise<void>;
}
