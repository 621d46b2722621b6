import type { ArchiveOperations, HistoryPage, ItemPage, ItemView } from '../../services/archive/archive-operations.ts';
import type { KeyRing, KeyView } from '../../services/keys/key-ring.ts';
import type { IbiMinter, MintedIbi } from '../../services/minter/mint-ibis.ts';
import { depositRemotely } from './deposit-remotely.ts';
import { queryOf, withJson } from './json-request.ts';
import { createNodeClient, type NodeClient } from './node-client.ts';
import { hasList, readAnswer, readItem, readTombstone } from './read-answer.ts';

/** What people and programs do with a node that runs elsewhere; who does it, the key says. */
export interface RemoteArchive {
  readonly operations: ArchiveOperations;
  readonly mint: IbiMinter['mint'];
  readonly keys: Pick<KeyRing, 'create' | 'list' | 'revoke'>;
  close(): Promise<void>;
}

/** Labels that are asked for at once: each answer is one step of progress. */
const MINT_STEP = 10_000;

export const createRemoteArchive = (address: {
  readonly url: string;
  readonly key: string | undefined;
}): RemoteArchive => {
  const node = createNodeClient(address);
  return {
    operations: createOperations(node),
    keys: createKeys(node),
    async mint(count, onProgress) {
      const minted: MintedIbi[] = [];
      while (minted.length < count) {
        const step = Math.min(MINT_STEP, count - minted.length);
        const answer = await node.ask(withJson('POST', '/ibis', { count: step }));
        minted.push(...readAnswer<{ ibis: readonly MintedIbi[] }>(answer, hasList('ibis')).ibis);
        onProgress?.(minted.length);
      }
      return minted;
    },
    close: async () => undefined,
  };
};

const createOperations = (node: NodeClient): ArchiveOperations => ({
  deposit: (request) => depositRemotely(node, request),
  async show(label) {
    const answer = await node.send({ method: 'GET', path: itemPath(label) });
    const tombstone = readTombstone(answer);
    if (tombstone !== undefined) return tombstone;
    return readItem(node.accept(answer));
  },
  async files(label) {
    const answer = await node.ask({ method: 'GET', path: `${itemPath(label)}/files` });
    return readAnswer<Pick<ItemView, 'files'>>(answer, hasList('files')).files;
  },
  async list({ words, cursor, limit }) {
    const answer = await node.ask({ method: 'GET', path: `/items${queryOf({ q: words, cursor, limit })}` });
    return readAnswer<ItemPage>(answer, hasList('items'));
  },
  async edit(label, change) {
    return readItem(await node.ask(withJson('PATCH', itemPath(label), change)));
  },
  async remove(label, request) {
    return readItem(await node.ask(withJson('DELETE', itemPath(label), request)));
  },
  async history(label, { cursor, limit }) {
    const answer = await node.ask({
      method: 'GET',
      path: `${itemPath(label)}/history${queryOf({ cursor, limit })}`,
    });
    return readAnswer<HistoryPage>(answer, hasList('entries'));
  },
});

const createKeys = (node: NodeClient): RemoteArchive['keys'] => ({
  async create(request) {
    const answer = await node.ask(withJson('POST', '/keys', request));
    return readAnswer<KeyView & { readonly key: string }>(answer, (value) => typeof value['key'] === 'string');
  },
  async list() {
    const answer = await node.ask({ method: 'GET', path: '/keys' });
    return readAnswer<{ keys: readonly KeyView[] }>(answer, hasList('keys')).keys;
  },
  async revoke(id) {
    await node.ask({ method: 'DELETE', path: `/keys/${encodeURIComponent(id)}` });
  },
});

/** Slashes of a label are part of the path. */
const itemPath = (label: string): string => `/items/${label.split('/').map(encodeURIComponent).join('/')}`;
