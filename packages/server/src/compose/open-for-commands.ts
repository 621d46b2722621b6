import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Settings } from '../config/settings.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { OpenedArchive } from '../transports/cli/perene/archive-needs.ts';
import type { OpenedMinter } from '../transports/cli/perene/ibi-commands.ts';
import type { MembershipCommandNeeds } from '../transports/cli/perene/membership-needs.ts';
import type { OpenedMinters } from '../transports/cli/perene/minter-needs.ts';
import type { OpenedMover } from '../transports/cli/perene/mover-needs.ts';
import type { ResolveCommandNeeds } from '../transports/cli/perene/resolve-command.ts';
import type { SampleCommandNeeds } from '../transports/cli/perene/sample-commands.ts';
import type { UpkeepCommandNeeds } from '../transports/cli/perene/upkeep-needs.ts';
import { openPeers } from './open-peers.ts';
import { openSampleCollection } from './open-sample.ts';
import {
  connectDatabase,
  createMinter,
  openDatabase,
  openMinterStore,
  openMinters,
  openStore,
  readVersion,
} from './open-store.ts';

const author = { who: `${userInfo().username} (command line)` };

export const openIbiMinter = async (settings: Settings): Promise<OpenedMinter> => {
  const isNew = settings.database.kind === 'sqlite' && !existsSync(settings.database.path);
  return { minter: await createMinter(settings, await openDatabase(settings)), isNew };
};

export const openArchive = async (settings: Settings): Promise<OpenedArchive> => {
  if (settings.remote !== undefined) {
    const { createRemoteArchive } = await import('../adapters/remote-archive/remote-archive.ts');
    return { ...createRemoteArchive(settings.remote), author: { who: 'remote' } };
  }
  const { database, minter, operations, keys } = await openStore(settings);
  return {
    operations,
    keys,
    author,
    mint: (count, onProgress) => minter.mint(count, onProgress),
    close: () => database.close(),
  };
};

export const openUpkeep: UpkeepCommandNeeds['openUpkeep'] = async (settings, { areNew }) => {
  const [walks, tables, ages, removed, folders, lines] = await Promise.all([
    import('../adapters/sql/sql-catalogue-walk.ts'),
    import('../adapters/sql/sql-table-store.ts'),
    import('../adapters/disk/document-ages.ts'),
    import('../adapters/disk/removed-documents.ts'),
    import('../adapters/disk/file-folder.ts'),
    import('../adapters/disk/line-files.ts'),
  ]);
  const { database, ...store } = await openStore(settings, areNew ? connectDatabase : openDatabase);
  const folder = settings.dataFolder;
  return {
    ...store,
    walk: walks.createSqlCatalogueWalk(database),
    tables: tables.createSqlTableStore(database),
    ages: ages.createDocumentAges({ folder }),
    removed: removed.createRemovedDocuments({ folder }),
    lines: lines.createLineFiles(),
    openFolder: (path) => folders.createFileFolder({ folder: path }),
    author,
    maxFileBytes: settings.maxFileBytes,
    version: readVersion(),
    close: () => database.close(),
  };
};

export const openMover = async (settings: Settings): Promise<OpenedMover> => {
  const store = await openStore(settings);
  const { mover } = await openPeers(settings, store);
  return { mover, author, close: () => store.database.close() };
};

export const openNoidMinters = async (settings: Settings): Promise<OpenedMinters> => {
  const contact = userInfo().username;
  if (settings.remote !== undefined) {
    const { createRemoteMinters } = await import('../adapters/remote-archive/remote-minters.ts');
    return { minters: createRemoteMinters(settings.remote), contact, close: async () => undefined };
  }
  const database = await openDatabase(settings);
  return {
    minters: await openMinters(settings, database),
    store: await openMinterStore(database),
    contact,
    close: () => database.close(),
  };
};

export const openMembership: MembershipCommandNeeds['openMembership'] = async (settings, onMailError) => {
  if (settings.remote !== undefined) {
    const { createRemoteMembership } = await import('../adapters/remote-archive/remote-membership.ts');
    return { operations: createRemoteMembership(settings.remote), close: async () => undefined };
  }
  const { openMembershipForCommands } = await import('./open-membership.ts');
  const database = await openDatabase(settings);
  const operations = await openMembershipForCommands(settings, database, onMailError);
  return { operations, close: () => database.close() };
};

export const openJoining: MembershipCommandNeeds['openJoining'] = async (settings) => {
  const [joining, { ensureArchiveService }, { createRemoteMembership }] = await Promise.all([
    import('./start-joining.ts'),
    import('../services/archive/ensure-archive-service.ts'),
    import('../adapters/remote-archive/remote-membership.ts'),
  ]);
  const store = await openStore(settings);
  const needs = await joining.openJoining(settings, store);
  return {
    service: await ensureArchiveService({ ...store, chosen: settings.archiveService }),
    needs,
    last: await needs?.joined.find(needs.resolver),
    async openResolver() {
      if (needs !== undefined) return createRemoteMembership({ url: needs.resolver, key: undefined });
      throw new Refusal('setting-invalid', 'which resolver? give its address as --archive-resolver http://...');
    },
    close: () => store.database.close(),
  };
};

export const openSample: SampleCommandNeeds['openSample'] = async (settings) => {
  if (settings.remote !== undefined) {
    const { createRemoteSample } = await import('../adapters/remote-archive/remote-sample.ts');
    return { sample: createRemoteSample(settings.remote), author: { who: 'remote' }, close: async () => undefined };
  }
  const store = await openStore(settings);
  return { sample: await openSampleCollection(store), author, close: () => store.database.close() };
};

export const openResolving: ResolveCommandNeeds['openResolving'] = async (settings, onError) => {
  if (settings.remote !== undefined) {
    const { createRemoteResolver } = await import('../adapters/remote-archive/remote-resolver.ts');
    return { resolver: createRemoteResolver(settings.remote), close: async () => undefined };
  }
  const [{ openArchiveService }, { openFederation }] = await Promise.all([
    import('./start-node.ts'),
    import('./open-federation.ts'),
  ]);
  const store = await openStore(settings);
  const { handOver } = await openPeers(settings, store);
  const service = await openArchiveService(settings, store, handOver);
  const federation = await openFederation(settings, store, { service, isServing: false, onError });
  return {
    resolver: federation.resolver,
    async close() {
      await federation.close();
      await store.database.close();
    },
  };
};
