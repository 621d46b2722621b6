import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Harvest } from '../../../services/archive/harvest/harvest-items.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { requireReadingKey } from '../require-reading-key.ts';
import { registerOai } from './oai/oai-routes.ts';

/** Registers what programs that copy or index the records of the Archive ask for. */
export const registerHarvest = (
  server: FastifyInstance,
  {
    harvest,
    clock,
    keys,
    isReadingPublic,
    publicUrl,
    resolverUrl,
    administratorEmail,
  }: {
    readonly harvest: Harvest;
    readonly clock: Clock;
    readonly keys: Pick<KeyRing, 'authenticate'>;
    readonly isReadingPublic: boolean;
    readonly publicUrl: string;
    readonly resolverUrl: string;
    readonly administratorEmail: string | undefined;
  },
): void => {
  const { hostname, host } = new URL(publicUrl);
  server.register(async (routes) => {
    requireReadingKey(routes, { keys, isReadingPublic });
    registerOai(routes, {
      harvest,
      now: () => clock.now(),
      name: host,
      baseUrl: `${publicUrl}/oai`,
      email: administratorEmail ?? `webmaster@${hostname}`,
      namespace: new URL(resolverUrl).hostname,
    });
  });
};
