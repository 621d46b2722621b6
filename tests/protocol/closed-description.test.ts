import { expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';

const SECRET = 'Unpublishable';

const startNode = async () => {
  const { node, url, createKey } = await serveTestNode();
  const deposit = (networks: readonly string[] | undefined, fileList: 'open' | 'closed' = 'open') =>
    node.archive.deposit(
      {
        files: filesOf({ 'a.txt': 'a' }),
        metadata: { title: SECRET, creator: `${SECRET}, Ana` },
        language: 'pt',
        access: { ...(networks && { networks }), fileList, description: 'closed' },
      },
      AUTHOR,
    );
  const authorization = `Basic ${btoa(`reader:${await createKey('reader')}`)}`;
  const bearer = `Bearer ${await createKey('reader')}`;
  const ask = async (path: string, { hasKey = false, accept = '*/*' } = {}) => {
    const key = path.startsWith('/api/') ? bearer : authorization;
    const headers = { accept, ...(hasKey && { authorization: key }) };
    const answer = await fetch(`${url}${path}`, { headers, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  return { node, deposit, ask };
};

const addressesOf = (label: string, metadata: string): readonly string[] => [
  `/api/v1/items/${encodeURIComponent(label)}`,
  `/api/v1/items/${encodeURIComponent(metadata)}`,
  '/api/v1/items',
  `/api/v1/items?q=${SECRET}`,
  `/api/v1/items/${encodeURIComponent(metadata)}/history`,
  `/items/${label}`,
  ...['metadata', 'metadata.json', 'metadata.xml', 'cite', 'citation.bib', 'citation.ris'].map(
    (part) => `/items/${label}/${part}`,
  ),
  ...['claims', 'proof'].map((part) => `/api/v1/items/${encodeURIComponent(label)}/${part}`),
  '/items',
  '/',
  `/search?q=${SECRET.slice(0, 5)}*`,
];

it('a closed description is shown nowhere to those outside, and everywhere with a key', async () => {
  const { deposit, ask } = await startNode();
  const { repository, metadata } = await deposit(['192.0.2.0/24']);
  const description = metadata?.repository ?? '';
  for (const path of addressesOf(repository, description)) {
    for (const accept of ['application/json', 'text/html']) {
      const { status, text } = await ask(path, { accept });
      expect(status, path).not.toBe(500);
      expect(text.replaceAll(`q=${SECRET}`, ''), path).not.toContain(SECRET);
    }
    const shown = await ask(path, { hasKey: true });
    if (shown.status === 200 && !/\/(claims|proof)$|^\/search/.test(path)) expect(shown.text, path).toContain(SECRET);
  }
  for (const path of [`/col/${description}/doc/metadata.json`, `/col/${description}/doc/metadata.json?choice=oai_dc`]) {
    expect(await ask(path), path).toMatchObject({ status: 403, text: expect.not.stringContaining(SECRET) });
  }
  // That the item exists, and what state it has, stays public.
  expect(JSON.parse((await ask(`/api/v1/items/${encodeURIComponent(repository)}`)).text)).toMatchObject({
    repository,
    state: 'Original',
    creators: [],
    files: [],
    access: { description: 'closed' },
  });
  const [files, history] = ['files', 'history'].map(
    (part) => `/api/v1/items/${encodeURIComponent(repository)}/${part}`,
  );
  for (const path of [files, history]) expect((await ask(path ?? '')).text).toContain('description-closed');
  expect((await ask(`/items/${repository}`)).text).toContain('The description of this item is not public');
  expect(await ask(`/items/${repository}/metadata.json`)).toMatchObject({
    status: 403,
    text: expect.stringContaining('description-closed'),
  });
});

it('readers inside the networks of the item see it, and those without networks need a key', async () => {
  const { deposit, ask } = await startNode();
  const inside = await deposit(['127.0.0.0/8']);
  expect((await ask(`/items/${inside.repository}`)).text).toContain(SECRET);
  expect((await ask(`/api/v1/items/${encodeURIComponent(inside.repository)}`)).text).toContain(SECRET);
  expect((await ask(`/col/${inside.metadata?.repository}/doc/metadata.json`)).text).toContain(SECRET);
  // Lists are the same for all without a key.
  expect((await ask(`/api/v1/items?q=${SECRET}`)).text).not.toContain(inside.repository);
  const keyed = await deposit(undefined);
  expect((await ask(`/items/${keyed.repository}`)).text).not.toContain(SECRET);
  expect((await ask(`/items/${keyed.repository}`, { hasKey: true })).text).toContain(SECRET);
});

it('messages of the protocol and tombstones tell nothing of it either', async () => {
  const { node, deposit, ask } = await startNode();
  const { repository } = await deposit(['192.0.2.0/24']);
  const { text: service } = await node.serviceLabel();
  const answer = () =>
    ask(
      `/${service}?servicesubject=urlRequest&clientinformation.ipaddress=198.51.100.7&parsedibiurl.ibi=${repository}`,
    );
  // Readers outside are led to the page, which says why it is closed: a description is no way out.
  expect((await answer()).text).toContain(`/items/${repository}`);
  expect((await answer()).text).not.toContain('a.txt');
  expect((await ask(`/col/${repository}/doc/a.txt`)).text).toContain('client-not-allowed');
  await node.archive.remove(named(repository), { reason: 'at the wish of its author' }, AUTHOR);
  expect((await answer()).text).toContain('Deleted');
  expect((await answer()).text).not.toContain(SECRET);
  for (const path of [`/items/${repository}`, `/api/v1/items/${encodeURIComponent(repository)}`]) {
    expect(await ask(path)).toMatchObject({ status: 410, text: expect.not.stringContaining(SECRET) });
  }
});

it('readers outside are not told the names of files in a closed list', async () => {
  const { node, deposit, ask } = await startNode();
  const { repository } = await deposit(['192.0.2.0/24'], 'closed');
  const { text: service } = await node.serviceLabel();
  const answerTo = async (address: string, more = '') => {
    const asked = `servicesubject=urlRequest&clientinformation.ipaddress=${address}&parsedibiurl.ibi=${repository}${more}`;
    return (await ask(`/${service}?${asked}`)).text;
  };
  for (const more of ['', '&parsedibiurl.filepath=a.txt', '&parsedibiurl.filepath=b.txt']) {
    const answer = await answerTo('198.51.100.7', more);
    expect(answer, more).toContain(`/items/${repository}`);
    expect(answer, more).not.toContain('a.txt');
  }
  expect(await answerTo('192.0.2.1')).toContain(`/col/${repository}/doc/a.txt`);
  expect((await ask(`/items/${repository}`)).text).toContain('The description of this item is not public');
});

it('nobody finds out the name of a closed file by asking for it', async () => {
  const { deposit, ask } = await startNode();
  const items = await Promise.all((['open', 'closed'] as const).map((fileList) => deposit(['192.0.2.0/24'], fileList)));
  const accepted = ['*/*', 'text/html', 'application/json', 'application/ld+json', 'image/png', 'text/x-bibliography'];
  for (const { repository } of items) {
    const addresses = [`/col/${repository}/doc/`, `/${repository}/`, `/api/v1/resolve?url=/${repository}/`];
    for (const address of [...addresses, `/items/${repository}?file=`]) {
      for (const accept of accepted) {
        const [there, absent] = [await ask(`${address}a.txt`, { accept }), await ask(`${address}b.txt`, { accept })];
        expect({ ...absent, text: absent.text.replaceAll('b.txt', 'a.txt') }, `${address} ${accept}`).toEqual(there);
      }
    }
  }
});
