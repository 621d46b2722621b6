import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDiskItemFiles } from '../../packages/server/src/adapters/disk/disk-item-files.ts';
import { createDiskUploads } from '../../packages/server/src/adapters/disk/disk-uploads.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations.ts';
import { createSqlAccessCounts } from '../../packages/server/src/adapters/sql/sql-access-counts.ts';
import { createSqlActivityLog } from '../../packages/server/src/adapters/sql/sql-activity-log.ts';
import { createSqlApiKeys } from '../../packages/server/src/adapters/sql/sql-api-keys.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/sql-catalogue.ts';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/sql-database.ts';
import { createSqlMintingState } from '../../packages/server/src/adapters/sql/sql-minting-state.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/sqlite-database.ts';
import { createSecrets } from '../../packages/server/src/adapters/system/secrets.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import { ROLES } from '../../packages/server/src/config/roles.ts';
import type { AccessCounts } from '../../packages/server/src/ports/access-counts.ts';
import type { Role } from '../../packages/server/src/ports/api-keys.ts';
import { createArchive } from '../../packages/server/src/services/archive/create-archive.ts';
import { createActivityReader } from '../../packages/server/src/services/archive/read-activity.ts';
import { createKeyRing } from '../../packages/server/src/services/keys/key-ring.ts';
import { createIbiMinter } from '../../packages/server/src/services/minter/mint-ibis.ts';
import {
  createHttpServer,
  type HttpServerNeeds,
} from '../../packages/server/src/transports/http/create-http-server.ts';
import { openTestMembership } from '../fixtures/membership.ts';
import { openTestMinters } from '../fixtures/minters.ts';
import { DOCS_FOLDER, openTestSample } from '../fixtures/sample.ts';
import { createScriptedResolver } from '../fixtures/scripted-resolver.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

export interface ApiServer {
  readonly url: string;
  readonly folder: string;
  readonly keys: Readonly<Record<Role, string>>;
  readonly statistics: AccessCounts;
}

type HttpServer = ReturnType<typeof createHttpServer>;

const openSqlite = async (folder: string): Promise<SqlDatabase> => {
  const database = openSqliteDatabase(join(folder, 'perene.sqlite'));
  await migrate(database);
  return database;
};

/** The parts of a node that the API needs. */
const openParts = (database: SqlDatabase, folder: string, maxFileBytes: number) => {
  const clock = createSystemClock();
  const catalogue = createSqlCatalogue(database);
  const minter = createIbiMinter({
    state: createSqlMintingState(database),
    clock,
    subsystem: { repositoryPrefix: 'example.org/www', ibipPrefix: 'J8LNKAN8PW' },
    granularity: 'auto',
    clockTolerance: 5_000_000n,
  });
  const files = createDiskItemFiles({ folder });
  const archive = createArchive({
    catalogue,
    files,
    clock,
    mint: (count) => minter.mint(count),
    maxFileBytes,
    resolverUrl: 'http://example.org',
  });
  const sample = openTestSample(database, { archive, catalogue });
  const keys = createKeyRing({ keys: createSqlApiKeys(database), clock, secrets: createSecrets() });
  const minters = openTestMinters(database);
  const statistics = createSqlAccessCounts(database);
  const activity = createActivityReader({ catalogue, log: createSqlActivityLog(database) });
  return { minter, minters, archive, sample, keys, statistics, activity, membership: openTestMembership(database) };
};

/** A node's API over real HTTP, gone when the test is over; on SQLite in a folder of the test's own unless told otherwise. */
export const startApiServer = async ({
  database: given,
  ...options
}: Partial<
  Pick<
    HttpServerNeeds,
    'isReadingPublic' | 'isReady' | 'limits' | 'protocol' | 'registerArchive' | 'resolver' | 'roles' | 'trustedProxies'
  >
> & {
  readonly database?: SqlDatabase;
} = {}): Promise<ApiServer> => {
  const folder = createTemporaryFolder();
  const consoleFolder = join(folder, 'console');
  mkdirSync(consoleFolder);
  writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>Console</title>');
  const limits = { maxFileBytes: 1_073_741_824, ...options.limits };
  const database = given ?? (await openSqlite(folder));
  const parts = openParts(database, folder, limits.maxFileBytes);
  const create = async (role: Role): Promise<string> => (await parts.keys.create({ name: `the ${role}`, role })).key;
  const keys = { admin: await create('admin'), depositor: await create('depositor'), reader: await create('reader') };
  const server = createHttpServer({
    roles: ROLES,
    databaseWork: () => database.work,
    ...parts,
    version: '0.0.0-test',
    consoleFolder,
    docsFolder: DOCS_FOLDER,
    uploads: createDiskUploads({ folder }),
    isReady: async () => true,
    isReadingPublic: true,
    trustedProxies: [],
    logLevel: 'silent',
    resolver: createScriptedResolver(),
    protocol: () => false,
    registerArchive: () => undefined,
    ...options,
    limits,
  });
  checkAnswers(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    if (given === undefined) await database.close();
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, folder, keys, statistics: parts.statistics };
};

interface AnswerSchema {
  readonly $ref?: string;
  readonly content?: { readonly 'application/problem+json': { readonly schema: AnswerSchema } };
}

/** Every answer of the API must be what its document says: one that is not becomes a 500. */
const checkAnswers = (server: HttpServer): void => {
  server.addHook('onSend', async (request, reply, payload) => {
    const { schema, url = '' } = request.routeOptions;
    if (!url.startsWith('/api/v1') || typeof payload !== 'string' || reply.statusCode === 500) return payload;
    const documented = (schema?.response as Record<string, AnswerSchema> | undefined)?.[reply.statusCode];
    if (documented === undefined) throw new Error(`${url} answers an undocumented ${reply.statusCode}: ${payload}`);
    const shape = resolve(documented.content?.['application/problem+json'].schema ?? documented, request.server);
    const { error } = request.compileValidationSchema(shape, 'body')(JSON.parse(payload)) as unknown as {
      error?: unknown;
    };
    if (error !== undefined) throw new Error(`${url} does not answer as documented: ${JSON.stringify(error)}`);
    return payload;
  });
};

/** Without references. */
const resolve = (schema: unknown, server: HttpServer): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(schema, (_name, value) =>
      typeof value?.$ref === 'string' ? server.getSchema(value.$ref.slice(0, -1)) : value,
    ),
  );
