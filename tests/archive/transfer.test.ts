import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Refusal, refuse } from '@perene/api/refusals';
import { type Claim, checkHistory, type Transfer } from '@perene/core/trust';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpPeerArchives } from '../../packages/server/src/adapters/peers/http-peer-archives.ts';
import { createSqlCatalogue } from '../../packages/server/src/adapters/sql/catalogue/sql-catalogue.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import type { PeerArchives } from '../../packages/server/src/ports/federation/peer-archives.ts';
import { createHandOverProbe } from '../../packages/server/src/services/archive/moving/hand-over-probe.ts';
import { hashHeld } from '../../packages/server/src/services/archive/moving/hand-over-steps.ts';
import { createTransferReceiver } from '../../packages/server/src/services/archive/moving/receive-transfer.ts';
import { settleTransfer } from '../../packages/server/src/services/archive/moving/settle-transfer.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode, runItemCommand, serveMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const [SQLITE, POSTGRES] = DATABASES;
const ID = '0123456789abcdef0123456789abcdef';
const FILES = { 'index.html': '<p>hello</p>', 'b/açaí.txt': 'açaí', empty: '' };

const ADMIN = { ...AUTHOR, isAdmin: true };

interface ServedNode extends MovingNode {
  readonly key: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const HTTP_PEERS = createHttpPeerArchives({
  allowedNetworks: LOOPBACK,
});

const startNode = async (
  name: string,
  { tested = SQLITE, peers = HTTP_PEERS }: { tested?: typeof SQLITE | undefined; peers?: PeerArchives } = {},
): Promise<ServedNode> => {
  if (tested === undefined) throw new Error('no database');
  const publicUrl = `http://localhost:${await findFreePort()}`;
  const database = await tested.openMigrated();
  const node = await openMovingNode({ database, folder: createTemporaryFolder(), name, publicUrl, peers });
  let server = await serveMovingNode(node);
  onTestFinished(() => server.close());
  return {
    ...node,
    key: (await node.keys.create({ name: 'mover', role: 'admin' })).key,
    stop: () => server.close(),
    async start() {
      server = await serveMovingNode(node);
    },
  };
};

const deposit = (node: MovingNode, contents: Readonly<Record<string, string>> = FILES, more: object = {}) =>
  node.archive.deposit({ files: filesOf(contents), metadata: { title: 'A title' }, language: 'en', ...more }, AUTHOR);

const contentsOf = async (node: MovingNode, label: string): Promise<Record<string, string>> => {
  const contents: Record<string, string> = {};
  for (const { path } of await node.catalogue.files(repositoryLabel(label))) {
    contents[path] = String(await buffer(await node.files.open(repositoryLabel(label), path)));
  }
  return contents;
};

const describeStatement = (said: Claim | Transfer): string => (said.kind === 'claim' ? said.state : said.kind);

const OPEN = { outcome: 'open', isReceived: false, missing: [] };

/** The offer of an item, signed for that receiver. */
const offerOf = async (a: MovingNode, b: MovingNode, label: string, id = ID) => {
  const item = await a.archive.show(named(label));
  const held = await a.catalogue.find(repositoryLabel(label));
  if (held === undefined) throw new Error(label);
  const describing = await a.archive.show(named(item.metadata?.repository ?? ''));
  const signed = await a.seal.sign('offer', {
    transfer: id,
    label: repositoryLabel(label),
    hash: await hashHeld(a.catalogue, a.seal, held),
    sender: a.service.label,
    receiver: b.service.label,
  });
  return { from: a.publicUrl, service: a.service.label, signed, item, describing };
};

const claimsOf = (label: string, ...nodes: readonly MovingNode[]) =>
  Promise.all(nodes.map((node) => node.claim(label)));

describe('a transfer', () => {
  it.each([SQLITE, POSTGRES])('moves an original with its metadata, over $name', async (tested) => {
    const [a, b] = [await startNode('a'), await startNode('b', { tested })];
    const first = await deposit(a);
    const item = await deposit(a, FILES, { editionOf: first.repository });
    const before = await a.archive.show(named(item.repository));
    const progress: number[] = [];
    const to = `${b.publicUrl}/`;
    const onProgress = ({ bytes, of }: { bytes: number; of: number }) => progress.push(bytes / of);
    const result = await a.transfer(item.repository, { to, key: b.key, onProgress });
    expect(result).toEqual({ repository: item.repository, to: b.publicUrl, outcome: 'moved' });
    expect(progress.at(-1)).toBe(1);
    const metadata = item.metadata?.repository ?? '';
    expect(await claimsOf(item.repository, a, b)).toEqual(['Copy', 'Original']);
    expect(await claimsOf(metadata, a, b)).toEqual(['Copy', 'Original']);
    expect(await contentsOf(b, item.repository)).toEqual(FILES);
    expect(await contentsOf(a, item.repository)).toEqual(FILES);
    expect(await b.archive.show(named(item.repository))).toEqual({
      ...before,
      elsewhere: { [first.repository]: expect.any(String) },
      links: [expect.objectContaining({ kind: 'editionOf', label: first.repository, origin: 'transfer' })],
      persistentUrl: expect.any(String),
      revision: expect.any(Number),
    });
    expect((await a.catalogue.find(repositoryLabel(item.repository)))?.state).toEqual({
      kind: 'copy',
      of: b.publicUrl,
    });

    await b.archive.edit(named(item.repository), { metadata: { title: 'Another' } }, AUTHOR);
    expect(await a.copy(item.repository, {})).toMatchObject({ outcome: 'refreshed' });
    expect((await a.archive.show(named(item.repository))).title).toBe('Another');
    expect(await a.transfer(item.repository, { to: b.publicUrl, key: b.key })).toMatchObject({ outcome: 'moved' });
  });

  it('comes back', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    for (let round = 0; round < 2; round += 1) {
      await a.transfer(repository, { to: b.publicUrl, key: b.key });
      expect(await claimsOf(repository, a, b)).toEqual(['Copy', 'Original']);
      await b.transfer(repository, { to: a.publicUrl, key: a.key });
      expect(await claimsOf(repository, a, b)).toEqual(['Original', 'Copy']);
    }
  });

  it('joins the signed histories of both Archives into one that has no fault', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository, metadata } = await deposit(a);
    await a.transfer(repository, { to: b.publicUrl, key: b.key });
    await b.archive.edit(named(repository), { metadata: { title: 'Another' } }, AUTHOR);
    await b.transfer(repository, { to: a.publicUrl, key: a.key });
    for (const label of [repository, metadata?.repository ?? '']) {
      const own = async (node: MovingNode) =>
        (await node.catalogue.statements(repositoryLabel(label), { limit: 100 })).entries
          .filter(({ isOwn }) => isOwn)
          .toReversed()
          .map(({ signed }) => signed);
      const [ofA, ofB] = [await own(a), await own(b)];
      for (const signed of [...ofA, ...ofB]) expect(a.signatures.isValid(signed)).toBe(true);
      const told = [...ofA, ...ofB].map(({ statement }) => describeStatement(statement));
      expect(told.filter((words) => words === 'transfer')).toHaveLength(2);
      // The order in which a log would have seen them.
      const order = [
        'a Original',
        'a transfer',
        'b Copy',
        'b Original',
        'a Copy',
        'b Original',
        'b transfer',
        'a Copy',
        'a Original',
        'b Copy',
      ];
      const left = { a: [...ofA], b: [...ofB] };
      const log = order.flatMap((words) => {
        const side = words[0] as 'a' | 'b';
        const [next] = left[side];
        if (next === undefined || !words.endsWith(describeStatement(next.statement))) return [];
        left[side].shift();
        return [next.statement];
      });
      expect([left.a.length, left.b.length, told]).toEqual([0, 0, told]);
      expect(checkHistory(log, a.signatures.sha256)).toEqual([]);
    }
  });

  it('sends only the files that the receiver has not got, whole', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    await b.copy(repository, { from: a.publicUrl });
    writeFileSync(join(b.folder, 'col', repository, 'doc', 'index.html'), 'rotten');
    let sent = 0;
    const onProgress = ({ of }: { of: number }) => {
      sent = of;
    };
    await a.transfer(repository, { to: b.publicUrl, key: b.key, onProgress });
    expect(sent).toBe(FILES['index.html'].length);
    expect(await contentsOf(b, repository)).toEqual(FILES);

    const other = await deposit(a);
    await b.copy(other.repository, { from: a.publicUrl });
    await a.transfer(other.repository, { to: b.publicUrl, key: b.key, onProgress: () => expect.unreachable() });
    expect(await claimsOf(other.repository, a, b)).toEqual(['Copy', 'Original']);
  });

  it('brings a copy that is behind up to date', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    await b.copy(repository, { from: a.publicUrl });
    await a.archive.edit(named(repository), { metadata: { title: 'Another' }, target: 'empty' }, AUTHOR);
    await a.transfer(repository, { to: b.publicUrl, key: b.key });
    expect(await b.archive.show(named(repository))).toMatchObject({
      state: 'Original',
      title: 'Another',
      target: 'empty',
    });
  });

  it('is not begun if it could not be finished', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository, metadata } = await deposit(a);
    const reader = (await b.keys.create({ name: 'reader', role: 'reader' })).key;
    const gone = `http://localhost:${await findFreePort()}`;
    const attempts = [
      [{ to: b.publicUrl, key: 'wrong' }, 'peer-refused'],
      [{ to: b.publicUrl, key: reader }, 'peer-refused'],
      [{ to: b.publicUrl, key: 'a\nb' }, 'request-invalid'],
      [{ to: gone, key: b.key }, 'peer-unreachable'],
      [{ to: a.publicUrl, key: a.key }, 'request-invalid'],
      [{ to: 'nowhere', key: a.key }, 'request-invalid'],
      [{ key: b.key }, 'request-invalid'],
    ] as const;
    for (const [request, code] of attempts) {
      await expect(a.transfer(repository, request), code).rejects.toMatchObject({ code });
      expect((await a.catalogue.find(repositoryLabel(repository)))?.state).toEqual({ kind: 'original' });
    }
    const request = { to: b.publicUrl, key: b.key };
    const refused = { code: 'item-refused' };
    await expect(a.transfer(a.service.label, request)).rejects.toMatchObject(refused);
    await expect(a.transfer(metadata?.repository ?? '', request)).rejects.toMatchObject(refused);
    await b.copy(repository, { from: a.publicUrl });
    await expect(b.transfer(repository, { to: gone, key: a.key })).rejects.toMatchObject(refused);
    await a.archive.remove(named(repository), { reason: 'a mistake' }, AUTHOR);
    await expect(a.transfer(repository, request)).rejects.toMatchObject(refused);
    await expect(a.abort(repository, b.key)).rejects.toMatchObject({ code: 'transfer-not-found' });
  });

  it('is refused by an Archive that holds something else by one of its labels', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    const other = await deposit(b);
    const ibip = '8JMKD3MGP8W/34PGRBS';
    await a.archive.edit(named(repository), { addIbips: [ibip] }, AUTHOR);
    await b.archive.edit(named(other.repository), { addIbips: [ibip] }, AUTHOR);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toMatchObject({
      code: 'peer-refused',
    });
    expect(await claimsOf(repository, a, b)).toEqual(['Original', undefined]);
  });

  it('brings no alias that an item of another Archive carries', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    await a.archive.edit(named(repository), { addAliases: ['doi:10.1234/free', 'doi:10.1234/theirs'] }, AUTHOR);
    const offer = await offerOf(a, b, repository);
    const offerTo = (carrier: string) =>
      createTransferReceiver({
        ...b,
        checkOffer: async () => undefined,
        findCarrier: async ({ text }) => (text === 'doi:10.1234/theirs' ? repositoryLabel(carrier) : 'silent'),
        maxFileBytes: 1_000,
      }).offer(ID, offer, ADMIN);
    await expect(offerTo('c.example.org/archive/2026/11.17.09.20')).rejects.toMatchObject({
      code: 'alias-taken',
      parameters: { reason: 'elsewhere', alias: 'doi:10.1234/theirs' },
    });
    // The resolver knows the alias from the item itself, which its Archive still holds.
    expect(await offerTo(repository)).toMatchObject({ outcome: 'open' });
  });

  it('is not finished with a file that has rotted, and can be taken back', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    writeFileSync(join(a.folder, 'col', repository, 'doc', 'index.html'), '<p>hellO</p>');
    const request = { to: b.publicUrl, key: b.key };
    await expect(a.transfer(repository, request)).rejects.toMatchObject({ code: 'peer-refused' });
    expect(await claimsOf(repository, a, b)).toEqual(['Original', undefined]);
    await expect(a.archive.edit(named(repository), { language: 'pt' }, AUTHOR)).rejects.toMatchObject({
      code: 'item-refused',
    });
    expect(await a.abort(repository, b.key)).toMatchObject({ outcome: 'aborted' });
    expect((await a.catalogue.find(repositoryLabel(repository)))?.state).toEqual({ kind: 'original' });
  });
});

type Step = keyof Omit<PeerArchives, 'showItem' | 'openDocument'>;
const STEPS: readonly Step[] = ['askOutcome', 'offerTransfer', 'sendTransfer', 'settleTransfer'];

/** Makes peers whose connection breaks once: before the message has come, or before its answer has. */
const breakOnce = (step: Step, when: 'before' | 'after', skip = 0): PeerArchives => {
  let left = skip;
  const run = async (...words: readonly unknown[]): Promise<unknown> => {
    left -= 1;
    const isBroken = left === -1;
    const broken = refuse('peer-unreachable', { reason: 'failed', origin: '', cause: 'the connection broke' });
    if (isBroken && when === 'before') throw broken;
    const answer = await (HTTP_PEERS[step] as (...all: readonly unknown[]) => Promise<unknown>)(...words);
    if (isBroken) throw broken;
    return answer;
  };
  return { ...HTTP_PEERS, [step]: run } as PeerArchives;
};

const BREAKS = STEPS.flatMap((step) =>
  (['before', 'after'] as const).flatMap((when) => [
    // The first messages of these kinds are sent before anything changes.
    { step, when, skip: step === 'offerTransfer' || step === 'askOutcome' ? 1 : 0 },
  ]),
);

describe.each(BREAKS)('a transfer that breaks $when $step', ({ step, when, skip }) => {
  const begin = async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce(step, when, skip) }), await startNode('b')];
    const { repository } = await deposit(a);
    const failing = a.transfer(repository, { to: b.publicUrl, key: b.key });
    await expect(failing).rejects.toMatchObject({ code: 'transfer-in-doubt' });
    expect((await a.catalogue.find(repositoryLabel(repository)))?.state.kind).toBe('releasing');
    const claims = await claimsOf(repository, a, b);
    expect(claims.filter((claim) => claim === 'Original')).toHaveLength(1);
    return { a, b, repository };
  };

  it('is finished by the same command', async () => {
    const { a, b, repository } = await begin();
    expect(await a.transfer(repository, { key: b.key })).toMatchObject({ outcome: 'moved' });
    expect(await claimsOf(repository, a, b)).toEqual(['Copy', 'Original']);
    expect(await contentsOf(b, repository)).toEqual(FILES);
  });

  it('is taken back, unless the receiver had decided', async () => {
    const { a, b, repository } = await begin();
    const hasMoved = step === 'settleTransfer' && when === 'after';
    const { outcome } = await a.abort(repository, b.key).catch(() => a.abort(repository, b.key));
    expect(outcome).toBe(hasMoved ? 'moved' : 'aborted');
    expect(await claimsOf(repository, a, b)).toEqual(hasMoved ? ['Copy', 'Original'] : ['Original', undefined]);
    if (hasMoved) return;
    await expect(b.files.open(repositoryLabel(repository), 'empty')).rejects.toMatchObject({ code: 'file-missing' });
    expect(await a.transfer(repository, { to: b.publicUrl, key: b.key })).toMatchObject({ outcome: 'moved' });
    expect(await contentsOf(b, repository)).toEqual(FILES);
  });
});

describe('while the receiver cannot be reached', () => {
  it.each(['before', 'after'] as const)(
    'an original stays here if its receiver went silent %s it got the item',
    async (when) => {
      const [a, b] = [await startNode('a', { peers: breakOnce('sendTransfer', when) }), await startNode('b')];
      const { repository } = await deposit(a);
      await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow('stays in hand-over');
      await b.stop();
      expect(await a.claim(repository)).toBe('Original');
      expect(await a.abort(repository, when === 'before' ? undefined : b.key)).toMatchObject({ outcome: 'aborted' });
      expect(await a.claim(repository)).toBe('Original');
      await b.start();
      // What it got is no original, and becomes none.
      const claims = await claimsOf(repository, a, b);
      expect(claims.filter((claim) => claim === 'Original')).toEqual(['Original']);
      await b.abort(repository).catch(() => undefined);
      expect(await a.transfer(repository, { to: b.publicUrl, key: b.key })).toMatchObject({ outcome: 'moved' });
      expect(await claimsOf(repository, a, b)).toEqual(['Copy', 'Original']);
    },
  );

  it('a transfer that is aborted while its last file is sent is never committed', async () => {
    const aborted: string[] = [];
    const node: { a?: MovingNode } = {};
    const sendTransfer: PeerArchives['sendTransfer'] = async (...words) => {
      const answer = await HTTP_PEERS.sendTransfer(...words);
      for (const label of aborted) await node.a?.abort(label);
      return answer;
    };
    const [a, b] = [await startNode('a', { peers: { ...HTTP_PEERS, sendTransfer } }), await startNode('b')];
    node.a = a;
    const { repository } = await deposit(a);
    aborted.push(repository);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toBeInstanceOf(Refusal);
    expect((await a.catalogue.find(repositoryLabel(repository)))?.state).toEqual({ kind: 'original' });
    expect((await claimsOf(repository, a, b)).filter((claim) => claim === 'Original')).toEqual(['Original']);
  });

  it('nobody says that the original is here, and nothing is taken back', async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce('settleTransfer', 'after') }), await startNode('b')];
    const { repository } = await deposit(a);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow('stays in hand-over');
    await b.stop();
    expect(await a.claim(repository)).toBe('cannot say');
    await expect(a.abort(repository, b.key)).rejects.toMatchObject({ code: 'transfer-in-doubt' });
    await expect(a.transfer(repository, { key: b.key })).rejects.toMatchObject({ code: 'transfer-in-doubt' });
    await expect(a.archive.remove(named(repository), { reason: 'x' }, AUTHOR)).rejects.toMatchObject({
      code: 'item-refused',
    });
    await b.start();
    expect(await claimsOf(repository, a, b)).toEqual(['Copy', 'Original']);
    expect(await a.transfer(repository, { key: b.key })).toMatchObject({ outcome: 'moved' });
  });

  it('a commit that was heard of once is remembered', async () => {
    const b = await startNode('b');
    const a = await startNode('a', { peers: breakOnce('settleTransfer', 'after') });
    const { repository } = await deposit(a);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    const state = (await a.catalogue.find(repositoryLabel(repository)))?.state;
    if (state?.kind !== 'releasing') throw new Error('not releasing');
    const released = { repository: repositoryLabel(repository), describes: undefined, state };
    const probe = createHandOverProbe({ peers: HTTP_PEERS, seal: a.seal });
    expect(await probe.hasCommitted(released)).toBe('yes');
    await b.stop();
    expect(await probe.hasCommitted(released)).toBe('yes');
    expect(await createHandOverProbe({ peers: HTTP_PEERS, seal: a.seal }).hasCommitted(released)).toBe('unknown');
  });
});

describe('the receiver', () => {
  it('takes back what it has received, and keeps the copy that it had', async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce('settleTransfer', 'before') }), await startNode('b')];
    const { repository } = await deposit(a);
    await b.copy(repository, { from: a.publicUrl });
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    expect((await b.catalogue.find(repositoryLabel(repository)))?.state.kind).toBe('receiving');
    await expect(b.copy(repository, { from: a.publicUrl })).rejects.toMatchObject({ code: 'item-refused' });
    expect(await b.abort(repository)).toMatchObject({ outcome: 'aborted' });
    expect((await b.catalogue.find(repositoryLabel(repository)))?.state).toEqual({ kind: 'copy', of: a.publicUrl });
    expect(await contentsOf(b, repository)).toEqual(FILES);
    expect(await a.transfer(repository, { key: b.key })).toMatchObject({ outcome: 'aborted' });
    expect(await claimsOf(repository, a, b)).toEqual(['Original', 'Copy']);
  });

  it('decides once, whatever comes at the same time', async () => {
    const a = await startNode('a', { peers: breakOnce('settleTransfer', 'before') });
    const b = await startNode('b');
    const { repository } = await deposit(a);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    const state = (await a.catalogue.find(repositoryLabel(repository)))?.state;
    const id = state?.kind === 'releasing' ? state.transfer : '';
    const decisions = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? b.receiver.abort(id, ADMIN) : b.receiver.commit(id, ADMIN))),
    );
    expect(new Set(decisions.map(({ outcome }) => outcome)).size).toBe(1);
    const { outcome } = await a.transfer(repository, { key: b.key });
    expect(outcome).toBe(decisions[0]?.outcome === 'committed' ? 'moved' : 'aborted');
    expect((await claimsOf(repository, a, b)).filter((claim) => claim === 'Original')).toHaveLength(1);
  });

  it.each(['commit', 'abort'] as const)('tells a decision that came between its own looks: %s', async (later) => {
    const a = await startNode('a', { peers: breakOnce('settleTransfer', 'before') });
    const b = await startNode('b');
    const { repository } = await deposit(a);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    const state = (await a.catalogue.find(repositoryLabel(repository)))?.state;
    const id = state?.kind === 'releasing' ? state.transfer : '';
    let looks = 0;
    const findTransfer = async (name: string) => {
      looks += 1;
      const found = await b.catalogue.findTransfer(name);
      if (looks === 1) await b.receiver.commit(id, ADMIN);
      return found;
    };
    const holdings = {
      catalogue: { ...b.catalogue, findTransfer },
      documents: b.files,
      clock: createSystemClock(),
      seal: b.seal,
    };
    const decision = later === 'commit' ? 'committed' : 'aborted';
    expect(await settleTransfer(holdings, { id, decision, author: ADMIN })).toMatchObject({ outcome: 'committed' });
  });

  it('takes what comes twice at the same time once', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    const offer = await offerOf(a, b, repository);
    const send = () =>
      HTTP_PEERS.sendTransfer(
        { archive: b.publicUrl, id: ID, key: b.key },
        offer,
        offer.item.files.map(({ path }, index) => ({
          index,
          open: () => a.files.open(repositoryLabel(repository), path),
        })),
      );
    const received = {
      ...OPEN,
      isReceived: true,
      service: b.service.label,
      takesTransfers: true,
      receipt: expect.any(String),
    };
    expect(await Promise.all([send(), send(), send()])).toEqual(new Array(3).fill(received));
    expect(await contentsOf(b, repository)).toEqual(FILES);
    expect(await send()).toEqual(received);
    const other = { archive: b.publicUrl, id: ID.replaceAll('0', 'f'), key: b.key };
    await expect(HTTP_PEERS.offerTransfer(other, offer)).rejects.toMatchObject({ code: 'peer-refused' });
    expect(await HTTP_PEERS.settleTransfer({ archive: b.publicUrl, id: ID, key: b.key }, 'commit')).toMatchObject({
      outcome: 'committed',
    });
    expect(await send()).toMatchObject({ outcome: 'committed', isReceived: false, missing: [] });
  });

  it('refuses for ever what was aborted before it came', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    const address = { archive: b.publicUrl, id: ID, key: b.key };
    expect(await HTTP_PEERS.settleTransfer(address, 'abort')).toMatchObject({ outcome: 'aborted' });
    const offer = { from: a.publicUrl, item: await a.archive.show(named(repository)) };
    expect(await HTTP_PEERS.sendTransfer(address, offer, [])).toMatchObject({ outcome: 'aborted' });
    expect(await HTTP_PEERS.settleTransfer(address, 'commit')).toMatchObject({ outcome: 'aborted' });
    expect(await b.catalogue.find(repositoryLabel(repository))).toBeUndefined();
  });

  it('lets only those settle a transfer who began it, or administrators', async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce('settleTransfer', 'before') }), await startNode('b')];
    const { repository } = await deposit(a);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    const state = (await a.catalogue.find(repositoryLabel(repository)))?.state;
    const id = state?.kind === 'releasing' ? state.transfer : '';
    const other = { who: 'another steward', isAdmin: false };
    for (const decision of ['commit', 'abort'] as const) {
      await expect(b.receiver[decision](id, other)).rejects.toMatchObject({ code: 'transfer-unproved' });
    }
    expect(await b.receiver.abort(id, { ...other, isAdmin: true })).toMatchObject({ outcome: 'aborted' });
  });

  it('takes nothing else under the name of a transfer, which nobody is shown', async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce('sendTransfer', 'before') }), await startNode('b')];
    const { repository } = await deposit(a);
    await expect(a.transfer(repository, { to: b.publicUrl, key: b.key })).rejects.toThrow();
    const state = (await a.catalogue.find(repositoryLabel(repository)))?.state;
    const id = state?.kind === 'releasing' ? state.transfer : '';
    expect(JSON.stringify(await a.archive.show(named(repository)))).not.toContain(id);
    expect(JSON.stringify(await a.archive.history(named(repository), {}))).not.toContain(id);

    // An administrator who knows the name, as the worst case, moves another item under it.
    const c = await startNode('c');
    const other = await deposit(c, { empty: '' });
    const offer = await offerOf(c, b, other.repository, id);
    const files = [{ index: 0, open: () => c.files.open(repositoryLabel(other.repository), 'empty') }];
    await HTTP_PEERS.sendTransfer({ archive: b.publicUrl, id, key: b.key }, offer, files);
    await HTTP_PEERS.settleTransfer({ archive: b.publicUrl, id, key: b.key }, 'commit');
    await expect(a.transfer(repository, { key: b.key })).rejects.toMatchObject({
      code: 'transfer-in-doubt',
      parameters: { reason: 'no-receipt' },
    });
    expect((await a.catalogue.find(repositoryLabel(repository)))?.state.kind).toBe('releasing');
  });

  it('answers over HTTP to those who may ask', async () => {
    const b = await startNode('b');
    const url = `${b.publicUrl}/api/v1/transfers/${ID}`;
    const post = async (address: string, key?: string, body = '{}'): Promise<number> => {
      const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const headers = { 'content-type': 'application/json', ...authorization };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    };
    const answer = await fetch(url);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { ...OPEN, service: b.service.label, takesTransfers: true },
    ]);
    expect((await fetch(`${url}0`)).status).toBe(400);
    const reader = (await b.keys.create({ name: 'reader', role: 'reader' })).key;
    for (const part of ['', '/commit', '/abort']) {
      expect(await post(`${url}${part}`)).toBe(401);
      expect(await post(`${url}${part}`, reader)).toBe(403);
    }
    expect(await post(url, b.key)).toBe(400);
    expect(await post(url, b.key, 'null')).toBe(400);
    const headers = { authorization: `Bearer ${b.key}` };
    for (const name of ['item', 'file']) {
      const body = new FormData();
      body.append(name, new Blob(['{']), '0');
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400);
    }
    expect(await b.catalogue.findTransfer(ID)).toBeUndefined();
  });

  it('keeps nothing where a file comes twice, or does not come', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a, { a: 'hello', b: 'world' });
    const offer = await offerOf(a, b, repository);
    const send = (...indexes: readonly number[]) =>
      HTTP_PEERS.sendTransfer(
        { archive: b.publicUrl, id: ID, key: b.key },
        offer,
        indexes.map((index) => ({ index, open: () => a.files.open(repositoryLabel(repository), 'a') })),
      );
    for (const indexes of [[0, 0], [1], [2]]) {
      await expect(send(...indexes), String(indexes)).rejects.toMatchObject({ code: 'peer-refused' });
    }
    expect(await send(0)).toMatchObject({ ...OPEN, missing: [0, 1] });
    expect(await b.catalogue.find(repositoryLabel(repository))).toBeUndefined();
    await expect(b.files.open(repositoryLabel(repository), 'a')).rejects.toMatchObject({ code: 'file-missing' });
  });
});

describe('perene item transfer', () => {
  it('moves an original, and says where it is', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')];
    const { repository } = await deposit(a);
    const words = ['transfer', repository, '--to', b.publicUrl];
    expect(await runItemCommand(a, words)).toMatchObject({ error: expect.stringContaining('--to-key'), status: 2 });
    const moved = await runItemCommand(a, [...words, '--to-key', b.key]);
    expect(moved).toEqual({ out: `the original of ${repository} is at ${b.publicUrl} now\n`, error: '', status: 0 });
  });

  it('takes it back, with the key from the environment', async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce('settleTransfer', 'before') }), await startNode('b')];
    const { repository } = await deposit(a);
    const environment = { PERENE_TO_KEY: b.key };
    const broken = await runItemCommand(a, ['transfer', repository, '--to', b.publicUrl], environment);
    expect(broken).toMatchObject({ error: 'transfer-in-doubt', status: 1 });
    const aborted = await runItemCommand(a, ['transfer', repository, '--abort', '--json'], environment);
    expect(JSON.parse(aborted.out)).toEqual({ repository, to: b.publicUrl, outcome: 'aborted' });
    expect(aborted.status).toBe(0);
  });

  it('says by its exit status when the other side decided otherwise', async () => {
    const [a, b] = [await startNode('a', { peers: breakOnce('settleTransfer', 'before') }), await startNode('b')];
    const { repository } = await deposit(a);
    await runItemCommand(a, ['transfer', repository, '--to', b.publicUrl, '--to-key', b.key]);
    await b.abort(repository);
    const { out, status } = await runItemCommand(a, ['transfer', repository, '--to-key', b.key]);
    expect([out, status]).toEqual([expect.stringContaining('was aborted: the original is where it was'), 1]);
  });
});

describe.each(DATABASES)('records of transfers over $name', ({ openMigrated }) => {
  const author = { who: 'tester', at: 1n };

  it('stand for ever, one a transfer', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const settle = (outcome: 'open' | 'committed' | 'aborted', name?: string, id = ID) => {
      const repository = name === undefined ? undefined : repositoryLabel(name);
      return catalogue.change([], { ...author, action: 'test', transfer: { id, repository, outcome } });
    };
    const refused = { code: 'item-changed' };
    await expect(settle('committed', 'a')).rejects.toMatchObject(refused);
    await settle('open', 'a');
    expect(await catalogue.findTransfer(ID)).toEqual({ id: ID, repository: 'a', outcome: 'open' });
    await expect(settle('open', 'a')).rejects.toMatchObject(refused);
    await expect(settle('aborted')).rejects.toMatchObject(refused);
    await expect(settle('committed', 'b')).rejects.toMatchObject(refused);
    await settle('committed', 'a');
    await expect(settle('aborted', 'a')).rejects.toMatchObject(refused);
    expect(await catalogue.findTransfer(ID)).toMatchObject({ outcome: 'committed' });
    await settle('aborted', undefined, 'other');
    expect(await catalogue.findTransfer('other')).toEqual({ id: 'other', repository: undefined, outcome: 'aborted' });
  });

  it('are undone where the last step of their transaction fails', async () => {
    const catalogue = createSqlCatalogue(await openMigrated());
    const transfer = { id: ID, repository: repositoryLabel('a'), outcome: 'open' } as const;
    const failing = catalogue.change([], {
      ...author,
      action: 'test',
      transfer,
      beforeCommit: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await catalogue.findTransfer(ID)).toBeUndefined();
  });
});
