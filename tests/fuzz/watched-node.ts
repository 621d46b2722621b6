import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../fixtures/free-port.ts';

const PERENE = fileURLToPath(new URL('../../packages/server/bin/perene.cjs', import.meta.url));
const WATCH = new URL('./watch-process.mjs', import.meta.url).href;
const MAX_KEPT_OUTPUT = 20_000;

/** What the node measured since the last look. */
interface Look {
  /** The longest time for which the main thread computed without a pause. */
  readonly blockedMs: number;
  readonly keptBytes: number;
  readonly residentBytes: number;
}

export interface WatchedNode {
  readonly url: string;
  readonly administratorKey: string;
  /** With `collect`, memory is measured after a full collection. */
  look(options?: { readonly collect: boolean }): Promise<Look>;
  hasEnded(): boolean;
  /** The end of what the node wrote: errors are logged there. */
  printed(): string;
  stop(): Promise<void>;
}

/** Runs `perene serve` in a process of its own, with all roles and SQLite in the folder. */
export const startWatchedNode = async (folder: string): Promise<WatchedNode> => {
  const port = await findFreePort();
  const flags = ['--port', String(port), '--host', '127.0.0.1', '--log-level', 'error'];
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', WATCH, PERENE, 'serve', ...flags, '--trusted-proxies', '127.0.0.0/8'],
    { cwd: folder, env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let [printed, isOver] = ['', false];
  ended.then(() => {
    isOver = true;
  });
  await new Promise<void>((resolve, reject) => {
    const note = (text: string): void => {
      printed = (printed + text).slice(-MAX_KEPT_OUTPUT);
      if (printed.includes('is ready')) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', note);
    child.stderr?.setEncoding('utf8').on('data', note);
    ended.then(() => reject(new Error(`perene serve ended: ${printed}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    administratorKey: readFileSync(join(folder, 'perene-data', 'administrator.key'), 'utf8').trim(),
    look: ({ collect } = { collect: false }) => lookInto(child, ended, collect),
    hasEnded: () => isOver,
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const lookInto = (child: ChildProcess, ended: Promise<void>, collect: boolean): Promise<Look> =>
  new Promise((resolve, reject) => {
    child.once('message', (look) => resolve(look as Look));
    ended.then(() => reject(new Error('the node has ended')));
    child.send({ collect });
  });
