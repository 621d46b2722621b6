/** Random values that nobody can guess, and digests of texts. */
export interface Secrets {
  randomBytes(count: number): Buffer;
  /** Lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** Takes the same time wherever two texts of one length differ. */
  isSame(one: string, other: string): boolean;
}
