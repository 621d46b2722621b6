/** A function to repeat; its result is kept, so that no compiler can leave the call out. */
export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
}

export interface Result {
  readonly name: string;
  readonly perSecond: number;
}

const SAMPLES = 7;
const SAMPLE_MS = 120;
const BATCH = 512;

let kept: unknown;

const sample = (run: () => unknown, milliseconds: number): number => {
  let calls = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < milliseconds) {
    for (let call = 0; call < BATCH; call += 1) kept = run();
    calls += BATCH;
    elapsed = performance.now() - start;
  }
  return (calls / elapsed) * 1_000;
};

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

/** Runs the contenders in turns, so that noise of the machine affects all of them; the median of the samples counts. */
export const compare = (contenders: readonly Contender[]): readonly Result[] => {
  for (const { run } of contenders) sample(run, SAMPLE_MS / 2);
  const samples = contenders.map((): number[] => []);
  for (let round = 0; round < SAMPLES; round += 1) {
    for (const [index, { run }] of contenders.entries()) samples[index]?.push(sample(run, SAMPLE_MS));
  }
  if (kept === compare) throw new Error('never');
  return contenders.map(({ name }, index) => ({ name, perSecond: median(samples[index] ?? []) }));
};

export const formatRate = (perSecond: number): string =>
  perSecond >= 1e6 ? `${(perSecond / 1e6).toFixed(2)} M/s` : `${(perSecond / 1e3).toFixed(0)} k/s`;

/** Prints columns as wide as their widest cell. */
export const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    process.stdout.write(`${cells.join('   ').trimEnd()}\n`);
  }
};
