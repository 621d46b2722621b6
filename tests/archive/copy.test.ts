import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpPeerArchives } from '../../packages/server/src/adapters/peers/http-peer-archives.ts';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode, runItemCommand, serveMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const [SQLITE, POSTGRES] = DATABASES;

const startNode = async (
  name: string,
  tested = SQLITE,
  options: { maxFileBytes?: number } = {},
): Promise<MovingNode> => {
  if (tested === undefined) throw new Error('no database');
  const publicUrl = `http://localhost:${await findFreePort()}`;
  const database = await tested.openMigrated();
  const node = await openMovingNode({ database, folder: createTemporaryFolder(), name, publicUrl, ...options });
  const server = await serveMovingNode(node);
  onTestFinished(() => server.close());
  return node;
};

const contentsOf = async (node: MovingNode, label: string): Promise<Record<string, string>> => {
  const contents: Record<string, string> = {};
  for (const { path } of await node.catalogue.files(repositoryLabel(label))) {
    contents[path] = String(await buffer(await node.files.open(repositoryLabel(label), path)));
  }
  return contents;
};

const FILES = { 'index.html': '<p>hello</p>', "figures/Relatório #1 100% (o'k).txt": 'açaí', empty: '' };

const deposit = (node: MovingNode, more: object = {}, contents: Readonly<Record<string, string>> = FILES) =>
  node.archive.deposit(
    { files: filesOf(contents), metadata: { title: 'A title', creator: ['A. Author'] }, language: 'en', ...more },
    AUTHOR,
  );

const withoutRelations = ({ links: _links, elsewhere: _elsewhere, editions: _editions, ...item }: ItemView) => item;

describe('a copy', () => {
  it.each([SQLITE, POSTGRES])('has all of the original, files and metadata, over $name', async (tested) => {
    const [here, there] = [await startNode('here', tested), await startNode('there')];
    const access = { fileList: 'closed', networks: ['127.0.0.0/8', '::1/128'], description: 'closed' } as const;
    const first = await deposit(there);
    const item = await deposit(there, { access, editionOf: first.repository });
    await deposit(there, { language: 'pt', translationOf: item.repository });
    const progress: number[] = [];
    await expect(here.copy(item.repository, { from: there.publicUrl })).rejects.toMatchObject({
      code: 'file-list-closed',
      message: expect.stringContaining('a key of it opens the list'),
    });
    const { key } = await there.keys.create({ name: 'reader', role: 'reader' });
    const result = await here.copy(item.repository, {
      from: `${there.publicUrl}/`,
      key,
      onProgress: ({ bytes, of }) => progress.push(bytes / of),
    });
    expect(result).toEqual({ repository: item.repository, from: there.publicUrl, outcome: 'copied' });
    expect(progress.at(-1)).toBe(1);
    expect(await contentsOf(here, item.repository)).toEqual(FILES);
    const [shown, original] = [
      await here.archive.show(named(item.repository)),
      await there.archive.show(named(item.repository)),
    ];
    const own = { state: 'Copy', copiedFrom: there.publicUrl, persistentUrl: expect.any(String), revision: 2 };
    const { links, elsewhere, editions, ...same } = shown;
    expect(same).toEqual({ ...withoutRelations(original), ...own });
    expect(links).toMatchObject([
      { kind: 'editionOf', label: first.repository, origin: 'copy', archive: there.publicUrl },
      { kind: 'translation', language: 'pt', origin: 'copy' },
    ]);
    expect(Object.keys(elsewhere)).toHaveLength(2);
    // Only the holder of the original knows which edition is the last.
    expect(editions).not.toHaveProperty('last');
    expect(editions.all).toEqual([first.repository, item.repository]);
    expect(Object.keys(shown.translations)).toEqual(['en', 'pt']);
    expect(await here.claim(item.repository)).toBe('Copy');
    expect(await here.claim(item.metadata?.repository ?? '')).toBe('Copy');
    expect(await there.claim(item.repository)).toBe('Original');
    expect((await here.archive.list({ words: 'author' })).items).toHaveLength(1);
  });

  it('is refused where the original is, or was removed', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const item = await deposit(here);
    await expect(here.copy(item.repository, { from: there.publicUrl })).rejects.toMatchObject({ code: 'item-refused' });
    await here.archive.remove(named(item.repository), { reason: 'a mistake' }, AUTHOR);
    await expect(here.copy(item.repository, { from: there.publicUrl })).rejects.toMatchObject({ code: 'item-refused' });
    expect(await here.claim(item.repository)).toBe('Deleted');
  });

  it('is refused of what is not there, was removed, only describes, or is a service', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const item = await deposit(there);
    const from = there.publicUrl;
    await expect(here.copy('a.example.org/b/2020/01.01.00.00', { from })).rejects.toMatchObject({
      code: 'item-not-found',
    });
    const { repository = '' } = item.metadata ?? {};
    await expect(here.copy(repository, { from })).rejects.toMatchObject({ code: 'foreign-item-invalid' });
    await expect(here.copy(there.service.label, { from })).rejects.toMatchObject({ code: 'foreign-item-invalid' });
    await there.archive.remove(named(item.repository), { reason: 'a mistake' }, AUTHOR);
    await expect(here.copy(item.repository, { from })).rejects.toMatchObject({ code: 'item-removed' });
    expect(await here.catalogue.find(repositoryLabel(item.repository))).toBeUndefined();
  });

  it('takes the place of documents that a crash left behind', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const item = await deposit(there);
    const incoming = await here.files.begin();
    const left = await filesOf({ left: 'over' }).next();
    if (!left.done && 'open' in left.value) await incoming.receive('left', left.value.open(0), { maxBytes: 9 });
    await incoming.keep(repositoryLabel(item.repository));
    await incoming.discard();
    await here.copy(item.repository, { from: there.publicUrl });
    expect(await contentsOf(here, item.repository)).toEqual(FILES);
  });

  it('is taken once when several bring it at the same time', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const item = await deposit(there);
    const copies = [1, 2, 3, 4].map(() => here.copy(item.repository, { from: there.publicUrl }));
    const outcomes = await Promise.allSettled(copies);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await contentsOf(here, item.repository)).toEqual(FILES);
  });

  it('has no file larger than the Archive takes', async () => {
    const [here, there] = [await startNode('here', SQLITE, { maxFileBytes: 5 }), await startNode('there')];
    const item = await deposit(there);
    await expect(here.copy(item.repository, { from: there.publicUrl })).rejects.toMatchObject({
      code: 'file-too-large',
    });
  });
});

describe('refreshing', () => {
  it('says when nothing has changed, and brings what has', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const item = await deposit(there);
    await here.copy(item.repository, { from: there.publicUrl });
    expect(await here.copy(item.repository, {})).toMatchObject({ outcome: 'unchanged' });

    const next = await deposit(there, { editionOf: item.repository });
    await there.archive.edit(named(item.repository), { metadata: { title: 'Another' }, language: 'pt' }, AUTHOR);
    expect(await here.copy(item.repository, {})).toMatchObject({ outcome: 'refreshed' });
    const shown = await here.archive.show(named(item.repository));
    expect(shown).toMatchObject({ title: 'Another', language: 'pt', editions: { next: next.repository } });
    expect(shown.updated).toBe((await there.archive.show(named(item.repository))).updated);
    expect((await here.archive.list({ words: 'another' })).items).toHaveLength(1);
    expect(await here.copy(item.repository, {})).toMatchObject({ outcome: 'unchanged' });
  });

  it('keeps the copy of what the other Archive has no more', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const item = await deposit(there);
    await here.copy(item.repository, { from: there.publicUrl });
    await there.archive.remove(named(item.repository), { reason: 'a mistake' }, AUTHOR);
    const result = await here.copy(item.repository, {});
    expect(result).toMatchObject({ outcome: 'kept', reason: expect.stringContaining('a mistake') });
    expect(await contentsOf(here, item.repository)).toEqual(FILES);
    expect(await here.claim(item.repository)).toBe('Copy');
  });

  it('is refused of an original and of what is not here', async () => {
    const here = await startNode('here');
    const item = await deposit(here);
    await expect(here.copy(item.repository, {})).rejects.toMatchObject({ code: 'item-refused' });
    await expect(here.copy('a.example.org/b/2020/01.01.00.00', {})).rejects.toMatchObject({ code: 'item-not-found' });
  });
});

describe('perene item copy', () => {
  it('brings a copy, refreshes it and says what it did', async () => {
    const [here, there] = [await startNode('here'), await startNode('there')];
    const { repository } = await deposit(there);
    const from = there.publicUrl;
    const copied = await runItemCommand(here, ['copy', repository, '--from', from]);
    expect(copied).toEqual({ out: `${repository} is here now, as a copy from ${from}\n`, error: '', status: 0 });
    const again = await runItemCommand(here, ['copy', repository, '--refresh', '--json']);
    expect(JSON.parse(again.out)).toEqual({ repository, from, outcome: 'unchanged' });
    await there.archive.remove(named(repository), { reason: 'a mistake' }, AUTHOR);
    expect((await runItemCommand(here, ['copy', repository, '--refresh'])).out).toContain('stays here, but is not at');
  });

  it('tells where a copy of a copy comes from', async () => {
    const [here, there, far] = [await startNode('here'), await startNode('there'), await startNode('far')];
    const { repository } = await deposit(far);
    await there.copy(repository, { from: far.publicUrl });
    const { error, status } = await runItemCommand(here, ['copy', repository, '--from', there.publicUrl]);
    expect([error, status]).toEqual([`perene: ${there.publicUrl} has a copy itself, from ${far.publicUrl}\n`, 0]);
  });

  it.each([
    [['--from', 'http://a.example.org', '--refresh'], 'either --from URL or --refresh'],
    [[], 'either --from URL or --refresh'],
    [['--refresh', '--server', 'http://a.example.org'], 'setting-invalid'],
    [['--from', 'nowhere'], 'Expected http:// or https:// and a host'],
  ])('refuses %j', async (words, message) => {
    const { error, status } = await runItemCommand(await startNode('here'), ['copy', REPOSITORY, ...words]);
    expect(error).toContain(message);
    expect(status).not.toBe(0);
  });
});

describe('documents that replace others', () => {
  const put = async (node: MovingNode, content: string) => {
    const incoming = await node.files.begin();
    await incoming.receive('a', Readable.from([content]), { maxBytes: 9 });
    await incoming.replace(REPOSITORY);
    return incoming;
  };
  const read = async (node: MovingNode) => String(await buffer(await node.files.open(REPOSITORY, 'a')));

  it('take their place, and give it back', async () => {
    const node = await startNode('here');
    const first = await put(node, 'first');
    await first.discard();
    const second = await put(node, 'second');
    expect(await read(node)).toBe('second');
    await second.withdraw(REPOSITORY);
    expect(await read(node)).toBe('first');
    await second.discard();
  });

  it('are not withdrawn where others have come since', async () => {
    const node = await startNode('here');
    const first = await put(node, 'first');
    await put(node, 'second');
    await first.withdraw(REPOSITORY);
    expect(await read(node)).toBe('second');
  });
});

/** Starts an Archive that lies: it has the items and documents of a real one, which are changed on their way. */
const startLiar = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const REPOSITORY = repositoryLabel('liar.example.org/archive/2020/01.01.00.00');
const LIE = {
  repository: REPOSITORY,
  ibips: [],
  content: 'Data',
  state: 'Original',
  target: 'a',
  access: { fileList: 'open' },
  files: [{ path: 'a', bytes: 5, sha256: sha256('hello'), mediaType: 'text/plain' }],
  editions: { last: REPOSITORY, all: [REPOSITORY] },
  translations: {},
  created: '2020-01-01T00:00:00Z',
  updated: '2020-01-01T00:00:00.5Z',
};

describe('an Archive that lies', () => {
  const lieWith = (item: unknown, content = 'hello') =>
    startLiar((request, response) => {
      const isItem = request.url?.startsWith('/api/') === true;
      response.end(isItem ? JSON.stringify(item) : content);
    });

  it('can be copied from where its item is consistent', async () => {
    const here = await startNode('here');
    await here.copy(REPOSITORY, { from: await lieWith(LIE) });
    expect(await contentsOf(here, REPOSITORY)).toEqual({ a: 'hello' });
    expect((await here.catalogue.find(REPOSITORY))?.updatedAt).toBe(1_577_836_800_500_000n);
  });

  it.each([
    ['other content', 'hellO', 'copy-differs'],
    ['less content', 'hell', 'copy-differs'],
    ['more content', 'hello, world', 'file-too-large'],
  ])('with %s leaves nothing here', async (_what, content, code) => {
    const here = await startNode('here');
    await expect(here.copy(REPOSITORY, { from: await lieWith(LIE, content) })).rejects.toMatchObject({ code });
    expect(await here.catalogue.find(REPOSITORY)).toBeUndefined();
    await expect(here.files.open(REPOSITORY, 'a')).rejects.toMatchObject({ code: 'file-missing' });
  });

  it.each([
    ['no object', 'text'],
    ['nothing', null],
    ['another item', { ...LIE, repository: 'other.example.org/archive/2020/01.01.00.00' }],
    ['no repository name', { ...LIE, repository: '../../etc' }],
    ['an IBIp that is none', { ...LIE, ibips: ['x'] }],
    ['a path that leads out', { ...LIE, files: [{ ...LIE.files[0], path: '../a' }] }],
    ['a size that is none', { ...LIE, files: [{ ...LIE.files[0], bytes: -1 }] }],
    ['a hash that is none', { ...LIE, files: [{ ...LIE.files[0], sha256: 'x' }] }],
    ['a media type that is none', { ...LIE, files: [{ ...LIE.files[0], mediaType: 'text/html\r\nx: y' }] }],
    ['a target that is no file', { ...LIE, target: 'b' }],
    ['a date that is none', { ...LIE, updated: '2020-13-01T00:00:00Z' }],
    ['a description that is half open', { ...LIE, access: { fileList: 'open', description: 'ajar' } }],
    ['networks that are none', { ...LIE, access: { fileList: 'open', networks: ['everywhere'] } }],
    ['editions that are none', { ...LIE, editions: { all: ['x'] } }],
    ['metadata that are none', { ...LIE, metadata: { repository: REPOSITORY, fields: { title: 5.5 } } }],
    ['metadata that describe something else', { ...LIE, metadata: { repository: REPOSITORY, fields: { title: 'a' } } }],
  ])('about %s is not believed', async (_what, item) => {
    const here = await startNode('here');
    const copying = here.copy(REPOSITORY, { from: await lieWith(item) });
    await expect(copying).rejects.toMatchObject({ code: expect.stringMatching(/-invalid$|^peer-refused$/) });
    expect(await here.catalogue.find(REPOSITORY)).toBeUndefined();
  });

  it('two names for one file are not believed', async () => {
    const here = await startNode('here');
    const files = ['a', 'A'].map((path) => ({ ...LIE.files[0], path }));
    const copying = here.copy(REPOSITORY, { from: await lieWith({ ...LIE, files }) });
    await expect(copying).rejects.toMatchObject({ code: 'file-name-taken' });
  });
});

describe('requests to other Archives', () => {
  const reachable = createHttpPeerArchives({
    allowedNetworks: LOOPBACK,
  });
  const closed = createHttpPeerArchives({
    allowedNetworks: [],
  });

  it.each([
    'http://127.0.0.1:1',
    'http://localhost:1',
    'http://2130706433:1',
    'http://0.0.0.0:1',
    'http://10.1.2.3',
    'http://169.254.169.254',
    'http://192.168.0.1',
    'http://172.31.255.255',
    'http://100.64.0.1',
    'http://224.0.0.1',
    'http://[::1]:1',
    'http://[::]:1',
    'http://[::ffff:127.0.0.1]:1',
    'http://[::ffff:10.0.0.1]',
    'http://[fe80::1]',
    'http://[fd00::1]',
    'http://[ff02::1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'ftp://example.org',
    'file:///etc',
  ])('are not made to %s', async (archive) => {
    await expect(closed.showItem(archive, REPOSITORY)).rejects.toMatchObject({ code: 'peer-not-allowed' });
  });

  it('are made to loopback by a node that listens there only', async () => {
    const url = await startLiar((_request, response) => response.end('{"a":1}'));
    expect(await reachable.showItem(url, REPOSITORY)).toEqual({ a: 1 });
    expect(await reachable.showItem(url.replace('127.0.0.1', '[::ffff:127.0.0.1]'), REPOSITORY)).toEqual({ a: 1 });
  });

  it('follow no redirects', async () => {
    const aim = await startLiar((_request, response) => response.end('{"a":1}'));
    const url = await startLiar((_request, response) => response.writeHead(302, { location: aim }).end());
    await expect(reachable.showItem(url, REPOSITORY)).rejects.toMatchObject({ code: 'peer-refused' });
    await expect(reachable.openDocument(`${url}/a`)).rejects.toMatchObject({ code: 'peer-refused' });
  });

  it.each([
    ['no JSON', (response: { end(text: string): unknown }) => response.end('<html>')],
    ['too much', (response: { end(text: string): unknown }) => response.end(' '.repeat(5_000_000))],
  ])('refuse %s', async (_what, answer) => {
    const url = await startLiar((_request, response) => answer(response));
    await expect(reachable.showItem(url, REPOSITORY)).rejects.toMatchObject({ code: 'peer-refused' });
  });

  it('say when nobody answers, or the connection breaks', async () => {
    const gone = `http://127.0.0.1:${await findFreePort()}`;
    await expect(reachable.showItem(gone, REPOSITORY)).rejects.toMatchObject({ code: 'peer-unreachable' });
    const breaking = await startLiar((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => request.socket.destroy(), 20);
    });
    await expect(reachable.showItem(breaking, REPOSITORY)).rejects.toMatchObject({ code: 'peer-unreachable' });
    const content = await reachable.openDocument(`${breaking}/a`);
    await expect(buffer(content)).rejects.toMatchObject({ code: 'peer-unreachable' });
  });

  it('end a document that comes too slowly, however fast it began', async () => {
    const trickling = await startLiar((_request, response) => {
      response.writeHead(200).write('x'.repeat(100_000));
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const hurried = createHttpPeerArchives({
      allowedNetworks: LOOPBACK,
      leastPace: { patienceMs: 500, bytesPerSecond: 1_000_000 },
    });
    const content = await hurried.openDocument(`${trickling}/a`);
    await expect(buffer(content)).rejects.toMatchObject({ code: 'peer-unreachable', parameters: { reason: 'slow' } });
  });

  it('wait no longer for an outcome than they are told', async () => {
    const silent = await startLiar(() => undefined);
    const asking = reachable.askOutcome({ archive: silent, id: '0'.repeat(32) }, { deadlineMs: 50 });
    await expect(asking).rejects.toMatchObject({ code: 'peer-unreachable' });
  });
});
