/** When documents came to where they are. */
export interface DocumentAges {
  /** Microseconds since 1970; undefined where there are none. */
  keptAt(repository: string): Promise<bigint | undefined>;
}
