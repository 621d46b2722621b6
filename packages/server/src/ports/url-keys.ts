/** Keys that are sent with the URLs of one answer, and come back when one of the URLs was given to a user. */
export interface UrlKeys {
  /** Summarizes the facts of an answer, one a text, in a short form that is part of each of its keys. */
  summarize(facts: readonly string[]): string;
  issue(summary: string, now: bigint): string;
  /** Returns undefined for keys of others. */
  check(key: string): IssuedKey | undefined;
}

interface IssuedKey {
  readonly expiresAt: bigint;
  /** Whether the answer that the key was sent with had this fact. */
  says(fact: string): boolean;
}
