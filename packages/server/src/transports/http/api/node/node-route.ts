import type { NodeRole } from '../../../../config/roles.ts';
import type { Bind } from '../bind-operation.ts';

export const registerNodeRoute = (
  bind: Bind,
  {
    version,
    roles,
    isReadingPublic,
    maxFileBytes,
  }: {
    readonly version: string;
    readonly roles: readonly NodeRole[];
    readonly isReadingPublic: boolean;
    readonly maxFileBytes: number;
  },
): void => {
  bind('showNode', () => ({ version, roles, isReadingPublic, maxFileBytes }));
};
