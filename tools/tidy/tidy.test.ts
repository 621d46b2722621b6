import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type SourceFile, tidy } from './tidy.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const list = (...patterns: readonly string[]): readonly string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (path) => /node_modules|\/dist\//.test(path) }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

const read = (path: string): SourceFile => ({ path, text: readFileSync(`${root}${path}`, 'utf8') });

const judge = (path: string, text: string): readonly string[] => tidy({ sources: [{ path, text }], vectors: [] });

describe('this project', () => {
  it('is tidy', () => {
    const sources = list('packages/*/src/**/*.{ts,tsx}', 'tests/**/*.ts', 'tools/**/*.ts', 'benchmarks/**/*.ts').map(
      read,
    );
    const vectors = list('vectors/**/*.json', 'vectors/**/*.txt');
    expect(sources.length).toBeGreaterThan(50);
    expect(vectors.length).toBeGreaterThan(10);
    expect(tidy({ sources, vectors })).toEqual([]);
  });
});

describe('folders', () => {
  const many = (folder: string, count: number): readonly string[] =>
    tidy({
      sources: Array.from({ length: count }, (_, index) => ({ path: `${folder}/a${index}.ts`, text: '' })),
      vectors: [],
    });

  it('hold at most a dozen files', () => {
    expect(many('packages/server/src/ports', 12)).toEqual([]);
    expect(many('packages/server/src/ports', 13)).toEqual([
      'packages/server/src/ports: 13 files, at most 12: split it by what they do',
    ]);
  });

  it('hold more where they are a list', () => {
    expect(many('packages/server/src/adapters/sql/migrations', 40)).toEqual([]);
  });
});

describe('imports', () => {
  it.each([
    ['core from a package', 'packages/core/src/ibi/x.ts', "import { a } from 'fastify';"],
    ['core from Node.js', 'packages/core/src/ibi/x.ts', "import 'node:fs';"],
    ['core from the server', 'packages/core/src/ibi/x.ts', "import { a } from '../../../server/src/ports/a.ts';"],
    [
      'a service from a transport',
      'packages/server/src/services/minting/x.ts',
      "import { a } from '../../transports/cli/a.ts';",
    ],
    [
      'a service from an adapter',
      'packages/server/src/services/minting/x.ts',
      "import { a } from '../../adapters/sql/a.ts';",
    ],
    ['a service from a driver', 'packages/server/src/services/minting/x.ts', "import a from 'better-sqlite3';"],
    [
      'a transport from an adapter',
      'packages/server/src/transports/http/x.ts',
      "import { a } from '../../adapters/sql/a.ts';",
    ],
    [
      'a transport from an adapter, lazily',
      'packages/server/src/transports/cli/x.ts',
      "await import('../../adapters/sql/a.ts');",
    ],
    ['a port from a service', 'packages/server/src/ports/x.ts', "import { a } from '../services/minting/a.ts';"],
    ['a transport from compose', 'packages/server/src/transports/cli/x.ts', "import { a } from '../../compose.ts';"],
    ['the console from the server', 'packages/console/src/start/x.ts', "import { a } from '@perene/server';"],
  ])('refuses %s', (_what, path, text) => {
    expect(judge(path, text)).toEqual([expect.stringContaining('may not import')]);
  });

  it.each([
    [
      'a transport from a service',
      'packages/server/src/transports/cli/x.ts',
      "import { a } from '../../services/minting/a.ts';",
    ],
    ['an adapter from a port', 'packages/server/src/adapters/sql/x.ts', "import { a } from '../../ports/a.ts';"],
    ['the console from core', 'packages/console/src/start/x.ts', "import { a } from '@perene/core';"],
  ])('allows %s', (_what, path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  it('asks for a room for every file', () => {
    expect(judge('packages/server/src/helpers/x.ts', '')).toEqual([expect.stringContaining('lives in no room')]);
  });
});

describe('the other rules', () => {
  it.each(['Date.now()', 'new Date()', 'Math.random()', 'performance.now()', 'crypto.randomUUID()', 'process.argv'])(
    'keep %s out of core',
    (code) => {
      expect(judge('packages/core/src/ibi/x.ts', `const a = ${code};`)).toEqual([
        expect.stringContaining('core receives time and chance'),
      ]);
    },
  );

  it('let comments of core mention time', () => {
    expect(judge('packages/core/src/ibi/x.ts', '// never Date.now()\n/* nor\n Math.random() */')).toEqual([]);
  });

  it('keep process.env in main.ts', () => {
    expect(judge('packages/server/src/config/x.ts', 'const a = process.env;')).toHaveLength(1);
    expect(judge('packages/server/src/main.ts', 'const a = process.env;')).toEqual([]);
  });

  it('load parts late only where a command begins', () => {
    const late = "const { a } = await import('./a.ts');";
    expect(judge('packages/server/src/compose/x.ts', late)).toEqual([expect.stringContaining('late')]);
    expect(judge('packages/server/src/transports/cli/perene/x.ts', late)).toEqual([]);
  });

  it.each([`refuse('x', { reason: 'the key is wrong' })`, `const a = \`\${b} was not found\`;`, `x('two words here')`])(
    'let services make no sentence: %s',
    (code) => {
      expect(judge('packages/server/src/services/keys/x.ts', code)).toEqual([expect.stringContaining('return a code')]);
      expect(judge('packages/server/src/transports/cli/x.ts', code)).toEqual([]);
    },
  );

  it.each(["throw new Error('this cannot be so');", '// it says so here', "refuse('key-wrong')", "x('two words')"])(
    'let services write %s',
    (code) => {
      expect(judge('packages/server/src/services/keys/x.ts', code)).toEqual([]);
    },
  );

  it('bound the length of files, tests excepted', () => {
    expect(judge('packages/core/src/ibi/x.ts', 'a\n'.repeat(300))).toEqual([]);
    expect(judge('packages/core/src/ibi/x.ts', 'a\n'.repeat(301))).toEqual([expect.stringContaining('301 lines')]);
    expect(judge('packages/core/src/ibi/x.test.ts', 'a\n'.repeat(900))).toEqual([]);
  });

  it('name files in kebab-case', () => {
    expect(judge('tools/camelCase.ts', '')).toEqual([expect.stringContaining('kebab-case')]);
    expect(judge('packages/core/src/ibi/base27.test.ts', '')).toEqual([]);
  });

  it('know tests that list the folders of a folder of vectors', () => {
    const test = { path: 'tests/a.test.ts', text: "readdirSync('vectors/item/')" };
    expect(tidy({ sources: [test], vectors: ['vectors/item/a/b.json', 'vectors/ibi/a/b.json'] })).toEqual([
      'vectors/ibi/a/b.json: no test reads this file',
    ]);
  });

  it('find vector files that no test reads', () => {
    const test = { path: 'tests/a.test.ts', text: "read('vectors/ibi/a.json')" };
    expect(tidy({ sources: [test], vectors: ['vectors/ibi/a.json', 'vectors/ibi/b.json'] })).toEqual([
      'vectors/ibi/b.json: no test reads this file',
    ]);
    const walk = { path: 'tests/b.test.ts', text: "readdirSync('vectors/ibi/')" };
    expect(tidy({ sources: [walk], vectors: ['vectors/ibi/a.json', 'vectors/wire/a.json'] })).toEqual([
      'vectors/wire/a.json: no test reads this file',
    ]);
  });
});
