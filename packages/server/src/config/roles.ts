import { type Answer, accept, refuse } from '@perene/core';

/** What a node does. The node of a small institution does everything; a large one may run a node for each role. */
export const ROLES = ['minter', 'archive', 'resolver', 'console'] as const;

export type NodeRole = (typeof ROLES)[number];

const isRole = (word: string): word is NodeRole => (ROLES as readonly string[]).includes(word);

/** Words between commas. */
export const parseRoles = (text: string): Answer<readonly NodeRole[]> => {
  let position = 0;
  const roles = new Set<NodeRole>();
  for (const word of text.split(',')) {
    const name = word.trim();
    if (!isRole(name)) return refuse('setting/roles', position, `one or more of ${ROLES.join(', ')}`);
    roles.add(name);
    position += word.length + 1;
  }
  return accept([...roles]);
};
