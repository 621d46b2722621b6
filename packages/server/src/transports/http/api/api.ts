import fastifyMultipart from '@fastify/multipart';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { Network } from '@perene/core/item';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { NodeRole } from '../../../config/roles.ts';
import type { AccessCounts } from '../../../ports/access-counts.ts';
import type { Uploads } from '../../../ports/uploads.ts';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import type { ActivityOperations } from '../../../services/archive/read-activity.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { IbiMinter } from '../../../services/minter/mint-ibis.ts';
import type { MinterOperations } from '../../../services/noid/minter-operations.ts';
import type { MembershipOperations } from '../../../services/resolver/membership-operations.ts';
import type { ResolverOperations } from '../../../services/resolver/resolution.ts';
import type { SampleOperations } from '../../../services/sample/sample-operations.ts';
import type { Metrics } from '../metrics.ts';
import { createAddressReader } from '../resolve/client-addresses.ts';
import { createAnswerMemory } from './answer-memory.ts';
import { registerArchiveRoutes } from './archive-routes.ts';
import { createAuthentication } from './authentication.ts';
import { registerDepositRoute } from './deposit-route.ts';
import { registerIbiRoutes } from './ibi-routes.ts';
import { registerItemRoutes } from './item-routes.ts';
import { registerKeyRoutes } from './key-routes.ts';
import { registerLogRoute } from './log-route.ts';
import { registerMinterRoutes } from './minter-routes.ts';
import { MULTIPART_OPTIONS } from './multipart-deposit.ts';
import { registerNodeRoute } from './node-route.ts';
import { registerResolveRoute } from './resolve-route.ts';
import { registerSampleRoutes } from './sample-routes.ts';
import { registerStatisticsRoute } from './statistics-route.ts';
import { registerUploadRoutes } from './upload-routes.ts';

/** Routes whose schemas give the types of what they are asked. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface ApiNeeds {
  readonly version: string;
  readonly activity: ActivityOperations;
  readonly archive: ArchiveOperations;
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
  needs: ApiNeeds & { readonly metrics: Metrics },
): Promise<void> => {
  const api = server.withTypeProvider<TypeBoxTypeProvider>();
  api.setValidatorCompiler(TypeBoxValidatorCompiler);
  // What services answer goes out whole: the schemas of answers are documentation, which tests compare with the answers.
  api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  api.removeContentTypeParser('text/plain');
  api.decorateRequest('principal', undefined);
  api.addHook('onRequest', createAuthentication(needs));
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await api.register(fastifyMultipart, MULTIPART_OPTIONS);
  const memory = createAnswerMemory();
  const { roles } = needs;
  if (roles.includes('minter')) {
    registerIbiRoutes(api, { ...needs, memory });
    registerMinterRoutes(api, { ...needs, memory });
  }
  if (roles.includes('archive')) {
    registerDepositRoute(api, needs);
    registerItemRoutes(api, { ...needs, memory });
    registerUploadRoutes(api, needs);
    registerSampleRoutes(api, { ...needs, memory });
    registerStatisticsRoute(api, needs);
    registerLogRoute(api, needs);
  }
  if (roles.includes('resolver')) {
    registerResolveRoute(api, { ...needs, readAddresses: createAddressReader(needs.trustedProxies) });
    registerArchiveRoutes(api, { ...needs, memory });
  }
  registerKeyRoutes(api, { ...needs, memory });
  registerNodeRoute(api, needs);
};
