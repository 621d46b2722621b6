import { describe, expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const start = async (publicReading: 'yes' | 'no') => {
  const { node, url, createKey } = await serveTestNode({ 'public-reading': publicReading });
  const item = await node.archive.deposit(
    { files: filesOf({ 'a.txt': 'inner text' }), metadata: { title: 'Inner paper' } },
    AUTHOR,
  );
  await node.minters.create({ name: 'arks', template: undefined, naan: '13030', contact: '' });
  await node.minters.bind('arks', {
    how: 'set',
    id: '13030/x1',
    element: '_t',
    value: Buffer.from('https://example.org/x1'),
    contact: '',
  });
  await node.minters.bind('arks', {
    how: 'set',
    id: '13030/x1',
    element: 'what',
    value: Buffer.from('Inner paper'),
    contact: '',
  });
  const reader = await createKey('reader');
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers, redirect: 'manual' });
  return { item, reader, ask, node };
};

describe('reading that is not public', () => {
  it('needs a key wherever something of an item is shown', async () => {
    const { item, reader, ask } = await start('no');
    const basic = `Basic ${Buffer.from(`anybody:${reader}`).toString('base64')}`;
    for (const path of [
      `/col/${item.repository}/doc/a.txt`,
      `/col/${item.repository}/doc/`,
      `/col/${item.metadata?.repository}/doc/`,
      `/col/${item.metadata?.repository}/doc/?choice=oai_dc`,
      '/ark:13030/x1?info',
      '/ark:13030/x1?',
      '/ark:13030/x1??',
      '/items',
      `/items/${item.repository}`,
      '/api/v1/items',
      `/api/v1/items/${item.repository}`,
      '/api/v1/minters/arks/ids/13030%2Fx1',
    ]) {
      const closed = await ask(path, { accept: 'text/html' });
      const said = await closed.text();
      expect([path, closed.status, /inner/i.test(said)]).toEqual([path, 401, false]);
      const scheme = path.startsWith('/api/') ? `Bearer ${reader}` : basic;
      const open = await ask(path, { authorization: scheme });
      expect([path, open.status]).toEqual([path, 200]);
      expect(open.headers.get('cache-control') ?? '').not.toContain('public');
    }
  });

  it('tells no title of what was removed', async () => {
    const { item, ask, node } = await start('no');
    await node.archive.remove(named(item.repository), { reason: 'asked for' }, AUTHOR);
    for (const accept of ['text/html', 'application/json']) {
      const answer = await ask(`/${item.repository}`, { accept });
      const said = await answer.text();
      expect([answer.status, /inner/i.test(said), said.includes('asked for')]).toEqual([410, false, true]);
    }
  });

  it('leaves resolution open, which tells nothing else', async () => {
    const { item, ask, node } = await start('no');
    const found = await ask(`/${item.repository}`);
    expect([found.status, found.headers.get('location')]).toEqual([
      302,
      expect.stringContaining(`/col/${item.repository}/doc/a.txt`),
    ]);
    expect((await ask('/ark:13030/x1')).headers.get('location')).toBe('https://example.org/x1');
    const { text: service } = await node.serviceLabel();
    const answer = await ask(
      `/${service}?servicesubject=urlRequest&clientinformation.ipaddress=192.0.2.1&parsedibiurl.ibi=${item.repository}`,
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('Inner');
  });
});

it('public reading needs no key, even beside a wrong one', async () => {
  const { item, ask } = await start('yes');
  for (const path of [`/col/${item.repository}/doc/a.txt`, '/ark:13030/x1?info']) {
    expect((await ask(path, { authorization: 'Bearer wrong' })).status).toBe(200);
  }
});
