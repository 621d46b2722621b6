/** Hashes of passwords, slow to compute; only a few are computed at a time, and those beyond a limit are refused. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes about the same time whether there is a hash or not. */
  isRight(hash: string | undefined, password: string): Promise<boolean>;
}
