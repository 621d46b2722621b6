import cluster from 'node:cluster';
import { readVersion } from './config/version.ts';
import { runPerene } from './transports/cli/perene/run-perene.ts';

const stopRequest = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

/** A reader that closes the output early, as in `perene ibi mint --count 1000 | head`, is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`perene: cannot write the answer (${error.code}); labels in it were given and stay taken\n`);
  process.exit(1);
});

// The parts of a node are loaded when a command asks for one, so that other commands start at once. There is no `await`
// at this level: the bundle is a script, which starts faster than a module.
runPerene(process.argv.slice(2), {
  version: readVersion(),
  environment: process.env,
  terminal: {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    isWatched: process.stderr.isTTY,
    isShown: process.stdout.isTTY,
    // https://no-color.org
    hasColours: process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
  },
  openNode: async (settings, options) =>
    settings.remote === undefined
      ? (await import('./compose/commands/open-for-command.ts')).openForCommand(settings, options)
      : (await import('./compose/commands/create-remote-node.ts')).createRemoteNode(settings.remote),
  openLocalNode: async (settings, options) =>
    (await import('./compose/commands/open-for-command.ts')).openForCommand(settings, options),
  openSignatures: async () => (await import('./compose/commands/open-signatures.ts')).openSignatures(),
  examineNode: async (settings) => (await import('./compose/commands/examine-node.ts')).examineNode(settings),
  serve: async (settings) =>
    settings.workers > 1 && cluster.isPrimary
      ? (await import('./compose/serving/serve-with-workers.ts')).serveWithWorkers(settings)
      : (await import('./compose/serving/serve-node.ts')).serveNode(settings),
  recallNode: async (settings) => (await import('./compose/commands/remember-node.ts')).recallNode(settings),
  rememberNode: async (settings, values) =>
    (await import('./compose/commands/remember-node.ts')).rememberNode(settings, values),
  stopRequest,
  isWorker: cluster.isWorker,
}).then((status) => {
  process.exitCode = status;
  // The connection to the first process would keep a worker alive.
  if (cluster.isWorker) process.disconnect();
});
