import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { OPERATION_LIST } from '@perene/api';
import { defineConfig, type Plugin } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const MIN_BYTES = 1_000;

/** Leaves each text compressed beside itself, so that the server need not compress it. */
const compressTexts: Plugin = {
  name: 'compress-texts',
  apply: 'build',
  writeBundle({ dir = '' }, files) {
    for (const name of Object.keys(files).filter((file) => /\.(?:js|css|html|svg)$/.test(file))) {
      const content = readFileSync(join(dir, name));
      if (content.length < MIN_BYTES) continue;
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

type Shape = { readonly required?: readonly string[]; readonly properties?: Readonly<Record<string, object>> };

const namesOf = (schema: Shape | undefined) =>
  schema && { properties: Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, 0])) };

/** What the client checks of an answer. */
const shapeOf = ({ required = [], properties = {} }: Shape) => ({
  required,
  properties: Object.fromEntries(
    required.map((name) => {
      const property = properties[name];
      return [name, property !== undefined && 'type' in property ? { type: property.type } : {}];
    }),
  ),
});

/** The console calls operations, and leaves it to the node to check and describe them: that is a third of its size. */
const callOperations: Plugin = {
  name: 'call-operations',
  apply: 'build',
  load(id) {
    if (!/\/api\/src\/operations\/index\.ts$/.test(id.replaceAll('\\', '/'))) return undefined;
    const operations = OPERATION_LIST.map(([name, { method, path, query, body, formPart, answer }]) => [
      name,
      {
        ...{ method, path, query: namesOf(query), body: namesOf(body), formPart },
        answer: answer.body === undefined ? {} : { body: shapeOf(answer.body) },
      },
    ]);
    return `export const OPERATION_LIST = ${JSON.stringify(operations)}; export const OPERATIONS = Object.fromEntries(OPERATION_LIST);`;
  },
};

export default defineConfig({
  plugins: [callOperations, compressTexts],
  resolve: { conditions: ['source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The first browsers with light-dark(). For older ones it would be rewritten into variables that are set only beside a
    // color-scheme in the same sheet, which the sheets of the server's own pages have instead.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: { index: page('index.html'), console: page('console.html'), verify: page('verify.html') },
    },
  },
});
