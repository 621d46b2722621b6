import { formatBytes } from './rows.ts';
import type { Terminal } from './terminal.ts';

const PATIENCE_MS = 1_000;

export interface Progress {
  readonly update: (done: number) => void;
  readonly stop: () => void;
}

/** Draws a bar on a terminal that a person watches, once the work has taken a second; writes nothing elsewhere. */
export const drawProgress = async (
  terminal: Terminal,
  total: number,
  show: (value: number) => string = String,
): Promise<Progress> => {
  if (!terminal.isWatched || total === 1) return { update: () => undefined, stop: () => undefined };
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    format: '[{bar}] {value} of {total}',
    formatValue: (value, _options, type) => (type === 'value' || type === 'total' ? show(value) : String(value)),
    clearOnComplete: true,
    linewrap: true,
  });
  let done = 0;
  const start = setTimeout(() => bar.start(total, done), PATIENCE_MS);
  return {
    update(value) {
      done = value;
      if (bar.isActive) bar.update(value);
    },
    stop() {
      clearTimeout(start);
      if (bar.isActive) bar.stop();
    },
  };
};

/** Draws a bar of bytes as soon as the total is known. */
export const followBytes = (terminal: Terminal) => {
  let bar: Promise<Progress> | undefined;
  let isOver = false;
  return {
    onProgress(done: number, total: number): void {
      if (isOver) return;
      bar ??= drawProgress(terminal, total, formatBytes);
      void bar.then(({ update }) => update(done));
    },
    async stop(): Promise<void> {
      isOver = true;
      (await bar)?.stop();
    },
  };
};
