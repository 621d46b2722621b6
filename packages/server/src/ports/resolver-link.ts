/** Decision 12: the label of every resolver service. */
export const RESOLVER_SERVICE = 'J8LNKB5R7W/3FUQHC5';

/** The resolver service that the operator of this Archive chose to join. */
export interface ResolverLink {
  /**
   * Returns the text of the answer, which may be a refusal in the format of the protocol. Without an answer it refuses
   * with `peer-unreachable` or `peer-refused`.
   */
  send(
    query: string,
    limits: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<string>;
}
