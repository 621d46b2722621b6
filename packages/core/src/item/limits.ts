export const MAX_FILES_PER_ITEM = 10_000;
/** Editions, translations or links of one item that are read at once. */
export const MAX_RELATED_ITEMS = 10_000;
/** Characters in which somebody says why an item is removed, or a proposal refused. */
export const MAX_REASON_LENGTH = 2_000;
