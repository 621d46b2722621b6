import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const MAX_GZIPPED_BYTES = 16_000;

it.each([
  ['index.ts', 60],
  ['trust/index.ts', 50],
])('core/src/%s is one small module without imports, for browsers too', async (entry, minExports) => {
  const input = fileURLToPath(new URL(`../../packages/core/src/${entry}`, import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  const [{ code, imports, dynamicImports, exports }] = output;
  expect([...imports, ...dynamicImports]).toEqual([]);
  expect(exports.length).toBeGreaterThan(minExports);
  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
});
