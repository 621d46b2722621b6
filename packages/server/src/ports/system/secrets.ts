/** Random values that nobody can guess, digests of texts, and hashes of keys. */
export interface Secrets {
  randomBytes(count: number): Buffer;
  /** Lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** SHA-512/256, which cannot be extended without knowing the text; one character a byte. */
  sha512(text: string): string;
  /** Takes the same time wherever two texts of one length differ. */
  isSame(one: string, other: string): boolean;
  /** Keys that people choose may be short, so only salted hashes of them are kept, which are slow to compute. */
  hashKey(key: string): Promise<string>;
  /** Takes the same time wherever the two differ. */
  isKeyOf(hash: string, key: string): Promise<boolean>;
  /** Returns at once; false for a key that was not tried before. */
  isKnownKey(hash: string, key: string): boolean;
}

/** The functions that take no time and need no memory. */
export type QuickSecrets = Pick<Secrets, 'randomBytes' | 'sha256' | 'sha512' | 'isSame'>;
