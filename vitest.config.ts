import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { quickFolder } from './tests/fixtures/quick-folder.ts';
import { type ProjectName, testsOf } from './tests/projects.ts';

const POSTGRES = ['tests/fixtures/postgres.ts'];
const SAME_CASES = ['tests/fixtures/same-cases.ts'];

/** The longest begin, then tests that wait for programs, and the many short ones fill the processors at the end. */
const LONGEST = ['tests/federation/oracle/', 'tests/fuzz/'];
const ORDER: readonly ProjectName[] = ['process', 'browser', 'contract', 'unit'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((folder) => moduleId.includes(folder));
    const others = sorted.filter((file) => !isLong(file));
    return [
      ...sorted.filter(isLong),
      ...ORDER.flatMap((name) => others.filter(({ project }) => project.name === name)),
    ];
  }
}

const project = (
  name: ProjectName,
  options: { readonly globalSetup?: string[]; readonly setupFiles?: string[] } = {},
) => ({
  extends: true as const,
  test: { name, include: testsOf(name), ...options },
});

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    projects: [
      project('unit', { setupFiles: SAME_CASES }),
      project('contract', { globalSetup: POSTGRES, setupFiles: SAME_CASES }),
      project('process', { globalSetup: POSTGRES, setupFiles: SAME_CASES }),
      project('browser', { globalSetup: ['tests/fixtures/browser-server.ts'] }),
    ],
    // Files of one worker share what they import, which most of them have in common.
    isolate: false,
    sequence: { sequencer: LongFirst },
    env: { TMPDIR: quickFolder() },
    // More than there are processors, because tests of processes and databases often wait.
    maxWorkers: availableParallelism() + 2,
    // Limits for tests that hang. They are far beyond what a busy machine needs, because no test asserts a time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 590_000 } },
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 100, branches: 100, functions: 100, lines: 100 },
    },
  },
});
