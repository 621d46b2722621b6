import { createClient } from '@perene/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEd25519Signatures } from '../../packages/server/src/adapters/system/ed25519-signatures.ts';
import { createHandOverSeal } from '../../packages/server/src/services/archive/moving/hand-over-seal.ts';
import type { Network } from '../../tools/dev-network/network.ts';
import { repositoryLabel } from '../fixtures/labels.ts';
import { depositReport, type NetworkNode, startTestNetwork } from '../fixtures/network.ts';
import { runInProcess as runPerene } from '../fixtures/run-in-process.ts';
import type { ServedNode } from '../fixtures/serve-in-process.ts';

let network: Network<ServedNode>;

beforeAll(async () => {
  network = await startTestNetwork();
});

afterAll(async () => {
  await network?.stop();
});

const deposit = async (node: NetworkNode) => (await depositReport(node, '--language', 'en')).answer;

const createKey = async ({ url, key }: NetworkNode, role: 'depositor' | 'steward'): Promise<string> =>
  (await createClient({ url, key }).createKey({ name: role, role })).key;

const locateOriginal = async (label: string): Promise<string> => {
  const response = await fetch(`${network.resolver.url}/${label}?ibiurl.requireditemstatus=Original`, {
    redirect: 'manual',
  });
  return response.headers.get('location') ?? String(response.status);
};

it('a steward of the receiver is enough where the resolver knows who holds the original', async () => {
  const { north, south } = network.archives;
  const { repository } = await deposit(north);
  const key = await createKey(south, 'steward');
  const words = ['item', 'transfer', repository, '--to', south.url, '--to-key', key, '--json'];
  const { status, stdout, stderr } = await runPerene(words, { cwd: north.folder });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(stdout)).toEqual({ repository, to: south.url, outcome: 'moved' });
  expect(await locateOriginal(repository)).toContain(south.url);
});

describe('whoever is not the holder', () => {
  const signatures = createEd25519Signatures();
  const signer = signatures.open(signatures.createKey());
  const ID = '0123456789abcdef0123456789abcdef';

  /** An offer that an attacker has made of what everybody can read, signed with a key of the attacker. */
  const inventOffer = async (
    victim: { readonly item: Awaited<ReturnType<typeof deposit>>; readonly from: NetworkNode },
    { receiver, sender }: { readonly receiver: NetworkNode; readonly sender: string },
  ) => {
    const { item, from } = victim;
    const service = repositoryLabel(sender);
    const seal = createHandOverSeal({
      service: async () => service,
      signer: async () => signer,
      signatures,
      clock: { now: () => BigInt(Date.now()) * 1_000n, wait: async () => undefined },
    });
    const client = createClient({ url: receiver.url, key: receiver.key });
    const { service: to = '' } = await client.showTransfer({ id: ID });
    const signed = await seal.sign('offer', {
      transfer: ID,
      label: item.repository,
      hash: seal.hash({ ...item, ibips: item.ibips, metadata: item.metadata.fields }),
      sender,
      receiver: to,
    });
    const describing = await createClient({ url: from.url, key: from.key }).showItem({ ibi: item.metadata.repository });
    return { id: ID, from: from.url, service: sender, signed, item, describing };
  };

  const serviceOf = async ({ url, key }: NetworkNode): Promise<string> =>
    (await createClient({ url, key }).showTransfer({ id: ID })).service ?? '';

  it('takes no original over by an offer that the holder has not made', async () => {
    const { north, south, west } = network.archives;
    const item = await deposit(north);
    const [depositor, steward] = [await createKey(south, 'depositor'), await createKey(south, 'steward')];
    const offered = {
      item: await createClient({ url: north.url, key: north.key }).showItem({ ibi: item.repository }),
      from: north,
    };
    const bySender = await inventOffer(offered, { receiver: south, sender: await serviceOf(west) });
    const byHolder = await inventOffer(offered, { receiver: south, sender: await serviceOf(north) });
    const offerBy = (key: string, offer: typeof bySender) =>
      createClient({ url: south.url, key })
        .offerTransfer(offer)
        .then(
          () => 'taken',
          (error) => error.problem ?? error,
        );
    expect(await offerBy(depositor, byHolder)).toMatchObject({ code: 'role-missing' });
    for (const key of [steward, south.key]) {
      expect(await offerBy(key, bySender)).toMatchObject({ code: 'transfer-unproved' });
    }
    // What is only asked changes nothing; what is handed over is checked with the holder.
    const body = new FormData();
    const { id: _id, ...offer } = byHolder;
    body.append('item', new Blob([JSON.stringify(offer)]), 'item');
    body.append('file', new Blob(['a report']), '0');
    for (const key of [steward, south.key]) {
      const response = await fetch(`${south.url}/api/v1/transfers/${ID}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body,
      });
      expect([response.status, (await response.json()).code]).toEqual([403, 'transfer-unproved']);
    }
    expect(await locateOriginal(item.repository)).toContain(north.url);
  });

  it('brings no label of somebody else with an item of its own', async () => {
    const { north, south, west } = network.archives;
    const key = await createKey(south, 'steward');
    const offerBy = (offer: Awaited<ReturnType<typeof inventOffer>>) =>
      createClient({ url: south.url, key })
        .offerTransfer(offer)
        .then(
          ({ outcome }) => outcome,
          (error) => error.code ?? error.problem?.code ?? error,
        );
    const shown = async (node: NetworkNode) =>
      createClient({ url: node.url, key: node.key }).showItem({ ibi: (await deposit(node)).repository });
    const [own, victim] = [await shown(north), await shown(west)];
    const sides = { receiver: south, sender: await serviceOf(north) };
    const offer = await inventOffer({ item: own, from: north }, sides);
    expect(await offerBy(offer)).toBe('open');
    const described = { ...offer.describing, repository: victim.metadata?.repository };
    const withOther = { ...own, metadata: { ...own.metadata, repository: victim.metadata?.repository } };
    expect(await offerBy({ ...offer, item: withOther, describing: described } as typeof offer)).toBe(
      'transfer-unproved',
    );
    const ibips = [...own.ibips, ...victim.ibips];
    expect(victim.ibips).toHaveLength(1);
    expect(await offerBy(await inventOffer({ item: { ...own, ibips }, from: north }, sides))).toBe('transfer-unproved');
  });

  it('plants no label that the node may mint, nor one of the future', async () => {
    const { north, south } = network.archives;
    const item = await createClient({ url: north.url, key: north.key }).showItem({
      ibi: (await deposit(north)).repository,
    });
    const own = (await deposit(south)).repository as string;
    const year = new Date().getUTCFullYear() + 1;
    for (const label of [own.replace(/\/\d{4}\//, `/${year}/`), `other.example/www/${year}/01.01.00.00.00`]) {
      const offer = await inventOffer(
        { item: { ...item, repository: label }, from: north },
        { receiver: south, sender: await serviceOf(north) },
      );
      const body = new FormData();
      const { id: _id, ...sent } = { ...offer, describing: { ...offer.describing, describes: label } };
      body.append('item', new Blob([JSON.stringify(sent)]), 'item');
      body.append('file', new Blob(['a report']), '0');
      const headers = { authorization: `Bearer ${south.key}` };
      const response = await fetch(`${south.url}/api/v1/transfers/${ID}`, { method: 'POST', headers, body });
      expect([label, (await response.json()).code]).toEqual([label, 'label-invalid']);
    }
  });
});
