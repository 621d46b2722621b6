import { type SpawnOptions, spawn } from 'node:child_process';

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node.js with these words until it ends. */
export const runToEnd = (words: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env'>): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
