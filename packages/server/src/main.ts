import { openIbiMinter, readVersion, startNode } from './compose.ts';
import { runPerene } from './transports/cli/perene/run-perene.ts';

const stopRequest = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

process.exitCode = await runPerene(process.argv.slice(2), {
  version: readVersion(),
  environment: process.env,
  terminal: {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    isWatched: process.stderr.isTTY,
  },
  openIbiMinter,
  startNode,
  stopRequest,
});
