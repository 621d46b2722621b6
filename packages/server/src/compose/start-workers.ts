import cluster, { type Worker } from 'node:cluster';
import type { Settings } from '../config/settings.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { RunningNode } from '../transports/cli/perene/serve-command.ts';
import { openStore } from './open-store.ts';
import { startJoining } from './start-joining.ts';
import { prepareNode, visibleUrl } from './start-node.ts';

const MAX_RESTARTS = 20;
/** A worker that has served for so long did not die of what is wrong with the node. */
const STEADY_AFTER_MS = 60_000;

/**
 * Several processes that serve one port and one data folder. Each runs the same command again and finds out that it is a
 * worker; the database keeps them in order. A worker that dies is replaced, up to a limit: then something is wrong.
 */
export const startWorkers = async (settings: Settings): Promise<RunningNode> => {
  const administratorKey = await prepareNode(settings);
  let isStopping = false;
  let restarts = 0;
  const workers = new Set<Worker>();

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork();
      const startedAt = performance.now();
      workers.add(worker);
      worker.on('listening', () => resolve());
      worker.on('exit', () => {
        workers.delete(worker);
        reject(new Refusal('cannot-listen', 'a worker ended before it could listen: its message is above'));
        if (performance.now() - startedAt > STEADY_AFTER_MS) restarts = 0;
        if (isStopping || restarts === MAX_RESTARTS) return;
        restarts += 1;
        start().catch(() => undefined);
      });
    });

  let leave = async (): Promise<void> => undefined;
  const close = async (): Promise<void> => {
    isStopping = true;
    await leave();
    await Promise.all(
      [...workers].map(
        (worker) =>
          new Promise<void>((resolve) => {
            worker.on('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  };

  try {
    await Promise.all(Array.from({ length: settings.workers }, start));
    leave = await joinForAll(settings);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: visibleUrl(settings), ...(administratorKey && { administratorKey }), close };
};

/** One Archive is included once, however many processes serve it. */
const joinForAll = async (settings: Settings): Promise<() => Promise<void>> => {
  if (settings.joining.resolver === undefined) return async () => undefined;
  const { createLogger } = await import('../transports/http/request-log.ts');
  const store = await openStore(settings);
  const leave = await startJoining(settings, store, createLogger(settings.logLevel));
  return async () => {
    await leave();
    await store.database.close();
  };
};
