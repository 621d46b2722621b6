import type { Settings } from '../../config/settings.ts';
import type { ShownJoining } from '../../services/archive/exchange/joining/show-joining.ts';
import type { Thumbnails } from '../../services/archive/thumbnails/open-thumbnail.ts';
import type { ExaminedNode } from '../../services/health/give-overview.ts';
import type { MembershipOperations } from '../../services/resolver/members/membership-operations.ts';
import { registerApi } from '../../transports/http/api/api.ts';
import { registerCollectionRoutes } from '../../transports/http/api/collections/collection-routes.ts';
import { registerDraftRoutes } from '../../transports/http/api/drafts/draft-routes.ts';
import { registerMemberRoutes } from '../../transports/http/api/federation/member-routes.ts';
import { registerResolveRoute } from '../../transports/http/api/federation/resolve-route.ts';
import { registerTrustLogRoutes } from '../../transports/http/api/federation/trust-log-routes.ts';
import { registerChangesRoute } from '../../transports/http/api/items/changes-route.ts';
import { registerDepositRoute } from '../../transports/http/api/items/deposit-route.ts';
import { registerItemRoutes } from '../../transports/http/api/items/item-routes.ts';
import { registerBatchRoutes } from '../../transports/http/api/items/lists/batch-routes.ts';
import { registerListRoutes } from '../../transports/http/api/items/lists/list-routes.ts';
import { registerLogRoute } from '../../transports/http/api/items/log-route.ts';
import { registerProposalRoutes } from '../../transports/http/api/items/proposal-routes.ts';
import { registerSampleRoutes } from '../../transports/http/api/items/sample-routes.ts';
import { registerStatisticsRoute } from '../../transports/http/api/items/statistics-route.ts';
import { registerTransferRoutes } from '../../transports/http/api/items/transfer-routes.ts';
import { registerUploadRoutes } from '../../transports/http/api/items/upload-routes.ts';
import { registerDoiOperations } from '../../transports/http/api/minters/doi-routes.ts';
import { registerIbiRoutes } from '../../transports/http/api/minters/ibi-routes.ts';
import { registerBindingRoutes } from '../../transports/http/api/minters/minter-binding-routes.ts';
import { registerMinterRoutes } from '../../transports/http/api/minters/minter-routes.ts';
import { registerNameBatchRoutes } from '../../transports/http/api/minters/name-batch-routes.ts';
import { registerNameRoutes } from '../../transports/http/api/minters/name-routes.ts';
import { registerPurlOperations } from '../../transports/http/api/minters/purl-routes.ts';
import { registerKeyRoutes } from '../../transports/http/api/node/key-routes.ts';
import { registerNodeRoute } from '../../transports/http/api/node/node-route.ts';
import { registerOpenApi } from '../../transports/http/api/openapi.ts';
import { registerAccountRoutes } from '../../transports/http/api/people/account-routes.ts';
import { registerOpenIdRoutes } from '../../transports/http/api/people/openid-routes.ts';
import { registerPeopleRoutes } from '../../transports/http/api/people/people-routes.ts';
import type { NoteVisit } from '../../transports/http/archive/note-visit.ts';
import { registerConsole } from '../../transports/http/console-files.ts';
import type { createHttpServer } from '../../transports/http/create-http-server.ts';
import { registerDocs } from '../../transports/http/docs/docs-routes.ts';
import { registerHarvest } from '../../transports/http/harvest/register-harvest.ts';
import { registerSignposts } from '../../transports/http/harvest/signpost-routes.ts';
import { registerHealth } from '../../transports/http/health-routes.ts';
import type { Metrics } from '../../transports/http/metrics.ts';
import { registerReviewPages } from '../../transports/http/pages/drafts/review-routes.ts';
import { registerPages } from '../../transports/http/pages/register-pages.ts';
import { registerSite } from '../../transports/http/pages/site-routes.ts';
import { registerFonts } from '../../transports/http/pages/style/font-routes.ts';
import { createAddressReader } from '../../transports/http/resolve/client-addresses.ts';
import type { Node } from '../create-node.ts';
import { FONTS_FOLDER } from '../own-folders.ts';
import type { Desk } from './create-desk.ts';

/** The API of a node, its pages, its guide and its console: each group of routes gets what it needs. */
export const registerRoutes = (
  server: ReturnType<typeof createHttpServer>,
  {
    version,
    roles,
    isReadingPublic,
    maxFileBytes,
    trustedProxies,
    consoleFolder,
    docsFolder,
    isReady,
    copyStanding,
    metrics,
    keys,
    people,
    sessionBook,
    entrance,
    factors,
    ownIdentities,
    elsewhere,
    openId,
    mail,
    minter,
    minters,
    openMinters,
    nameBatches,
    purls,
    openPurls,
    dois,
    archive,
    drafts,
    linkedDrafts,
    collections,
    documents,
    thumbnails,
    catalogue: { accessCounts },
    files: { uploads },
    relations,
    receiver,
    activity,
    itemChanges,
    harvest,
    dumps,
    clock,
    publicUrl,
    resolverUrl,
    opens,
    joining,
    noteVisit,
    usageReports,
    itemProofs,
    sample,
    resolver,
    isResolvedElsewhere,
    desk: { batches, savedFilters: filters },
    overview,
    membership,
    showJoining,
    log,
  }: Pick<
    Node,
    | 'version'
    | 'copyStanding'
    | 'keys'
    | 'people'
    | 'sessionBook'
    | 'entrance'
    | 'factors'
    | 'ownIdentities'
    | 'elsewhere'
    | 'mail'
    | 'minter'
    | 'minters'
    | 'openMinters'
    | 'nameBatches'
    | 'purls'
    | 'openPurls'
    | 'dois'
    | 'archive'
    | 'drafts'
    | 'linkedDrafts'
    | 'collections'
    | 'documents'
    | 'catalogue'
    | 'files'
    | 'relations'
    | 'receiver'
    | 'activity'
    | 'itemChanges'
    | 'harvest'
    | 'dumps'
    | 'clock'
    | 'usageReports'
    | 'itemProofs'
    | 'sample'
    | 'log'
    | 'resolver'
    | 'isResolvedElsewhere'
  > &
    Pick<
      Settings,
      | 'publicUrl'
      | 'resolverUrl'
      | 'opens'
      | 'openId'
      | 'joining'
      | 'roles'
      | 'isReadingPublic'
      | 'maxFileBytes'
      | 'trustedProxies'
    > & {
      readonly thumbnails: Thumbnails;
      readonly desk: Desk;
      readonly overview: () => Promise<ExaminedNode>;
      readonly membership: MembershipOperations;
      readonly showJoining: () => Promise<ShownJoining>;
      readonly metrics: Metrics;
      readonly noteVisit: NoteVisit;
      readonly consoleFolder: string;
      /** The folder of the built guide. */
      readonly docsFolder: string;
      readonly isReady: () => Promise<boolean>;
    },
): void => {
  registerHealth(server, { version, isReady, copyStanding, metrics });
  registerSite(server);
  registerFonts(server, { fontsFolder: FONTS_FOLDER });
  registerDocs(server, { docsFolder });
  const sessions = { book: sessionBook, publicUrl };
  const isResolving = roles.includes('resolver') || isResolvedElsewhere;
  registerPages(server, {
    archive,
    collections,
    documents,
    thumbnails,
    opens,
    keys,
    sessions,
    isReadingPublic,
    roles,
    consoleFolder,
    publicUrl,
    isResolving,
    noteVisit,
  });
  const isArchive = roles.includes('archive');
  if (isArchive) registerReviewPages(server, { linkedDrafts, publicUrl });
  registerSignposts(server, { publicUrl, isReadingPublic, isArchive });
  const { administratorEmail } = joining;
  if (isArchive) {
    registerHarvest(server, {
      archive,
      harvest,
      dumps,
      clock,
      keys,
      isReadingPublic,
      publicUrl,
      resolverUrl,
      administratorEmail,
    });
  }
  server.register(
    async (api) => {
      registerOpenApi(api, { version, roles, isResolving, publicUrl, administratorEmail });
      await api.register(
        (routes) =>
          registerApi(routes, {
            keys,
            sessions,
            isReadingPublic,
            bindOperations(bind) {
              if (roles.includes('minter')) {
                registerIbiRoutes(bind, { minter, metrics });
                registerMinterRoutes(bind, { minters });
                registerBindingRoutes(bind, { minters, openMinters });
                registerNameRoutes(bind, { minters });
                registerNameBatchRoutes(bind, { nameBatches });
                registerPurlOperations(bind, { purls, openPurls });
              }
              if (roles.includes('archive')) {
                registerDepositRoute(bind, { archive, collections, uploads, metrics });
                registerDraftRoutes(bind, { drafts, archive, collections, uploads, metrics });
                registerItemRoutes(bind, { archive, collections, itemProofs, people });
                registerListRoutes(bind, { archive, people, filters, clock });
                registerBatchRoutes(bind, { archive, batches, collections, people });
                registerCollectionRoutes(bind, { collections, archive });
                registerProposalRoutes(bind, { relations, archive, collections });
                registerUploadRoutes(bind, { uploads, maxFileBytes });
                registerTransferRoutes(bind, { receiver });
                registerSampleRoutes(bind, { sample });
                registerStatisticsRoute(bind, { archive, statistics: accessCounts, usageReports });
                registerLogRoute(bind, { activity });
                bind('showJoining', showJoining);
                registerChangesRoute(bind, { changes: itemChanges });
              }
              if (isResolving) {
                const readAddresses = createAddressReader(trustedProxies);
                registerResolveRoute(bind, { resolver, isResolvedElsewhere, readAddresses });
              }
              if (roles.includes('resolver')) {
                registerMemberRoutes(bind, { membership });
                registerTrustLogRoutes(bind, { log });
              }
              registerDoiOperations(bind, { dois });
              registerKeyRoutes(bind, { keys, people });
              registerPeopleRoutes(bind, { people, factors });
              registerAccountRoutes(bind, { people, sessionBook, entrance, factors, publicUrl });
              registerOpenIdRoutes(bind, { elsewhere, ownIdentities, sessionBook, entrance, publicUrl });
              registerNodeRoute(bind, {
                version,
                roles,
                isReadingPublic,
                site: server.site,
                maxFileBytes,
                signIn: async () => ({
                  hasPeople: await people.hasAny(),
                  sendsMail: mail !== undefined,
                  ...(openId && { provider: openId.name }),
                }),
                overview,
              });
            },
          }),
        { prefix: '/v1' },
      );
    },
    { prefix: '/api' },
  );
  if (roles.includes('console')) registerConsole(server, consoleFolder);
};
