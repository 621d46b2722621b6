import type { FastifyInstance } from 'fastify';
import type { DumpFiles } from '../../../ports/archive/dumps.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import type { Harvest } from '../../../services/archive/harvest/harvest-items.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { requireReadingKey } from '../require-reading-key.ts';
import { registerDumps } from './dump-routes.ts';
import { registerFeed } from './feed-routes.ts';
import { registerOai } from './oai/oai-routes.ts';
import { registerResourceSync } from './resource-sync-routes.ts';
import { registerSitemap } from './sitemap-routes.ts';

/** Registers what programs that copy or index the records of the Archive ask for. */
export const registerHarvest = (
  server: FastifyInstance,
  {
    archive,
    harvest,
    dumps,
    clock,
    keys,
    isReadingPublic,
    publicUrl,
    resolverUrl,
    administratorEmail,
  }: {
    readonly archive: Pick<ArchiveOperations, 'list'>;
    readonly harvest: Harvest;
    readonly dumps: DumpFiles;
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
    registerSitemap(routes, { harvest, publicUrl });
    registerResourceSync(routes, { harvest, publicUrl, now: () => clock.now() });
    registerDumps(routes, { dumps, publicUrl });
    registerFeed(routes, { archive, publicUrl });
    registerOai(routes, {
      harvest,
      now: () => clock.now(),
      name: host,
      publicUrl,
      baseUrl: `${publicUrl}/oai`,
      email: administratorEmail ?? `webmaster@${hostname}`,
      namespace: new URL(resolverUrl).hostname,
    });
  });
};
