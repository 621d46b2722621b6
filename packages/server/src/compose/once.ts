import type { RelationOperations } from '../services/archive/relations/relation-operations.ts';

/** Makes a part when it is first asked for, and only then; one that could not be made is tried again. */
export interface Once<Part> {
  (): Promise<Part>;
  /** Returns undefined if the part was never needed. */
  made(): Promise<Part> | undefined;
}

export const once = <Part>(make: () => Promise<Part>): Once<Part> => {
  let part: Promise<Part> | undefined;
  const ask = (): Promise<Part> => {
    part ??= make().catch((error: unknown) => {
      part = undefined;
      throw error;
    });
    return part;
  };
  return Object.assign(ask, { made: () => part });
};

/** The links to items of other Archives are opened when they are first asked for. */
export const linkLate = (open: () => Promise<RelationOperations>): RelationOperations => ({
  propose: async (label, author) => (await open()).propose(label, author),
  list: async (request) => (await open()).list(request),
  accept: async (id, author) => (await open()).accept(id, author),
  refuse: async (id, reason, author) => (await open()).refuse(id, reason, author),
});
