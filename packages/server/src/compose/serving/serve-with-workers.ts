import cluster, { type Worker } from 'node:cluster';
import { refuse } from '@perene/api/refusals';
import { createSecrets } from '../../adapters/system/system-secrets.ts';
import type { Settings } from '../../config/settings.ts';
import { createVisitJudge } from '../../services/archive/usage/judge-visits.ts';
import type { RunningNode } from '../../transports/cli/perene/node/serve-command.ts';
import { createLogger } from '../../transports/http/request-log.ts';
import { startBackground } from '../background/start-background.ts';
import { createNode } from '../create-node.ts';
import { prepareNode, visibleUrl } from './serve-node.ts';
import { judgeForWorker } from './share-visits.ts';
import { startJoining } from './start-joining.ts';

const MAX_RESTARTS = 20;
/** The end of a worker that has run for this long does not count as a failure of the node. */
const STEADY_AFTER_MS = 60_000;

/**
 * Several processes that serve one port and one data folder. Each runs the same command again and finds out that it is a
 * worker; the database keeps them in order. A worker that dies is replaced, up to a limit: then something is wrong.
 */
export const serveWithWorkers = async (settings: Settings): Promise<RunningNode> => {
  const administratorKey = await prepareNode(settings);
  let isStopping = false;
  let restarts = 0;
  const workers = new Set<Worker>();
  const judge = createVisitJudge(createSecrets());

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork();
      judgeForWorker(worker, judge);
      const startedAt = performance.now();
      workers.add(worker);
      worker.on('listening', () => resolve());
      worker.on('exit', () => {
        workers.delete(worker);
        reject(refuse('cannot-listen', { reason: 'worker' }));
        if (performance.now() - startedAt > STEADY_AFTER_MS) restarts = 0;
        if (isStopping || restarts === MAX_RESTARTS) return;
        restarts += 1;
        start().catch(() => undefined);
      });
    });

  let end = async (): Promise<void> => undefined;
  const close = async (): Promise<void> => {
    isStopping = true;
    await end();
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
    end = await workForAll(settings);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: visibleUrl(settings), ...(administratorKey && { administratorKey }), close };
};

/** One Archive is included once, and looked after by one process, however many processes serve it. */
const workForAll = async (settings: Settings): Promise<() => Promise<void>> => {
  const log = createLogger(settings.logLevel);
  const node = await createNode(settings, { onError: (error, what) => log.error({ err: error }, what) });
  const stop = startBackground(settings, node, log);
  const leave = settings.joining.resolver === undefined ? undefined : await startJoining(node, log);
  return async () => {
    await leave?.();
    await stop();
    await node.close();
  };
};
