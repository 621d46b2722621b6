const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Leaves out members that say nothing. */
const prune = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => !isEmpty(member)))
    : value;

/** Writes JSON for people to read, too. Members without a value, and empty texts and lists, are left out. */
export const writeJson = (value: unknown): string => `${JSON.stringify(value, prune, 2)}\n`;
