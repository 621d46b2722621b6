import { API_PATH, OPERATION_LIST } from '@perene/api';
import type { NodeRole } from '../../../config/roles.ts';

/** Finds the methods that the API has at an address, if any. */
export type MethodFinder = (url: string) => readonly string[];

export const createMethodFinder = (roles: readonly NodeRole[]): MethodFinder => {
  const methods = new Map<string, Set<string>>();
  for (const [, { method, path, nodeRole }] of OPERATION_LIST) {
    if (nodeRole !== undefined && !roles.includes(nodeRole)) continue;
    const known = methods.get(path) ?? new Set();
    // An address with GET also has HEAD.
    methods.set(path, known.add(method).add(method === 'GET' ? 'HEAD' : method));
  }
  const patterns = [...methods].map(
    ([path, known]) => [new RegExp(`^${API_PATH}${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`), [...known]] as const,
  );
  return (url) => {
    const [path = ''] = url.split('?');
    return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  };
};
