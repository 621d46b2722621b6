import cluster from 'node:cluster';
import {
  openArchive,
  openIbiMinter,
  openJoining,
  openMembership,
  openMover,
  openNoidMinters,
  openResolving,
  openSample,
  openUpkeep,
} from './compose/open-for-commands.ts';
import { readVersion } from './compose/open-store.ts';
import { runPerene } from './transports/cli/perene/run-perene.ts';

const stopRequest = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

/** A reader that has seen enough, as in `perene ibi mint --count 1000 | head`, is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`perene: cannot write the answer (${error.code}); labels in it were given and stay taken\n`);
  process.exit(1);
});

process.exitCode = await runPerene(process.argv.slice(2), {
  version: readVersion(),
  environment: process.env,
  terminal: {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    isWatched: process.stderr.isTTY,
  },
  openArchive,
  openIbiMinter,
  openJoining,
  openMembership,
  openMover,
  openNoidMinters,
  openResolving,
  openSample,
  noidNeeds: async () => (await import('./compose/noid-needs.ts')).createNoidNeeds(),
  openUpkeep,
  startNode: async (settings) =>
    settings.workers > 1 && cluster.isPrimary
      ? (await import('./compose/start-workers.ts')).startWorkers(settings)
      : (await import('./compose/start-node.ts')).startNode(settings),
  stopRequest,
  isWorker: cluster.isWorker,
});

// The line to the first process would keep a worker alive.
if (cluster.isWorker) process.disconnect();
