/** Keys that go with the URLs of one answer, and come back when one of them was given to a user. */
export interface UrlKeys {
  issue(itemNumber: bigint, now: bigint): string;
  /** Whose answer it went with and until when it counts; nothing for keys of others. */
  check(key: string): { readonly itemNumber: bigint; readonly expiresAt: bigint } | undefined;
}
