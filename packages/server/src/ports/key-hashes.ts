/** Keys that people choose, short ones among them: kept only as salted hashes that are slow to try. */
export interface KeyHashes {
  hash(key: string): Promise<string>;
  /** Takes the same time wherever they differ. */
  isHashOf(hash: string, key: string): Promise<boolean>;
}
