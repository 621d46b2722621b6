import { expect, it } from 'vitest';
import { escapeLabel } from './item-urls.ts';

it.each([
  ['/api/v1/items/8JMKD3MGP8W/34PGRBS', '/api/v1/items/8JMKD3MGP8W%2F34PGRBS'],
  ['/api/v1/items/a.b/c@80/2009/02.16/files', '/api/v1/items/a.b%2Fc@80%2F2009%2F02.16/files'],
  ['/api/v1/items/a%2Fb/history?cursor=1/2', '/api/v1/items/a%2Fb/history?cursor=1/2'],
  ['/api/v1/items/a/b/other', '/api/v1/items/a%2Fb%2Fother'],
  ['/api/v1/items/a/b/files/', '/api/v1/items/a%2Fb%2Ffiles%2F'],
  ['/api/v1/proofs/a/b', '/api/v1/proofs/a%2Fb'],
  ['/api/v1/items?q=a/b', '/api/v1/items?q=a/b'],
  ['/api/v1/items/', '/api/v1/items/'],
  ['/api/v1/keys/a/b', '/api/v1/keys/a/b'],
  ['/col/a/b/files', '/col/a/b/files'],
])('%s', (url, escaped) => {
  expect(escapeLabel(url)).toBe(escaped);
});

it('takes time that grows with the length only', () => {
  const url = `/api/v1/items/${'/files'.repeat(10_000)}x`;
  expect(escapeLabel(url)).toHaveLength(url.length + 20_000);
});
