import type { Label } from '@perene/core';

/** Digests as Archives sent them, kept so that after a restart the resolver asks only for changes. */
export interface DigestFiles {
  /** The answers that are kept for an Archive, in order, up to the first that is damaged. */
  read(service: Label): AsyncIterable<string>;
  /** Begins a new file; the old one stays until `keep`. */
  begin(service: Label): Promise<NewDigestFile>;
  /** Adds an answer to the file. */
  append(service: Label, answer: string): Promise<void>;
  remove(service: Label): Promise<void>;
  /** Removes the files of all other Archives, and those that ended processes had begun. */
  retain(services: readonly Label[]): Promise<void>;
}

export interface NewDigestFile {
  append(answer: string): Promise<void>;
  keep(): Promise<void>;
  /** Has no effect after `keep`. */
  discard(): Promise<void>;
}
