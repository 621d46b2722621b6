import type { RelationOperations } from '../services/archive/relations/relation-operations.ts';

/** The links to items of other Archives are opened when they are first asked for. */
export const linkLate = (open: () => Promise<RelationOperations>): RelationOperations => ({
  propose: async (label, author) => (await open()).propose(label, author),
  list: async (request) => (await open()).list(request),
  accept: async (id, author) => (await open()).accept(id, author),
  refuse: async (id, reason, author) => (await open()).refuse(id, reason, author),
});
