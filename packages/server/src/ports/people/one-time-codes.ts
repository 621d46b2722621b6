/** Codes that an app shows for half a minute (RFC 6238, with the parameters that every app knows). */
export interface OneTimeCodes {
  /** Returns the code of a step of 30 seconds; the secret is in base 32. */
  codeAt(secret: string, step: bigint): string;
  /** Returns a new secret in base 32. */
  makeSecret(): string;
}
