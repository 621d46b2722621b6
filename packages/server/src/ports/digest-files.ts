/** Digests of Archives as they were answered, kept so that a restart does not ask everyone for everything. */
export interface DigestFiles {
  /** The answers that are kept for an Archive, in order, up to the first that is damaged. */
  read(service: string): AsyncIterable<string>;
  /** Begins anew; what is there stays until `keep`. */
  begin(service: string): Promise<NewDigestFile>;
  /** Adds to what is there. */
  append(service: string, answer: string): Promise<void>;
  remove(service: string): Promise<void>;
  /** Removes those of all other Archives, and what was begun by processes that are gone. */
  retain(services: readonly string[]): Promise<void>;
}

export interface NewDigestFile {
  append(answer: string): Promise<void>;
  keep(): Promise<void>;
  /** Without effect after `keep`. */
  discard(): Promise<void>;
}
