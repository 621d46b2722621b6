import type { Readable } from 'node:stream';
import type { FileLine, LineWriter } from './line-files.ts';
import type { SourceFolder } from './source-folder.ts';

/** A folder that an operator named, to write to. Paths are relative to it; folders are created when they are needed. */
export interface FileFolder extends SourceFolder {
  isEmpty(): Promise<boolean>;
  /** Undefined where there is no such file. */
  size(path: string): Promise<number | undefined>;
  /** Undefined where there is no such file. */
  readText(path: string): Promise<string | undefined>;
  /** Writes durably and in one step. */
  writeText(path: string, text: string): Promise<void>;
  readLines(path: string): AsyncIterable<FileLine>;
  createLines(path: string): Promise<LineWriter>;
  /** Writes durably and in one step. Returns false, and keeps the old file, if the content is not the expected one. */
  writeFile(
    path: string,
    content: Readable,
    expected: { readonly bytes: number; readonly sha256: string },
  ): Promise<boolean>;
  /** Removes a file, or a folder with all its content. */
  remove(path: string): Promise<void>;
}
