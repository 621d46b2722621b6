import type { Terminal } from './terminal.ts';

const MIN_TOTAL = 20_000;

export interface Progress {
  readonly update: (done: number) => void;
  readonly stop: () => void;
}

/** A bar on a terminal that a person watches, for work that takes long; silence elsewhere. */
export const drawProgress = async (terminal: Terminal, total: number): Promise<Progress> => {
  if (!terminal.isWatched || total < MIN_TOTAL) return { update: () => undefined, stop: () => undefined };
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({ format: '[{bar}] {value} of {total}, {eta} s left', clearOnComplete: true });
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
};
