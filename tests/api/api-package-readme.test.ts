import { readFileSync } from 'node:fs';
import { ApiError, createClient } from '@perene/api';
import { expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';

const README = readFileSync(new URL('../../packages/api/README.md', import.meta.url), 'utf8');
const EXAMPLES = [...README.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

it.each(EXAMPLES)('an example of the README of @perene/api runs', async (code) => {
  const { url, keys } = await startApiServer();
  const printed: unknown[][] = [];
  const body = code
    .replaceAll(/^import .*$/gm, '')
    .replaceAll('https://example.org', url)
    .replaceAll('perene_...', keys.depositor);
  const run = new Function('createClient', 'ApiError', 'console', `return (async () => {${body}})()`);
  await run(createClient, ApiError, { log: (...values: unknown[]) => printed.push(values) });
  expect(printed).toEqual([
    code.includes('depositItem') ? [expect.stringMatching(/^http:\/\/example\.org\//), 1] : ['item-not-found', 404],
  ]);
});
