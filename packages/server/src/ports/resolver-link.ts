/** Decision 12: the label of every resolver service. */
export const RESOLVER_SERVICE = 'J8LNKB5R7W/3FUQHC5';

/** The resolver service that this Archive sends its messages to; its operator chose it. */
export interface ResolverLink {
  /**
   * The text of the answer, a refusal in the format of the protocol included; `peer-unreachable` or `peer-refused`
   * where there is none.
   */
  send(
    query: string,
    limits: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<string>;
}
