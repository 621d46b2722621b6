import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ProjectName = 'unit' | 'contract' | 'process' | 'browser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TESTS = ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts', 'tools/**/*.test.ts'];

/** Imports of tests and fixtures, and the project that provides each; the first match decides. */
const NEEDS: readonly (readonly [RegExp, ProjectName])[] = [
  [/^playwright-core$/, 'browser'],
  [/^node:child_process$/, 'process'],
  [/^better-sqlite3$|\/adapters\/sql\/|\/server\/src\/compose\//, 'contract'],
];

/** Types bring nothing with them. */
const IMPORT = /^(?:import|export)\b(?! type\b)[^;]*?'([^']+)';$/gm;

/** Returns everything that a file imports, directly or through its helpers, but not through the program under test. */
const importsOf = (file: string, seen = new Set<string>()): Set<string> => {
  for (const [, name = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
    const path = name.startsWith('.') ? join(dirname(file), name) : name;
    if (seen.has(path)) continue;
    seen.add(path);
    if (/^(?:tests|tools)\/.*\.ts$/.test(path)) importsOf(path, seen);
  }
  return seen;
};

const projectOf = (file: string): ProjectName => {
  const imports = [...importsOf(file)];
  return NEEDS.find(([need]) => imports.some((name) => need.test(name)))?.[1] ?? 'unit';
};

/**
 * Returns the tests of a project. A test belongs to the project that provides what it imports, so that no list has to
 * be kept.
 */
export const testsOf = (project: ProjectName): string[] =>
  globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter((file) => projectOf(file) === project);
