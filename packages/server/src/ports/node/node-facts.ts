/** Facts about the node: some are chosen once and stay, others are replaced at each start. */
export interface NodeFacts {
  find(name: string): Promise<string | undefined>;
  /** Returns the value that was kept before; otherwise keeps and returns this one. */
  keep(name: string, value: string): Promise<string>;
  /** Replaces the value that was kept before. */
  replace(name: string, value: string): Promise<void>;
  /**
   * Replaces several values, all of them or none. Returns false, and replaces none, if `known` is not the value of the
   * first one any more: somebody else was faster.
   */
  replaceAll(values: Readonly<Record<string, string>>, known: string | undefined): Promise<boolean>;
}
