import { expect, it } from 'vitest';
import { readKeptValues } from './kept-values.ts';

const CHANGED = '2026-01-01T00:00:00Z';
const told = (value: object) =>
  Buffer.from(JSON.stringify([{ index: 7, format: 'string', timestamp: CHANGED, ...value }]));
const URL_TOLD = { element: '_t', type: 'URL' };

const read = (elements: Readonly<Record<string, string | Uint8Array>>) =>
  readKeptValues(
    Object.entries(elements).map(([element, value]) => ({ element, value: Buffer.from(value as string) })),
    CHANGED,
  );

it('tells what was noted of a value', () => {
  const [value] = read({ _t: 'https://example.org/', _handle: told({ ...URL_TOLD, ttl: 5, permissions: '1100' }) });
  expect(value).toMatchObject({ index: 7, type: 'URL', ttl: 5, permissions: '1100' });
});

it.each([
  ['permissions that are none', { ...URL_TOLD, permissions: null }],
  ['an index that is none', { ...URL_TOLD, index: -1 }],
  ['a time to live that is none', { ...URL_TOLD, ttl: {} }],
  ['a type that is none', { ...URL_TOLD, type: 5 }],
])('passes over notes with %s, which any interface may have bound', (_what, value) => {
  expect(read({ _t: 'https://example.org/', _handle: told({ ttl: 5, ...value }) })).toEqual([
    {
      index: 1,
      type: 'URL',
      data: { format: 'string', value: 'https://example.org/' },
      ttl: 86_400,
      timestamp: CHANGED,
    },
  ]);
});

it.each(['admin', 'vlist', 'key', 'site'])('shows what does not fit the format %s as a text', (format) => {
  const [value] = read({ A: 'null', _handle: told({ element: 'A', type: 'A', ttl: 5, format }) });
  expect(value).toMatchObject({ index: 7, data: { format: 'string', value: 'null' } });
});

it('gives what others bound the free indexes in order', () => {
  const names = Array.from({ length: 20_000 }, (_, number) => [`e${number}`, 'x'] as const);
  const values = read({
    ...Object.fromEntries(names),
    _t: 'https://example.org/',
    _handle: told({ ...URL_TOLD, ttl: 5 }),
  });
  expect(values.map(({ index }) => index)).toEqual(Array.from({ length: 20_001 }, (_, number) => number + 1));
});
