import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ProblemSchema, refusalsOf } from '@perene/api';
import { Value } from 'typebox/value';
import { onTestFinished } from 'vitest';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { openDatabase } from '../../packages/server/src/compose/open-storage.ts';
import { createDesk } from '../../packages/server/src/compose/serving/create-desk.ts';
import { createNodeOverview } from '../../packages/server/src/compose/serving/create-overview.ts';
import { createNodeThumbnails } from '../../packages/server/src/compose/serving/create-thumbnails.ts';
import { registerRoutes } from '../../packages/server/src/compose/serving/register-routes.ts';
import { ROLES } from '../../packages/server/src/config/roles.ts';
import type { AccessCounts } from '../../packages/server/src/ports/archive/counts/access-counts.ts';
import type { UsageCounts } from '../../packages/server/src/ports/archive/counts/usage-counts.ts';
import type { Role } from '../../packages/server/src/ports/node/api-keys.ts';
import { showJoining } from '../../packages/server/src/services/archive/exchange/joining/show-joining.ts';
import { withProposals } from '../../packages/server/src/services/archive/relations/proposals/with-proposals.ts';
import type {} from '../../packages/server/src/transports/http/api/bind-operation.ts';
import { createVisitNotes } from '../../packages/server/src/transports/http/archive/note-visit.ts';
import { createHttpServer } from '../../packages/server/src/transports/http/create-http-server.ts';
import { createMetrics } from '../../packages/server/src/transports/http/metrics.ts';
import type { RequestListener } from '../../packages/server/src/transports/http/request-listener.ts';
import { createAddressReader } from '../../packages/server/src/transports/http/resolve/client-addresses.ts';
import { writeMigratedSqlite } from '../fixtures/databases.ts';
import { openTestRelations } from '../fixtures/relations.ts';
import { DOCS_FOLDER } from '../fixtures/sample.ts';
import { createScriptedResolver } from '../fixtures/scripted-resolver.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { openTestNode, settingsOf } from '../fixtures/test-node.ts';

export interface ApiServer {
  readonly url: string;
  readonly folder: string;
  readonly keys: Readonly<Record<Role, string>>;
  readonly statistics: AccessCounts;
  readonly usage: UsageCounts;
  /** Gives the Archive service its label, as the first start does; from then on it signs. */
  readonly nameService: () => Promise<unknown>;
}

type HttpServer = ReturnType<typeof createHttpServer>;

type ApiOptions = Partial<
  Pick<Parameters<typeof registerRoutes>[1], 'isReadingPublic' | 'isReady' | 'resolver' | 'roles' | 'trustedProxies'>
> & {
  readonly limits?: { readonly maxFileBytes: number };
  readonly protocol?: RequestListener;
  readonly registerRoutes?: (server: HttpServer) => void;
  readonly database?: SqlDatabase;
};

/**
 * Starts a node's API over real HTTP, which stops when the test is over; by default on SQLite in a folder of the test's
 * own.
 */
export const startApiServer = async (options: ApiOptions = {}): Promise<ApiServer> => {
  const { close, ...server } = await openApiServer(createTemporaryFolder(), options);
  onTestFinished(close);
  return server;
};

/** Starts the same in a folder of the caller, who closes it: for tests that share it. */
export const openApiServer = async (
  folder: string,
  {
    database: given,
    limits,
    protocol = () => false,
    registerRoutes: registerOthers = () => undefined,
    ...options
  }: ApiOptions,
): Promise<ApiServer & { close(): Promise<void> }> => {
  const consoleFolder = join(folder, 'console');
  mkdirSync(consoleFolder);
  writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>Console</title>');
  const { maxFileBytes = 1_073_741_824 } = limits ?? {};
  const settings = settingsOf(
    { data: folder, 'public-url': 'http://example.org', 'max-file-bytes': String(maxFileBytes) },
    { repositoryPrefix: 'example.org/www', ibipPrefix: 'J8LNKAN8PW' },
  );
  if (given === undefined) await writeMigratedSqlite(join(folder, 'perene.sqlite'));
  const database = given ?? (await openDatabase(settings));
  const node = await openTestNode(settings, { database });
  const relations = openTestRelations(database);
  const create = async (role: Role): Promise<string> => (await node.keys.create({ name: `the ${role}`, role })).key;
  const keys = {
    admin: await create('admin'),
    steward: await create('steward'),
    depositor: await create('depositor'),
    reader: await create('reader'),
  };
  const { roles = ROLES, trustedProxies = [] } = options;
  const metrics = createMetrics({ databaseWork: () => database.work, minters: node.minters });
  const server = createHttpServer({
    roles,
    metrics,
    logLevel: 'silent',
    trustedProxies,
    maxConnections: 256,
    protocol,
  });
  registerRoutes(server, {
    ...node,
    desk: createDesk(node),
    overview: createNodeOverview(settings, node, node.membership),
    noteVisit: createVisitNotes(node.visits, createAddressReader(trustedProxies)),
    showJoining: () => showJoining({ ...node, ...settings.joining }),
    publicUrl: settings.publicUrl,
    resolverUrl: settings.resolverUrl,
    opens: settings.opens,
    openId: settings.openId,
    thumbnails: createNodeThumbnails(settings, node),
    joining: settings.joining,
    relations,
    archive: withProposals(node.items, relations),
    version: '0.0.0-test',
    consoleFolder,
    docsFolder: DOCS_FOLDER,
    isReady: async () => true,
    isReadingPublic: true,
    resolver: createScriptedResolver(),
    metrics,
    maxFileBytes,
    ...options,
    roles,
    trustedProxies,
  });
  registerOthers(server);
  checkAnswers(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    keys,
    statistics: node.catalogue.accessCounts,
    usage: node.catalogue.usageCounts,
    nameService: node.serviceLabel,
    async close() {
      await server.close();
      if (given === undefined) await database.close();
    },
  };
};

/** Turns every answer of the API that differs from its table into a 500. */
const checkAnswers = (server: HttpServer): void => {
  server.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined || typeof payload !== 'string' || reply.statusCode === 500) return payload;
    const { method, path, answer } = operation;
    const isDone = reply.statusCode === answer.status;
    if (!isDone && !refusalsOf(operation).includes(JSON.parse(payload).code)) {
      throw new Error(`${method} ${path} answers an undocumented ${reply.statusCode}: ${payload}`);
    }
    const schema = isDone ? answer.body : ProblemSchema;
    if (schema === undefined || Value.Check(schema, JSON.parse(payload))) return payload;
    const errors = Value.Errors(schema, JSON.parse(payload));
    throw new Error(`${method} ${path} does not answer as documented: ${JSON.stringify([...errors])}`);
  });
};
