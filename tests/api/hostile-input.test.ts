import { expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const start = async () => {
  const { node, url, createKey } = await serveTestNode();
  const key = await createKey('admin');
  const ask = async (path: string, options: RequestInit = {}) => {
    const { headers, ...rest } = options;
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...headers } as Record<string, string>,
      redirect: 'manual',
      ...rest,
    });
    return { status: answer.status, text: await answer.text() };
  };
  return { node, ask };
};

it('metadata whose fields are named as parts of every object are shown like others', async () => {
  const { node, ask } = await start();
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const metadata = { title: 'Names', ...Object.fromEntries(names.map((name) => [name, `the ${name}`])) };
  const item = await node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }), metadata }, AUTHOR);
  for (const page of [
    '',
    '/metadata',
    '/metadata.json',
    '/metadata.xml',
    '/cite',
    '/cite.bib',
    '/cite.json',
    '?lang=pt',
  ]) {
    const { status, text } = await ask(`/items/${item.repository}${page}`, { headers: { accept: 'text/html' } });
    expect([page, status]).toEqual([page, 200]);
    expect(text).not.toContain('[native code]');
  }
  const { text } = await ask(`/items/${item.repository}/metadata`, { headers: { accept: 'text/html' } });
  for (const name of names) expect(text).toContain(`the ${name}`);
  expect((await ask(`/api/v1/items/${item.repository}`)).status).toBe(200);
});

it('half a character at the limit of a text is no failure', async () => {
  const { ask } = await start();
  const text = encodeURIComponent(`${'a'.repeat(999)}\u{1F600}`);
  for (const path of [`/search?q=${text}`, `/?q=${text}`, `/items?cursor=${text}`, `/api/v1/items?q=${text}`]) {
    const { status } = await ask(path, { headers: { accept: 'text/html' } });
    expect([path.slice(0, 14), status < 500]).toEqual([path.slice(0, 14), true]);
  }
});

it('deeply nested JSON is refused, wherever it is sent', async () => {
  const { ask } = await start();
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const object = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  for (const value of [deep, object]) {
    for (const [method, path, body] of [
      ['POST', '/ibis', value],
      ['POST', '/items', `{"metadata":${value}}`],
      ['POST', '/items', `{"uploads":${value}}`],
      ['POST', '/minters', `{"name":"x","template":${value}}`],
      ['POST', '/minters/x/mint', `{"count":1,"bindings":{"e":${value}}}`],
      ['POST', '/keys', value],
      ['POST', '/archives', `{"mail":${value}}`],
      ['POST', '/transfers/0123456789abcdef0123456789abcdef', value],
      ['PUT', '/minters/x/ids/1/bindings/e', `{"value":${value}}`],
      ['PATCH', '/items/example.org/archive/2026/01.01.00.00', `{"metadata":${value}}`],
    ] as const) {
      const answer = await ask(`/api/v1${path}`, {
        method,
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': `${path.length}${body.length}` },
      });
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
    const form = new FormData();
    form.append('item', new Blob([`{"metadata":${value}}`], { type: 'application/json' }));
    form.append('file', new Blob(['a']), 'a.txt');
    expect((await ask('/api/v1/items', { method: 'POST', body: form })).status).toBeLessThan(500);
  }
});

it('no cursor, whatever it is, is a failure', async () => {
  const { ask } = await start();
  for (const cursor of ['%00', '%ED%A0%80', '%F0%9F%98', 'a%00b', '9'.repeat(30), '-1', '0x1', '%27', '1-%00']) {
    for (const path of ['/items', '/minters', '/archives', '/alerts', '/proposals', '/log', '/keys']) {
      const { status } = await ask(`/api/v1${path}?cursor=${cursor}`);
      expect([path, cursor, status < 500]).toEqual([path, cursor, true]);
    }
    for (const path of ['/items', '/search?q=a']) {
      const { status } = await ask(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
      expect([path, cursor, status < 500]).toEqual([path, cursor, true]);
    }
  }
});
