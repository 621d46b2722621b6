import type { Settings } from '../config/settings.ts';
import type { Messenger } from '../ports/federation/messenger.ts';
import { createCarrierFinder, type FindCarrier } from '../services/archive/items/find-carrier.ts';
import type { ResolverService } from '../services/resolver/members/create-resolver-service.ts';

const DEADLINE_MS = 2_000;

/** Asks the resolver of this node, and the one that it has joined, who carries an alias. */
export const createCarriers = (
  { roles, joining: { resolver } }: Pick<Settings, 'roles' | 'joining'>,
  {
    messenger,
    openOwn,
  }: {
    readonly messenger: Pick<Messenger, 'sendToResolver'>;
    readonly openOwn: () => Promise<Pick<ResolverService, 'answer'>>;
  },
): FindCarrier => {
  const askOwn = async (query: string): Promise<string | undefined> => {
    const { status, body } = await (await openOwn()).answer(query, { by: 'itself', isHead: false });
    return status === 200 ? body : undefined;
  };
  return createCarrierFinder([
    ...(roles.includes('resolver') ? [askOwn] : []),
    ...(resolver === undefined
      ? []
      : [(query: string) => messenger.sendToResolver(resolver, query, { deadlineMs: DEADLINE_MS })]),
  ]);
};
