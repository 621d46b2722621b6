import cluster from 'node:cluster';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatHostPort, type IbiForms } from '@perene/core';
import type { SqlDatabase } from '../adapters/sql/sql-database.ts';
import type { Settings } from '../config/settings.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { ArchiveService } from '../services/archive/archive-service.ts';
import type { HandOverProbe } from '../services/archive/hand-over-probe.ts';
import type { RunningNode } from '../transports/cli/perene/serve-command.ts';
import { openArks } from './open-arks.ts';
import { openFederation } from './open-federation.ts';
import { openPeers } from './open-peers.ts';
import { openSampleCollection } from './open-sample.ts';
import { openMinterStore, openMinters, openStore, readVersion, type Store } from './open-store.ts';
import { startJoining } from './start-joining.ts';

/** Made at the first start, shown once, and kept where only the owner of the data can read it. */
const createFirstKey = async (settings: Settings, { facts, keys }: Store): Promise<RunningNode['administratorKey']> => {
  if ((await keys.list()).length > 0 || (await facts.find(FIRST_KEY)) !== undefined) return undefined;
  const { key, id } = await keys.create({ name: 'administrator', role: 'admin' });
  if ((await facts.keep(FIRST_KEY, id)) !== id) {
    await keys.revoke(id);
    return undefined;
  }
  const file = join(settings.dataFolder, 'administrator.key');
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return { key, file };
};

const FIRST_KEY = 'administrator-key';
const URL_KEY_SECRET = 'url-key-secret';

export const openArchiveService = async (
  settings: Settings,
  store: Store,
  handOver: HandOverProbe,
): Promise<ArchiveService> => {
  const [services, { createArchiveService }, { createHashedUrlKeys }, { createSqlAccessCounts }, answers, changes] =
    await Promise.all([
      import('../services/archive/ensure-archive-service.ts'),
      import('../services/archive/archive-service.ts'),
      import('../adapters/system/hashed-url-keys.ts'),
      import('../adapters/sql/sql-access-counts.ts'),
      import('../services/archive/answer-digest.ts'),
      import('../adapters/sql/sql-label-changes.ts'),
    ]);
  const { catalogue, clock, facts, secrets } = store;
  const secret =
    (await facts.find(URL_KEY_SECRET)) ??
    (await facts.keep(URL_KEY_SECRET, Buffer.from(secrets.randomBytes(32)).toString('base64url')));
  return createArchiveService({
    catalogue,
    clock,
    handOver,
    urlKeys: createHashedUrlKeys(secret),
    accessCounts: createSqlAccessCounts(store.database),
    publicUrl: settings.publicUrl,
    archiveAddress: settings.joining.address,
    label: await services.ensureArchiveService({ ...store, chosen: settings.archiveService }),
    digests: answers.createDigestAnswers({ changes: changes.createSqlLabelChanges(store.database), clock }),
    platformSoftware: platformForms(settings),
  });
};

const platformForms = ({ platformSoftware }: Settings): IbiForms | undefined => {
  if (platformSoftware === undefined) return undefined;
  return platformSoftware.form === 'repository'
    ? { repository: platformSoftware, ibip: undefined }
    : { repository: undefined, ibip: platformSoftware };
};

/** What is made once for a data folder, before several processes begin to serve it. */
export const prepareNode = async (settings: Settings): Promise<RunningNode['administratorKey']> => {
  const store = await openStore(settings);
  try {
    await store.files.sweep();
    const key = await createFirstKey(settings, store);
    const { ensureArchiveService } = await import('../services/archive/ensure-archive-service.ts');
    await ensureArchiveService({ ...store, chosen: settings.archiveService });
    return key;
  } finally {
    await store.database.close();
  }
};

export const startNode = async (settings: Settings): Promise<RunningNode> => {
  const [
    { createHttpServer },
    { registerDocuments },
    { createProtocolListener },
    { registerTransfers },
    { createDocumentReader },
    { createDiskUploads },
    { createSqlAccessCounts },
    { createSqlActivityLog },
    { createActivityReader },
    { startTidying },
    { watchMinters },
    { registerNoidUrls },
    { createNoidNeeds },
    { firstToTake },
    { createLogger },
  ] = await Promise.all([
    import('../transports/http/create-http-server.ts'),
    import('../transports/http/archive/documents.ts'),
    import('../transports/http/archive/protocol.ts'),
    import('../transports/http/archive/transfers.ts'),
    import('../services/archive/open-document.ts'),
    import('../adapters/disk/disk-uploads.ts'),
    import('../adapters/sql/sql-access-counts.ts'),
    import('../adapters/sql/sql-activity-log.ts'),
    import('../services/archive/read-activity.ts'),
    import('./start-tidying.ts'),
    import('./watch-minters.ts'),
    import('../transports/http/noid/noid-url-routes.ts'),
    import('./noid-needs.ts'),
    import('../transports/http/request-listener.ts'),
    import('../transports/http/request-log.ts'),
  ]);
  const store = await openStore(settings);
  const { database, minter, catalogue, files, operations, keys, clock } = store;
  try {
    await files.sweep();
    const administratorKey = await createFirstKey(settings, store);
    const { receiver, handOver } = await openPeers(settings, store);
    const service = await openArchiveService(settings, store, handOver);
    const consolePackage = fileURLToPath(import.meta.resolve('@perene/console/package.json'));
    const accessCounts = createSqlAccessCounts(database);
    const uploads = createDiskUploads({ folder: settings.dataFolder });
    const minters = await openMinters(settings, database);
    const minterStore = await openMinterStore(database);
    const registerArks = await openArks(settings, store);
    const log = createLogger(settings.logLevel);
    const { roles } = settings;
    const isArchive = roles.includes('archive');
    const federation = await openFederation(settings, store, {
      service: isArchive ? service : undefined,
      isServing: true,
      onError: (error, what) => log.error({ err: error }, what),
    });
    const server = createHttpServer({
      version: readVersion(),
      consoleFolder: join(dirname(consolePackage), 'dist'),
      docsFolder: fileURLToPath(new URL('../../dist/docs/', import.meta.url)),
      archive: operations,
      sample: await openSampleCollection(store),
      minter,
      minters,
      membership: federation.membership,
      resolver: federation.resolver,
      keys,
      uploads,
      statistics: accessCounts,
      activity: createActivityReader({ catalogue, log: createSqlActivityLog(database) }),
      isReady: () => isReadable(database),
      limits: { maxFileBytes: settings.maxFileBytes },
      isReadingPublic: settings.isReadingPublic,
      trustedProxies: settings.trustedProxies,
      logLevel: settings.logLevel,
      databaseWork: () => database.work,
      roles,
      protocol: firstToTake(
        ...(isArchive ? [createProtocolListener(service)] : []),
        ...(roles.includes('resolver') ? federation.listeners : []),
      ),
      registerArchive(server) {
        if (isArchive) {
          registerDocuments(server, createDocumentReader({ catalogue, files }));
          registerTransfers(server, { receiver, keys, maxFileBytes: settings.maxFileBytes });
        }
        if (!roles.includes('minter')) return;
        registerArks(server);
        registerNoidUrls(server, {
          store: minterStore,
          needs: createNoidNeeds(),
          keys,
          isReadingPublic: settings.isReadingPublic,
        });
      },
    });
    await listen(server, settings);
    const onError = (error: unknown) => server.log.error({ err: error }, 'tidying failed');
    const stopTidying = startTidying({ accessCounts, uploads, clock, onError });
    const stopWatching = watchMinters({
      minters,
      onWarning: (name, warning) => server.log.warn({ minter: name }, warning),
      onError: (error) => server.log.error({ err: error }, 'looking at the minters failed'),
    });
    // Of several workers the first process joins for all of them.
    const leave = cluster.isWorker || !isArchive ? undefined : await startJoining(settings, store, log);
    return {
      url: visibleUrl(settings),
      ...(administratorKey && { administratorKey }),
      async close() {
        await leave?.();
        await server.close();
        await Promise.all([stopTidying(), stopWatching(), federation.close()]);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

const isReadable = async (database: SqlDatabase): Promise<boolean> => {
  try {
    await database.read((session) => session.all('select 1 as one'));
    return true;
  } catch {
    return false;
  }
};

const listen = async (
  server: { listen(options: { host: string; port: number }): Promise<unknown> },
  { listenHost, listenPort }: Settings,
): Promise<void> => {
  try {
    await server.listen({ host: listenHost, port: listenPort });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const advice = error.code === 'EACCES' ? 'ports below 1024 need privileges; take' : 'take';
    throw new Refusal(
      'cannot-listen',
      `cannot listen on ${listenHost} port ${listenPort} (${error.code}): ${advice} another with --port or --host`,
    );
  }
};

export const visibleUrl = ({ listenHost, listenPort }: Settings): string => {
  const isEveryAddress = listenHost === '0.0.0.0' || listenHost === '::';
  return `http://${formatHostPort({ host: isEveryAddress ? 'localhost' : listenHost, port: listenPort })}`;
};
