/** Keys that people choose, which may be short: kept only as salted hashes that are slow to compute. */
export interface KeyHashes {
  hash(key: string): Promise<string>;
  /** Takes the same time wherever the two differ. */
  isHashOf(hash: string, key: string): Promise<boolean>;
}

/** Hashes that remember which keys were right. */
export interface RememberedKeyHashes extends KeyHashes {
  /** Returns at once; false for a key that was not tried before. */
  isKnown(hash: string, key: string): boolean;
}
