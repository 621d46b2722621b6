const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Leaves out members that say nothing: without a value, empty texts and empty lists. */
export const prune = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const pruned: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) if (!isEmpty(member)) pruned[name] = prune(member);
  return pruned;
};

/** Writes JSON for people to read, too. Members that say nothing are left out. */
export const writeJson = (value: unknown): string => `${JSON.stringify(prune(value), null, 2)}\n`;
