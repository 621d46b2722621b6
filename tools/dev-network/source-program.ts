import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Program, ServedProcess } from './network.ts';
import { runToEnd } from './run-to-end.ts';

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const SOURCES = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** Runs `perene` from its sources; nodes restart whenever a source changes. */
export const createSourceProgram = (show: (folder: string, line: string) => void): Program<ServedProcess> => ({
  async serve(folder, { port, flags }) {
    const words = ['--watch', '--watch-preserve-output', ...SOURCES, MAIN, 'serve', '--log-level', 'warn'];
    // A process group of its own, so that Ctrl-C reaches only this process, which then stops the others in order.
    const child = spawn(process.execPath, [...words, '--port', String(port), ...flags], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = new Promise<void>((resolve) => child.on('close', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      const read = readLines((line) => {
        show(folder, line);
        if (line.includes('is ready')) resolve();
      });
      child.stdout.setEncoding('utf8').on('data', read);
      child.stderr.setEncoding('utf8').on(
        'data',
        readLines((line) => show(folder, line)),
      );
      exit.then(() => reject(new Error(`the node of ${folder} ended`)));
    }).catch((error: unknown) => {
      child.kill();
      throw error;
    });
    return {
      url: `http://localhost:${port}`,
      async stop() {
        child.kill('SIGTERM');
        await exit;
      },
    };
  },
  run: (words, { cwd }) => runToEnd([...SOURCES, MAIN, ...words], { cwd }),
});

const readLines = (note: (line: string) => void): ((text: string) => void) => {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) note(line);
  };
};
