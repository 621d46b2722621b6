/**
 * Whether what is remembered may be given: `current` if every change that counts has been heard of, `late` if the database is
 * gone, so that nobody could hear of later ones, `unknown` if it must be looked up.
 */
export type Currency = 'current' | 'late' | 'unknown';

/** What was heard since the last time. */
export interface Heard {
  readonly currency: Currency;
  /** Names of what was touched; `all` if some may have been missed. */
  readonly names: readonly string[] | 'all';
}

/** Each hears everything, whoever else listens. */
export interface Follower {
  hear(): Heard;
}

/**
 * Tells what any process has changed. The database itself notes the names of what a transaction changes (labels, chains,
 * families, collections, identifiers), so that none can be forgotten.
 */
export interface Touches {
  /** Begins to listen. */
  follow(): Follower;
  /** Drops notes that every process has heard of. */
  tidy(): Promise<void>;
}
