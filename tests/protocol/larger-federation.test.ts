import { beforeEach, describe, expect, it } from 'vitest';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { named } from '../fixtures/labels.ts';
import { serveTestNode } from '../fixtures/served-node.ts';
import { settingsOf } from '../fixtures/test-node.ts';

/** A node with a resolver of its own, which belongs to the federation of another resolver. */
type Served = Awaited<ReturnType<typeof serveTestNode>>;

const ELSEWHERE = 'example.org/elsewhere/2020/01.01.00.00';
const ORIGINAL = '?ibiurl.requireditemstatus=Original';

let [resolver, node]: Served[] = [];

const deposit = async (at: Served | undefined, options: { readonly language?: string } = {}): Promise<string> =>
  (await (at as Served).node.archive.deposit({ files: filesOf({ 'a.txt': 'a' }), ...options }, AUTHOR)).repository;

const edit = (label: string, changes: Parameters<Served['node']['archive']['edit']>[1]) =>
  (node as Served).node.archive.edit(named(label), changes, AUTHOR);

const ask = async (path: string) => {
  const answer = await fetch(`${node?.url}/${path}`, { redirect: 'manual' });
  await answer.text();
  return { status: answer.status, location: answer.headers.get('location') };
};

const handedOn = (path: string) => ({
  status: 302,
  location: `${resolver?.url}/${path}${path.includes('?') ? '&' : '?'}ibiurl.forwarded=yes`,
});

const here = (label: string) => ({ status: 302, location: `http://example.org/col/${label}/doc/a.txt` });

beforeEach(async () => {
  const prefixes = { repositoryPrefix: 'example.org/resolver', ibipPrefix: undefined };
  resolver = await serveTestNode({ 'public-url': 'http://resolver.example.org' }, {}, prefixes);
  node = await serveTestNode({ 'resolver-url': resolver.url });
});

describe('a node in a larger federation', () => {
  it('gives persistent URLs of its resolver if it resolves nothing itself', async () => {
    const joined = {
      'archive.resolver': 'http://resolver.example.org',
      'archive.registration-key': '1234567890123456789012',
      'archive.administrator-email': 'a@example.org',
    } as const;
    expect(settingsOf({ ...joined, roles: 'archive,minter' }).resolverUrl).toBe('http://resolver.example.org');
    expect(settingsOf({ ...joined, 'public-url': 'http://own.example.org' }).resolverUrl).toBe(
      'http://own.example.org',
    );
    expect(settingsOf({ roles: 'archive', 'public-url': 'http://own.example.org' }).resolverUrl).toBe(
      'http://own.example.org',
    );
  });

  it('resolves its own items, their editions and translations itself', async () => {
    const [first, second] = [await deposit(node, { language: 'en' }), await deposit(node, { language: 'en' })];
    await edit(first, { nextEdition: second });
    expect(await ask(first)).toMatchObject(here(first));
    expect(await ask(`${first}!`)).toMatchObject(here(second));
    expect(await ask(`${second}+(en)`)).toMatchObject(here(second));
  });

  it('leads to the resolver where that knows an item, and here nobody does', async () => {
    const there = await deposit(resolver);
    for (const path of [there, `${there}!`, `${there}${ORIGINAL}`])
      expect(await ask(path)).toMatchObject(handedOn(path));
    // What another resolver has passed on is led to the item itself.
    expect(await ask(`${there}?ibiurl.forwarded=yes`)).toMatchObject({
      status: 302,
      location: expect.stringContaining(`http://resolver.example.org/col/${there}/`),
    });
  });

  it('answers for its own items where the resolver does not know them, as before it is a member', async () => {
    const [item, removed] = [await deposit(node, { language: 'en' }), await deposit(node)];
    await edit(item, { nextEdition: ELSEWHERE, addAliases: ['doi:10.1000/own'] });
    await (node as Served).node.archive.remove(named(removed), { reason: 'asked for' }, AUTHOR);
    const led = [item, `${item}!`, `${item}${ORIGINAL}`, `${item}!${ORIGINAL}`, 'doi:10.1000/own'];
    for (const path of led) expect(await ask(path)).toMatchObject(here(item));
    expect(await ask(`${item}+(pt)`)).toMatchObject({ status: 404 });
    expect(await ask(`${item}/nofile`)).toMatchObject({ status: 404 });
    expect(await ask(removed)).toMatchObject({ status: 410 });
    expect(await ask(`col/${item}/doc/nofile`)).toMatchObject({ status: 404 });
  });

  it('says no to nothing while the resolver is silent', async () => {
    const [item, older] = [await deposit(node, { language: 'en' }), await deposit(node)];
    await edit(older, { nextEdition: ELSEWHERE });
    await resolver?.server.close();
    expect(await ask(ELSEWHERE)).toMatchObject({ status: 503 });
    expect(await ask(older)).toMatchObject(here(older));
    expect(await ask(`${older}!`)).toMatchObject({ status: 503 });
    expect(await ask(`${item}+(pt)`)).toMatchObject({ status: 503 });
    for (const path of [item, `${item}!`, `${item}${ORIGINAL}`]) expect(await ask(path)).toMatchObject(here(item));
  });

  it('counts what it leads to itself, and leaves the rest to the resolver to count', async () => {
    const { archive } = (node as Served).node;
    const [first, second] = [await deposit(node), await deposit(node)];
    await edit(first, { nextEdition: second });
    const countOf = async (label: string): Promise<number> => {
      const { accesses } = await archive.present(named(label), { from: '2000-01-01', to: '9999-12-31' });
      return accesses.reduce((sum, day) => sum + day.accesses, 0);
    };
    for (let times = 1; times <= 2; times += 1) {
      await ask(`${first}!`);
      await expect.poll(() => countOf(second)).toBe(times);
    }
    expect(await countOf(first)).toBe(0);
  });

  it('answers by itself what came from a resolver', async () => {
    const item = await deposit(node);
    await edit(item, { nextEdition: ELSEWHERE });
    expect(await ask(`${item}!?ibiurl.forwarded=yes`)).toMatchObject({
      status: 302,
      location: expect.stringContaining(item),
    });
    expect(await ask(`${ELSEWHERE}?ibiurl.forwarded=yes`)).toMatchObject({ status: 404 });
    expect(await ask('example.org/no-label/20')).toMatchObject({ status: 400 });
  });

  it('asks the resolver for what the API is asked for', async () => {
    const there = await deposit(resolver);
    const askApi = async (path: string, headers = {}) =>
      (await fetch(`${node?.url}/api/v1/resolve?url=/${path}`, { headers })).json();
    expect(await askApi(there)).toMatchObject({ outcome: 'found', url: expect.stringContaining(there) });
    // A question that has been here goes no further.
    expect(await askApi(there, { via: '1.1 perene-example.org' })).toMatchObject({ outcome: 'unknown' });
  });

  it('passes on what a node asks that takes it for its resolver', async () => {
    const smaller = await serveTestNode({
      'public-url': 'http://smaller.example.org',
      'resolver-url': node?.url ?? '',
    });
    const there = await deposit(resolver);
    const answer = await fetch(`${smaller.url}/api/v1/resolve?url=/${there}`);
    expect(await answer.json()).toMatchObject({ outcome: 'found', url: expect.stringContaining(there) });
  });
});
