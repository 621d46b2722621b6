import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatHostPort } from '@perene/core';
import type { Settings } from './config/settings.ts';
import { Refusal } from './refusals/refusal.ts';
import type { OpenedMinter } from './transports/cli/perene/ibi-commands.ts';
import type { RunningNode } from './transports/cli/perene/serve-command.ts';

export const readVersion = (): string => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
};

/** Each part is loaded only by the commands that need it: a command line starts fast. */
export const openIbiMinter = async (settings: Settings): Promise<OpenedMinter> => {
  const [{ openSqliteDatabase }, { migrate }, { createSqlMintingState }, { createSystemClock }, { createIbiMinter }] =
    await Promise.all([
      import('./adapters/sql/sqlite-database.ts'),
      import('./adapters/sql/migrations.ts'),
      import('./adapters/sql/sql-minting-state.ts'),
      import('./adapters/system/system-clock.ts'),
      import('./services/minter/mint-ibis.ts'),
    ]);
  const isNew = !existsSync(settings.databasePath);
  const database = openSqliteDatabase(settings.databasePath);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const minter = createIbiMinter({
    state: createSqlMintingState(database),
    clock: createSystemClock(),
    subsystem: settings.identity,
    granularity: settings.granularity,
    clockTolerance: settings.clockTolerance,
  });
  return { minter, isNew };
};

export const startNode = async (settings: Settings): Promise<RunningNode> => {
  const { createHttpServer } = await import('./transports/http/create-http-server.ts');
  const consolePackage = fileURLToPath(import.meta.resolve('@perene/console/package.json'));
  const server = createHttpServer({ version: readVersion(), consoleFolder: join(dirname(consolePackage), 'dist') });
  try {
    await server.listen({ host: settings.listenHost, port: settings.listenPort });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const isForbidden = error.code === 'EACCES';
    const advice = isForbidden ? 'ports below 1024 need privileges; take' : 'take';
    throw new Refusal(
      'cannot-listen',
      `cannot listen on ${settings.listenHost} port ${settings.listenPort} (${error.code}): ${advice} another with --port or --host`,
    );
  }
  return { url: visibleUrl(settings), close: () => server.close() };
};

const visibleUrl = ({ listenHost, listenPort }: Settings): string => {
  const isEveryAddress = listenHost === '0.0.0.0' || listenHost === '::';
  return `http://${formatHostPort({ host: isEveryAddress ? 'localhost' : listenHost, port: listenPort })}`;
};
