import type { AnswerOf } from '@perene/api';
import type { NodeRole } from '../../../../config/roles.ts';
import type { Bind } from '../bind-operation.ts';

type SignInFacts = AnswerOf<'showNode'>['signIn'];

export const registerNodeRoute = (
  bind: Bind,
  {
    version,
    roles,
    isReadingPublic,
    maxFileBytes,
    signIn,
  }: {
    readonly version: string;
    readonly roles: readonly NodeRole[];
    readonly isReadingPublic: boolean;
    readonly maxFileBytes: number;
    readonly signIn: () => Promise<SignInFacts>;
  },
): void => {
  bind('showNode', async () => ({ version, roles, isReadingPublic, maxFileBytes, signIn: await signIn() }));
};
