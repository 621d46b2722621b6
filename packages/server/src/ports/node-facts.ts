/** What the node was told or chose once, and stays. */
export interface NodeFacts {
  find(name: string): Promise<string | undefined>;
  /** The value that counts: the one kept before, otherwise this one. */
  keep(name: string, value: string): Promise<string>;
}
