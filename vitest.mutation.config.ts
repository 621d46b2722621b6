import { defineConfig } from 'vitest/config';

/** Mutation testing runs core's own tests only: those beside the files. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  test: { include: ['packages/core/src/**/*.test.ts'], testTimeout: 60_000 },
});
