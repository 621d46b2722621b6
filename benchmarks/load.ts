import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CLIENT = fileURLToPath(new URL('./load-client.ts', import.meta.url));

export interface Measured {
  readonly perSecond: number;
  readonly answered: number;
  /** The median and the 99th percentile, in milliseconds. */
  readonly median: number;
  readonly slow: number;
}

/** Measures how many requests a second a server on this machine answers, sent by another process. */
export const loadServer = async (load: {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  readonly requests: readonly string[];
  readonly expected?: string;
}): Promise<Measured> => {
  const { stdout } = await promisify(execFile)(process.execPath, [CLIENT, JSON.stringify(load)], {
    maxBuffer: 2 ** 26,
  });
  const { refused, ...measured } = JSON.parse(stdout) as Measured & { readonly refused: number };
  if (refused > 0 || measured.answered === 0)
    throw new Error(`${refused} of ${measured.answered} requests were refused`);
  return measured;
};
