import { parseNetwork } from '@perene/core/item';
import { describe, expect, it } from 'vitest';
import { startApiServer } from './api-server.ts';

const PROXY = ['127.0.0.0/8', '::1/128'].flatMap((text) => {
  const network = parseNetwork(text);
  return network.ok ? [network.value] : [];
});

describe('searches without a key', () => {
  it('are refused to a network that causes too much work, told when to come back, and to nobody else', async () => {
    const { url, keys } = await startApiServer({ trustedProxies: PROXY });
    const ask = async (path: string, address: string, more: Record<string, string> = {}) => {
      const answer = await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': address, ...more } });
      await answer.text();
      return answer;
    };
    const search = (address: string, more?: Record<string, string>) => ask('/api/v1/items?q=word', address, more);
    const answers: Response[] = [];
    while (answers.at(-1)?.status !== 429 && answers.length < 2_000) answers.push(await search('198.51.100.1'));
    const refused = answers.at(-1);
    expect(answers.length).toBeGreaterThan(10);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('link')).toContain('/dumps');
    // A page says the same, though some of the budget comes back while it is asked for.
    const pages: number[] = [];
    while (pages.at(-1) !== 429 && pages.length < 2_000) {
      pages.push((await ask('/search?q=word', '198.51.100.77', { accept: 'text/html' })).status);
    }
    expect(pages.at(-1)).toBe(429);
    // Whatever else is read, and whoever else searches, or has a key, is answered.
    expect((await ask('/items', '198.51.100.1')).status).toBe(200);
    expect((await ask('/api/v1/items', '198.51.100.1')).status).toBe(200);
    expect((await ask('/', '198.51.100.1')).status).toBe(200);
    expect((await search('203.0.113.1')).status).toBe(200);
    expect((await search('198.51.100.1', { authorization: `Bearer ${keys.reader}` })).status).toBe(200);
  });
});
