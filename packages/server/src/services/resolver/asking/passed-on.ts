/**
 * Nodes may take each other for their resolvers. Whoever passes a question on adds its name, so that the question ends
 * where it has been before.
 */
const PROTOCOL = '1.1 perene';
/** Chains of resolvers are short; a longer list of names is invented. */
const MAX_NAMES = 8;

/** The name of a node in the header `Via`, which takes no colons or brackets. */
export const nameInVia = (publicUrl: string): string =>
  `${PROTOCOL}-${new URL(publicUrl).host.replaceAll(/[^A-Za-z0-9.-]/g, '_')}`;

export const formatVia = (names: readonly string[]): string => names.join(', ');

/** The nodes that a question has passed, by the header `Via`; other programs on the way are left out. */
export const readVia = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name.startsWith(PROTOCOL));

/** Whether a question that has passed those nodes may go on from the node of this name. */
export const mayPassOn = (passed: readonly string[], name: string): boolean =>
  passed.length < MAX_NAMES && !passed.includes(name);
