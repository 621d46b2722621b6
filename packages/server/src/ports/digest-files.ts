/** Digests as Archives sent them, kept so that after a restart the resolver asks only for changes. */
export interface DigestFiles {
  /** The answers that are kept for an Archive, in order, up to the first that is damaged. */
  read(service: string): AsyncIterable<string>;
  /** Begins a new file; the old one stays until `keep`. */
  begin(service: string): Promise<NewDigestFile>;
  /** Adds an answer to the file. */
  append(service: string, answer: string): Promise<void>;
  remove(service: string): Promise<void>;
  /** Removes the files of all other Archives, and those that ended processes had begun. */
  retain(services: readonly string[]): Promise<void>;
}

export interface NewDigestFile {
  append(answer: string): Promise<void>;
  keep(): Promise<void>;
  /** Has no effect after `keep`. */
  discard(): Promise<void>;
}
