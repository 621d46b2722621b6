interface SavedFilter {
  readonly name: string;
  /** The query of a list, as in an address. */
  readonly query: string;
}

/** The filters that people save for their lists of items. */
export interface SavedFilters {
  list(owner: string): Promise<readonly SavedFilter[]>;
  /** Replaces one of the same name; returns false if the owner has `most` others. */
  save(owner: string, filter: SavedFilter, limits: { readonly most: number; readonly at: bigint }): Promise<boolean>;
  remove(owner: string, name: string): Promise<void>;
}
