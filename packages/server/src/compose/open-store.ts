import { readFileSync } from 'node:fs';
import type { SqlDatabase } from '../adapters/sql/sql-database.ts';
import type { Settings } from '../config/settings.ts';
import type { MinterStore } from '../ports/minter-store.ts';
import type { ArchiveOperations } from '../services/archive/archive-operations.ts';
import type { IbiMinter } from '../services/minter/mint-ibis.ts';
import type { MinterOperations } from '../services/noid/minter-operations.ts';

export const readVersion = (): string => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
};

/** Each part is loaded only by the commands that need it: a command line starts fast. */
export const connectDatabase = async ({ database: setting }: Settings): Promise<SqlDatabase> =>
  setting.kind === 'sqlite'
    ? (await import('../adapters/sql/sqlite-database.ts')).openSqliteDatabase(setting.path)
    : (await import('../adapters/sql/postgres-database.ts')).openPostgresDatabase(setting.url);

export const openDatabase = async (settings: Settings): Promise<SqlDatabase> => {
  const { migrate } = await import('../adapters/sql/migrations.ts');
  const database = await connectDatabase(settings);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

export const createMinter = async (settings: Settings, database: SqlDatabase): Promise<IbiMinter> => {
  const [{ createSqlMintingState }, { createSystemClock }, { createIbiMinter }] = await Promise.all([
    import('../adapters/sql/sql-minting-state.ts'),
    import('../adapters/system/system-clock.ts'),
    import('../services/minter/mint-ibis.ts'),
  ]);
  return createIbiMinter({
    state: createSqlMintingState(database),
    clock: createSystemClock(),
    subsystem: settings.identity,
    granularity: settings.granularity,
    clockTolerance: settings.clockTolerance,
  });
};

/** Where the noid minters of a node are kept. */
export const openMinterStore = async (database: SqlDatabase): Promise<MinterStore> => {
  const [{ createSqlMinterStore }, { limitValues }] = await Promise.all([
    import('../adapters/sql/sql-minter-store.ts'),
    import('../services/noid/limit-values.ts'),
  ]);
  return limitValues(createSqlMinterStore(database));
};

export const openMinters = async (settings: Settings, database: SqlDatabase): Promise<MinterOperations> => {
  const [{ createNoidNeeds }, { createMinters }] = await Promise.all([
    import('./noid-needs.ts'),
    import('../services/noid/minters.ts'),
  ]);
  const store = await openMinterStore(database);
  return createMinters({ ...createNoidNeeds(), store, where: settings.publicUrl });
};

/** The Archive of a data folder, with everything that its transports need. */
export const openStore = async (settings: Settings, open = openDatabase) => {
  const [
    { createSqlCatalogue },
    { createDiskItemFiles },
    { createSqlApiKeys },
    { createSqlNodeFacts },
    { createSystemClock },
    { createArchive },
    { createKeyRing },
    { createSecrets },
  ] = await Promise.all([
    import('../adapters/sql/sql-catalogue.ts'),
    import('../adapters/disk/disk-item-files.ts'),
    import('../adapters/sql/sql-api-keys.ts'),
    import('../adapters/sql/sql-node-facts.ts'),
    import('../adapters/system/system-clock.ts'),
    import('../services/archive/create-archive.ts'),
    import('../services/keys/key-ring.ts'),
    import('../adapters/system/secrets.ts'),
  ]);
  const database = await open(settings);
  const minter = await createMinter(settings, database);
  const catalogue = createSqlCatalogue(database);
  const files = createDiskItemFiles({ folder: settings.dataFolder });
  const clock = createSystemClock();
  const mint = (count: number) => minter.mint(count);
  const operations: ArchiveOperations = createArchive({
    catalogue,
    files,
    clock,
    mint,
    maxFileBytes: settings.maxFileBytes,
    resolverUrl: settings.resolverUrl,
  });
  const secrets = createSecrets();
  const keys = createKeyRing({ keys: createSqlApiKeys(database), clock, secrets });
  const facts = createSqlNodeFacts(database);
  return { database, minter, mint, catalogue, files, clock, operations, keys, facts, secrets };
};

export type Store = Awaited<ReturnType<typeof openStore>>;
