import type { Readable } from 'node:stream';
import { checkHistory } from '@perene/core/trust';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOPBACK } from '../../packages/server/src/adapters/peers/allowed-address.ts';
import { createHttpPeerArchives } from '../../packages/server/src/adapters/peers/http-peer-archives.ts';
import type {
  PeerArchives,
  TransferAnswer,
  TransferOffer,
} from '../../packages/server/src/ports/federation/peer-archives.ts';
import { AUTHOR, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { named, repositoryLabel } from '../fixtures/labels.ts';
import { type MovingNode, openMovingNode, serveMovingNode, startMovingNode } from '../fixtures/moving-node.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const PEERS = createHttpPeerArchives({ allowedNetworks: LOOPBACK });
const FILES = { 'a.txt': 'hello' };

/** A holder that reaches others by these peers, and a receiver. */
const startSides = async (peers: PeerArchives) => {
  const [sqlite] = DATABASES;
  if (sqlite === undefined) throw new Error('no database');
  const publicUrl = `http://localhost:${await findFreePort()}`;
  const place = { database: await sqlite.openMigrated(), folder: createTemporaryFolder(), name: 'a', publicUrl, peers };
  const a = await openMovingNode(place);
  const server = await serveMovingNode(a);
  onTestFinished(() => server.close());
  const b = await startMovingNode('b');
  const { key } = await b.keys.create({ name: 'mover', role: 'admin' });
  const item = await a.archive.deposit({ files: filesOf(FILES), metadata: { title: 'A title' } }, AUTHOR);
  return { a, b, item, request: { to: b.publicUrl, key } };
};

const statementsOf = async (node: MovingNode, label: string) =>
  (await node.catalogue.statements(repositoryLabel(label), { limit: 100 })).entries.toReversed();

const transfersOf = async (node: MovingNode, label: string): Promise<readonly string[]> =>
  (await statementsOf(node, label)).flatMap(({ signed, text }) => (signed.statement.kind === 'transfer' ? [text] : []));

/** What a log would have after the claims of both, each Archive's in its order. */
const historyOf = async (label: string, a: MovingNode, b: MovingNode) => {
  const own = async (node: MovingNode) => (await statementsOf(node, label)).filter(({ isOwn }) => isOwn);
  const [ofA, ofB] = [await own(a), await own(b)];
  const end = ofA.findIndex(({ signed }) => signed.statement.kind === 'transfer') + 1;
  return [...ofA.slice(0, end), ...ofB, ...ofA.slice(end)].map(({ signed }) => signed.statement);
};

const expectJoined = async (a: MovingNode, b: MovingNode, labels: readonly string[]) => {
  for (const label of labels) expect(checkHistory(await historyOf(label, a, b), a.signatures.sha256)).toEqual([]);
};

describe('what the old holder signs of a transfer', () => {
  it('is made and given away only for a receipt of this very item (decision 54)', async () => {
    const offers: TransferOffer[] = [];
    const answers: Partial<TransferAnswer>[] = [
      { receipt: undefined },
      { receipt: 'ibi-receipt-v1' },
      { outcome: 'aborted' },
    ];
    const peers: PeerArchives = {
      ...PEERS,
      offerTransfer(address, offer) {
        offers.push(offer);
        return PEERS.offerTransfer(address, offer);
      },
      async sendTransfer(_address, offer) {
        offers.push(offer);
        return { outcome: 'open', isReceived: true, missing: [], takesTransfers: true, ...answers.shift() };
      },
      settleTransfer: () => expect.unreachable(),
    };
    const { a, item, request } = await startSides(peers);
    for (const _ of ['no receipt', 'a wrong one']) {
      await expect(a.transfer(item.repository, request)).rejects.toMatchObject({
        code: 'transfer-in-doubt',
        parameters: { reason: 'no-receipt' },
      });
    }
    expect(await a.transfer(item.repository, request)).toMatchObject({ outcome: 'aborted' });
    expect(offers.length).toBeGreaterThan(3);
    expect(offers.filter(({ transfers }) => transfers !== undefined)).toEqual([]);
    expect(await transfersOf(a, item.repository)).toEqual([]);
    expect((await a.archive.show(named(item.repository))).state).toBe('Original');
  });

  it.each(['before', 'after'] as const)('is the same when a commit broke %s it came', async (when) => {
    const given: (readonly string[])[] = [];
    const peers: PeerArchives = {
      ...PEERS,
      async settleTransfer(address, decision, transfers = []) {
        given.push(transfers);
        if (given.length === 1 && when === 'after') await PEERS.settleTransfer(address, decision, transfers);
        if (given.length === 1) throw new Error('the machine stopped');
        return PEERS.settleTransfer(address, decision, transfers);
      },
    };
    const { a, b, item, request } = await startSides(peers);
    await expect(a.transfer(item.repository, request)).rejects.toThrow('the machine stopped');
    const labels = [item.repository, item.metadata?.repository ?? ''];
    const signed = (await Promise.all(labels.map((label) => transfersOf(a, label)))).flat();
    expect(signed).toHaveLength(2);
    expect(await a.transfer(item.repository, { key: request.key })).toMatchObject({ outcome: 'moved' });
    expect(given).toEqual(when === 'after' ? [signed] : [signed, signed]);
    expect((await Promise.all(labels.map((label) => transfersOf(a, label)))).flat()).toEqual(signed);
    await expectJoined(a, b, labels);
    expect([await a.claim(item.repository), await b.claim(item.repository)]).toEqual(['Copy', 'Original']);
  });

  it('is withdrawn by the next claim where the receiver aborts', async () => {
    const peers: PeerArchives = { ...PEERS, settleTransfer: (address) => PEERS.settleTransfer(address, 'abort') };
    const { a, b, item, request } = await startSides(peers);
    expect(await a.transfer(item.repository, request)).toMatchObject({ outcome: 'aborted' });
    const said = (await statementsOf(a, item.repository)).map(({ signed: { statement } }) => statement);
    expect(said.map(({ kind }) => kind)).toEqual(['claim', 'transfer', 'claim']);
    expect(said.at(-1)).toMatchObject({ state: 'Original' });
    expect(await transfersOf(b, item.repository)).toEqual([]);
  });

  it('is not taken from anybody else, nor of anything else', async () => {
    const forged: PeerArchives = {
      ...PEERS,
      settleTransfer: (address, decision, transfers = []) =>
        PEERS.settleTransfer(
          address,
          decision,
          transfers.map((text) =>
            text.replace(/\nsha256:./, (start) => `${start.slice(0, -1)}${start.endsWith('0') ? 1 : 0}`),
          ),
        ),
    };
    const { a, b, item, request } = await startSides(forged);
    await expect(a.transfer(item.repository, request)).rejects.toMatchObject({
      code: 'peer-refused',
      parameters: { said: { parameters: { said: { code: 'transfer-unproved' } } } },
    });
    expect([await a.claim(item.repository), await b.claim(item.repository)]).toEqual(['Original', 'Copy']);
  });
});

describe('nodes of an earlier version', () => {
  it('bring it with the offer', async () => {
    const held: {
      address?: Parameters<PeerArchives['settleTransfer']>[0];
      files: Map<number, () => Promise<Readable>>;
    } = {
      files: new Map(),
    };
    const offers: TransferOffer[] = [];
    // The receiver sees what an earlier sender sends: the transfers in the offer, and a commit without them.
    const earlier: PeerArchives = {
      ...PEERS,
      async sendTransfer(address, offer, files) {
        held.address = address;
        offers.push(offer);
        for (const { index, open } of files) held.files.set(index, open);
        throw new Error('not sent yet');
      },
    };
    const { a, b, item, request } = await startSides(earlier);
    await expect(a.transfer(item.repository, request)).rejects.toThrow('not sent yet');
    const labels = [item.repository, item.metadata?.repository ?? ''];
    const items = await Promise.all(labels.map((label) => a.catalogue.find(repositoryLabel(label))));
    await a.catalogue.change(
      items.flatMap((each) => (each === undefined ? [] : [{ item: each, change: {} }])),
      { ...AUTHOR, at: 0n, action: 'transfer begun', handOverTo: b.service.label },
    );
    const transfers = (await Promise.all(labels.map((label) => transfersOf(a, label)))).flat();
    const { address } = held;
    const [offer] = offers;
    if (address === undefined || offer === undefined) throw new Error('nothing was sent');
    const files = [...held.files].map(([index, open]) => ({ index, open }));
    await PEERS.sendTransfer(address, { ...offer, transfers }, files);
    expect(await PEERS.settleTransfer(address, 'commit')).toMatchObject({ outcome: 'committed' });
    expect(await a.transfer(item.repository, { key: request.key })).toMatchObject({ outcome: 'moved' });
    await expectJoined(a, b, labels);
  });

  it('commit without it', async () => {
    const given: (readonly string[] | undefined)[] = [];
    const earlier: PeerArchives = {
      ...PEERS,
      async offerTransfer(address, offer) {
        const { takesTransfers: _, ...answer } = await PEERS.offerTransfer(address, offer);
        return answer;
      },
      async sendTransfer(address, offer, files) {
        const { takesTransfers: _, ...answer } = await PEERS.sendTransfer(address, offer, files);
        return answer;
      },
      settleTransfer(address, decision, transfers) {
        given.push(transfers);
        return PEERS.settleTransfer(address, decision, transfers);
      },
    };
    const { a, b, item, request } = await startSides(earlier);
    expect(await a.transfer(item.repository, request)).toMatchObject({ outcome: 'moved' });
    expect(given).toEqual([[]]);
    expect([await a.claim(item.repository), await b.claim(item.repository)]).toEqual(['Copy', 'Original']);
  });
});
