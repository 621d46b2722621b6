import type { NodeRole } from '../../../config/roles.ts';
import type { Bind } from './bind-operation.ts';

export const registerNodeRoute = (
  bind: Bind,
  {
    version,
    roles,
    isReadingPublic,
    limits,
  }: {
    readonly version: string;
    readonly roles: readonly NodeRole[];
    readonly isReadingPublic: boolean;
    readonly limits: { readonly maxFileBytes: number };
  },
): void => {
  const { maxFileBytes } = limits;
  bind('showNode', () => ({ version, roles, isReadingPublic, maxFileBytes }));
};
