import cluster from 'node:cluster';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { refuse } from '@perene/api/refusals';
import { formatHostPort } from '@perene/core';
import type { Settings } from '../../config/settings.ts';
import { showJoining } from '../../services/archive/exchange/joining/show-joining.ts';
import { createOldAddresses } from '../../services/archive/items/lead-old-address.ts';
import { findEditions } from '../../services/archive/past/editions-in-time.ts';
import type { ResolverOperations } from '../../services/resolver/asking/outcome/resolution.ts';
import { includeLocalArchive } from '../../services/resolver/members/include-local.ts';
import type { RunningNode } from '../../transports/cli/perene/node/serve-command.ts';
import { registerDocuments } from '../../transports/http/archive/documents.ts';
import { createVisitNotes } from '../../transports/http/archive/note-visit.ts';
import { registerOldAddresses } from '../../transports/http/archive/old-address-routes.ts';
import { createProtocolListener } from '../../transports/http/archive/protocol.ts';
import { createHttpServer } from '../../transports/http/create-http-server.ts';
import { exceptHandles } from '../../transports/http/handle/handle-proxy-routes.ts';
import { createMetrics } from '../../transports/http/metrics.ts';
import type { Site } from '../../transports/http/pages/site.ts';
import { registerCopiedAnswers } from '../../transports/http/remembered/copied-answers.ts';
import { createRememberedAnswers } from '../../transports/http/remembered/remembered-answers.ts';
import { firstToTake, type RequestListener } from '../../transports/http/request-listener.ts';
import { createLogger } from '../../transports/http/request-log.ts';
import { requireReadingKey } from '../../transports/http/require-reading-key.ts';
import { createAddressReader } from '../../transports/http/resolve/client-addresses.ts';
import { createForwardListener } from '../../transports/http/resolve/forward.ts';
import { createResolveListener, type Resolving } from '../../transports/http/resolve/resolve-listener.ts';
import { createResolverServiceListener } from '../../transports/http/resolve/resolver-service.ts';
import { startBackground } from '../background/start-background.ts';
import { findLarger } from '../choose-resolver.ts';
import type { Federation } from '../create-federation.ts';
import { createNode, type Node } from '../create-node.ts';
import { openWithCopy } from '../open-storage.ts';
import { DOCS_FOLDER } from '../own-folders.ts';
import { createDesk } from './create-desk.ts';
import { createNodeOverview } from './create-overview.ts';
import { createNodeThumbnails } from './create-thumbnails.ts';
import { isReadable } from './is-readable.ts';
import { readSite } from './read-site.ts';
import { registerNames } from './register-names.ts';
import { registerRoutes } from './register-routes.ts';
import { askFirstProcess } from './share-visits.ts';
import { startJoining } from './start-joining.ts';

const FIRST_KEY = 'administrator-key';

/** Makes the first key at the first start, shows it once, and keeps it where only the owner of the data can read it. */
const createFirstKey = async (
  { dataFolder }: Settings,
  { facts, keys }: Pick<Node, 'facts' | 'keys'>,
): Promise<RunningNode['administratorKey']> => {
  if ((await keys.list()).length > 0 || (await facts.find(FIRST_KEY)) !== undefined) return undefined;
  const { key, id } = await keys.create({ name: 'administrator', role: 'admin' });
  if ((await facts.keep(FIRST_KEY, id)) !== id) {
    await keys.revoke(id);
    return undefined;
  }
  const file = join(dataFolder, 'administrator.key');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return { key, file };
};

/** Does what is done once for a data folder, before several processes begin to serve it. */
export const prepareNode = async (settings: Settings): Promise<RunningNode['administratorKey']> => {
  const node = await createNode(settings);
  try {
    await node.files.sweep();
    const key = await createFirstKey(settings, node);
    await node.serviceLabel();
    return key;
  } finally {
    await node.close();
  }
};

/** Serves a node over HTTP, with all that it does by itself while it runs. */
export const serveNode = async (settings: Settings): Promise<RunningNode> => {
  const log = createLogger(settings.logLevel);
  const onFailed = (error: unknown, what: string): void => log.error({ err: error }, what);
  const node = await createNode(settings, {
    ...(await openWithCopy(settings, onFailed)),
    ...(cluster.isWorker && { judgeVisits: askFirstProcess() }),
    onError: onFailed,
  });
  try {
    await node.files.sweep();
    const administratorKey = await createFirstKey(settings, node);
    const isArchive = settings.roles.includes('archive');
    const { clock, members } = node;
    const address = formatHostPort(settings.joining.address);
    const { text: service } = await node.serviceLabel();
    const ips = settings.joining.ip === undefined ? [] : [settings.joining.ip.text];
    if (isArchive) await includeLocalArchive({ members, clock }, { service, address, ips });
    const server = await createServer(settings, node);
    await listen(server, settings);
    // With several workers, the first process does the work that is done once for all of them.
    const stop = cluster.isWorker ? undefined : startBackground(settings, node, server.log);
    const leave = isArchive && !cluster.isWorker ? await startJoining(node, log) : undefined;
    return {
      url: visibleUrl(settings),
      ...(administratorKey && { administratorKey }),
      async close() {
        await leave?.();
        node.itemChanges.stop();
        await server.close();
        await stop?.();
        await node.close();
      },
    };
  } catch (error) {
    await node.close();
    throw error;
  }
};

/** Everything that is asked of a node over HTTP. */
export const createServer = async (settings: Settings, node: Node) => {
  const federation = await node.federation();
  const { roles, publicUrl, resolverUrl, isReadingPublic } = settings;
  const { catalogue, keys, recollection } = node;
  const [isArchive, isResolver] = [roles.includes('archive'), roles.includes('resolver')];
  const addresses = createOldAddresses({
    catalogue,
    publicUrl,
    resolverUrl,
    leadsBack: isResolver ? leadsBackTo(settings, federation.resolver) : undefined,
  });
  const require = createRequire(import.meta.url);
  const metrics = createMetrics({ ...node, databaseWork: () => node.database.work });
  const isMinter = roles.includes('minter');
  const leaveHandles: typeof exceptHandles = isMinter ? exceptHandles : (listener) => listener;
  const site = readSite(settings);
  const resolving = resolvingOf(settings, federation, { ...node, site });
  const noteVisit = createVisitNotes(node.visits, createAddressReader(settings.trustedProxies));
  const remembered = createRememberedAnswers({ recollection, noteVisit });
  const server = createHttpServer({
    site,
    roles,
    metrics,
    logLevel: settings.logLevel,
    trustedProxies: settings.trustedProxies,
    maxConnections: settings.maxConnections,
    protocol: leaveHandles(
      firstToTake(
        ...(isReadingPublic ? [remembered.listener] : []),
        ...(isArchive ? [createProtocolListener(await node.service())] : []),
        ...(isResolver ? resolverListeners(settings, federation, resolving) : forwarding(settings)),
      ),
    ),
  });
  registerCopiedAnswers(server, metrics);
  remembered.register(server);
  registerRoutes(server, {
    ...node,
    ...settings,
    thumbnails: createNodeThumbnails(settings, node),
    desk: createDesk(node),
    overview: createNodeOverview(settings, node, federation.membership),
    noteVisit,
    membership: federation.membership,
    showJoining: () => showJoining({ ...node, ...settings.joining }),
    metrics,
    consoleFolder: join(dirname(require.resolve('@perene/console/package.json')), 'dist'),
    docsFolder: DOCS_FOLDER,
    isReady: () => isReadable(node.database),
  });
  registerOldAddresses(server, addresses, { isArchive });
  if (isArchive) {
    server.register(async (closed) => {
      const sessions = { book: node.sessionBook, publicUrl };
      requireReadingKey(closed, { keys, sessions, isReadingPublic });
      registerDocuments(closed, { archive: node.items, documents: node.documents, addresses, noteVisit, publicUrl });
    });
  }
  registerNames(server, settings, { node, resolving, metrics });
  return server;
};

/** Takes the requests of members and readers to the resolver. */
const resolverListeners = (
  settings: Settings,
  federation: Federation,
  resolving: Resolving,
): readonly RequestListener[] => [
  createResolverServiceListener({ service: federation.service, trustedProxies: settings.trustedProxies }),
  createResolveListener(resolving),
];

const resolvingOf = (
  settings: Settings,
  { resolver }: Pick<Federation, 'resolver'>,
  { items, recollection, site }: Pick<Node, 'items' | 'recollection'> & { readonly site: Site },
): Resolving => ({
  resolver,
  look: recollection.look,
  findEdition: settings.roles.includes('archive') ? (label) => findEditions(items, label) : undefined,
  trustedProxies: settings.trustedProxies,
  publicUrl: settings.publicUrl,
  resolverUrl: settings.resolverUrl,
  larger: findLarger(settings),
  cacheControl: settings.redirectCaching,
  site,
});

const forwarding = ({ publicUrl, resolverUrl }: Settings): readonly RequestListener[] =>
  publicUrl === resolverUrl ? [] : [createForwardListener(resolverUrl)];

/** An Archive that gives documents of this node as its own would cause an endless redirect. */
const leadsBackTo =
  ({ publicUrl }: Settings, resolver: ResolverOperations) =>
  async (target: string, clientAddress: string): Promise<boolean> => {
    const request = { target, clientAddresses: [clientAddress], languages: undefined, isCounted: false };
    const resolution = await resolver.resolve(request);
    return resolution.kind === 'found' && resolution.url.startsWith(`${publicUrl}/`);
  };

const listen = async (
  server: { listen(options: { host: string; port: number }): Promise<unknown> },
  { listenHost, listenPort }: Settings,
): Promise<void> => {
  try {
    await server.listen({ host: listenHost, port: listenPort });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw refuse('cannot-listen', { reason: 'address', host: listenHost, port: listenPort, cause: String(error.code) });
  }
};

export const visibleUrl = ({ listenHost, listenPort }: Settings): string => {
  const isEveryAddress = listenHost === '0.0.0.0' || listenHost === '::';
  return `http://${formatHostPort({ host: isEveryAddress ? 'localhost' : listenHost, port: listenPort })}`;
};
