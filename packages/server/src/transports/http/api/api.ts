import fastifyMultipart from '@fastify/multipart';
import type { Network } from '@perene/core/item';
import type { FastifyInstance } from 'fastify';
import type { NodeRole } from '../../../config/roles.ts';
import type { AccessCounts } from '../../../ports/access-counts.ts';
import type { Uploads } from '../../../ports/uploads.ts';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import type { RelationOperations } from '../../../services/archive/relations/relation-operations.ts';
import type { ActivityOperations } from '../../../services/archive/upkeep/read-activity.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { IbiMinter } from '../../../services/minting/mint-ibis.ts';
import type { MinterOperations } from '../../../services/noid/minters/minter-operations.ts';
import type { ResolverOperations } from '../../../services/resolver/asking/resolution.ts';
import type { MembershipOperations } from '../../../services/resolver/members/membership-operations.ts';
import type { SampleOperations } from '../../../services/sample/sample-operations.ts';
import type { Metrics } from '../metrics.ts';
import { createAddressReader } from '../resolve/client-addresses.ts';
import { createAuthentication } from './authentication.ts';
import { createBind } from './bind-operation.ts';
import { compileCheck } from './check-requests.ts';
import { registerDepositRoute } from './deposit-route.ts';
import { registerIbiRoutes } from './ibi-routes.ts';
import { createIdempotencyMemory } from './idempotency-memory.ts';
import { registerItemRoutes } from './item-routes.ts';
import { registerKeyRoutes } from './key-routes.ts';
import { registerLogRoute } from './log-route.ts';
import { registerMemberRoutes } from './member-routes.ts';
import { registerBindingRoutes } from './minter-binding-routes.ts';
import { registerMinterRoutes } from './minter-routes.ts';
import { MULTIPART_OPTIONS } from './multipart-deposit.ts';
import { registerNodeRoute } from './node-route.ts';
import { registerProposalRoutes } from './proposal-routes.ts';
import { registerResolveRoute } from './resolve-route.ts';
import { registerSampleRoutes } from './sample-routes.ts';
import { registerStatisticsRoute } from './statistics-route.ts';
import { acceptUploadParts, registerUploadRoutes } from './upload-routes.ts';

export interface ApiServices {
  readonly version: string;
  readonly activity: ActivityOperations;
  readonly archive: ArchiveOperations;
  readonly relations: RelationOperations;
  readonly minter: Pick<IbiMinter, 'mint'>;
  readonly minters: MinterOperations;
  readonly membership: MembershipOperations;
  readonly keys: KeyRing;
  readonly resolver: ResolverOperations;
  readonly sample: SampleOperations;
  readonly trustedProxies: readonly Network[];
  readonly uploads: Uploads;
  readonly statistics: Pick<AccessCounts, 'read' | 'sumByDay' | 'sumByItem'>;
  readonly limits: { readonly maxFileBytes: number };
  readonly isReadingPublic: boolean;
  /** Only what belongs to these is there. */
  readonly roles: readonly NodeRole[];
}

/** The JSON API, below wherever `server` is mounted. */
export const registerApi = async (
  server: FastifyInstance,
  services: ApiServices & { readonly metrics: Metrics },
): Promise<void> => {
  server.setValidatorCompiler(compileCheck);
  server.removeContentTypeParser('text/plain');
  server.decorateRequest('principal', undefined);
  server.addHook('onRequest', createAuthentication(services));
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await server.register(fastifyMultipart, MULTIPART_OPTIONS);
  acceptUploadParts(server);
  const bind = createBind(server, createIdempotencyMemory());
  const { roles } = services;
  if (roles.includes('minter')) {
    registerIbiRoutes(bind, services);
    registerMinterRoutes(bind, services);
    registerBindingRoutes(bind, services);
  }
  if (roles.includes('archive')) {
    registerDepositRoute(bind, services);
    registerItemRoutes(bind, services);
    registerProposalRoutes(bind, services);
    registerUploadRoutes(bind, services);
    registerSampleRoutes(bind, services);
    registerStatisticsRoute(bind, services);
    registerLogRoute(bind, services);
  }
  if (roles.includes('resolver')) {
    registerResolveRoute(bind, { ...services, readAddresses: createAddressReader(services.trustedProxies) });
    registerMemberRoutes(bind, services);
  }
  registerKeyRoutes(bind, services);
  registerNodeRoute(bind, services);
};
