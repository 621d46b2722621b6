import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export const PERENE = fileURLToPath(new URL('../packages/server/bin/perene.cjs', import.meta.url));
const REDIRECTS = fileURLToPath(new URL('./redirect-server.ts', import.meta.url));
const ECHO = fileURLToPath(new URL('./echo-server.ts', import.meta.url));

export interface Running {
  readonly port: number;
  /** The seconds of the processor that it has used. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

const firstLine = (child: ChildProcess, isIt: (text: string) => boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (isIt(text)) resolve(text);
    });
    child.on('close', () => reject(new Error(`it ended: ${text}`)));
  });

const stopper = (child: ChildProcess) => async (): Promise<void> => {
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGTERM');
  await ended;
};

const TICKS_A_SECOND = 100;

/** All threads of the process, from Linux. */
const processorOf = (child: ChildProcess) => (): number => {
  const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / TICKS_A_SECOND;
};

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

/** Starts `perene serve` as users do. */
export const startNode = async (folder: string, flags: readonly string[] = []): Promise<Running> => {
  const port = await findFreePort();
  const words = ['serve', '--data', folder, '--host', '127.0.0.1', '--port', String(port), '--log-level', 'silent'];
  words.push('--allow-network', '127.0.0.0/8,::1');
  const child = spawn(process.execPath, [PERENE, ...words, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  await firstLine(child, (text) => text.includes('is ready'));
  return { port, processorSeconds: processorOf(child), stop: stopper(child) };
};

export const startEcho = async (bytes: number): Promise<Running> => {
  const child = spawn(process.execPath, [ECHO, String(bytes)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await firstLine(child, (text) => text.includes('\n')));
  return { port, processorSeconds: processorOf(child), stop: stopper(child) };
};

export const startRedirects = async (labels: readonly string[]): Promise<Running> => {
  const child = spawn(process.execPath, [REDIRECTS], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(labels));
  const port = Number(await firstLine(child, (text) => text.includes('\n')));
  return { port, processorSeconds: processorOf(child), stop: stopper(child) };
};

export interface Run {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const PEAK = /VmHWM:\s+(\d+) kB/;

/** Runs a whole command, and returns its time and its peak memory. */
export const runCommand = (command: string, words: readonly string[]): Promise<Run> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    let peak = 0;
    const watch = setInterval(() => {
      try {
        peak = Math.max(peak, Number(PEAK.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0));
      } catch {
        // The process has ended, or the system has no such files.
      }
    }, 20);
    child.on('close', (status) => {
      clearInterval(watch);
      if (status === 0) resolve({ seconds: (performance.now() - start) / 1_000, peakMegabytes: peak / 1_024 });
      else reject(new Error(`${command} ended with ${status}`));
    });
  });
