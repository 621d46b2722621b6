import type { AnswerOf } from '@perene/api';
import { describe } from '@perene/api/words';
import type { NodeRole } from '../../../../config/roles.ts';
import type { ExaminedNode } from '../../../../services/health/give-overview.ts';
import { LOGO_ADDRESS, type Site } from '../../pages/site.ts';
import type { Bind } from '../bind-operation.ts';

type SignInFacts = AnswerOf<'showNode'>['signIn'];

export const registerNodeRoute = (
  bind: Bind,
  {
    version,
    roles,
    isReadingPublic,
    site: { name, logo, isForPractice = false },
    maxFileBytes,
    signIn,
    overview,
  }: {
    readonly version: string;
    readonly roles: readonly NodeRole[];
    readonly isReadingPublic: boolean;
    readonly site: Pick<Site, 'name' | 'logo' | 'isForPractice'>;
    readonly maxFileBytes: number;
    readonly signIn: () => Promise<SignInFacts>;
    readonly overview: () => Promise<ExaminedNode>;
  },
): void => {
  const site = { name, ...(logo !== undefined && { logo: LOGO_ADDRESS }), isForPractice };
  bind('showNode', async () => ({ version, roles, isReadingPublic, site, maxFileBytes, signIn: await signIn() }));
  bind('showOverview', async () => {
    const { findings, ...node } = await overview();
    return {
      ...node,
      findings: findings.map(({ part, level, said }) => ({ part, level, ...said, detail: describe(said, 'en') })),
    };
  });
};
