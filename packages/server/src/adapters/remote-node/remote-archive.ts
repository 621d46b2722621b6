import type { Client } from '@perene/api';
import type { ArchiveOperations, ItemView } from '../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../services/archive/collections/collection-operations.ts';
import type { RelationOperations } from '../../services/archive/relations/relation-operations.ts';
import type { KeyRing } from '../../services/keys/key-ring.ts';
import type { IbiMinting, ShownIbi } from '../../services/minting/mint-ibis.ts';
import { depositRemotely } from './deposit-remotely.ts';
import { NodeRefusal } from './refusal-of-answer.ts';
import { createRemoteClient, type RemoteAddress } from './remote-client.ts';

/** The operations on a node that runs elsewhere, with the rights of the key. */
export interface RemoteArchive {
  readonly operations: ArchiveOperations;
  readonly collections: CollectionOperations;
  readonly relations: RelationOperations;
  readonly mint: IbiMinting['mint'];
  readonly keys: Pick<KeyRing, 'create' | 'list' | 'revoke'>;
  close(): Promise<void>;
}

/** How many labels are asked for at once; each answer is one step of progress. */
const MINT_STEP = 10_000;

export const createRemoteArchive = (address: RemoteAddress): RemoteArchive => {
  const client = createRemoteClient(address);
  return {
    operations: createOperations(client, address),
    collections: createCollections(client),
    relations: {
      propose: async ({ text: ibi }) => (await client.proposeLinks({ ibi })).proposals,
      list: ({ item, ...page }) => client.listProposals({ ...page, item: item?.text }),
      accept: (id) => client.acceptProposal({ id }),
      refuse: (id, reason) => client.refuseProposal({ id, reason }),
    },
    keys: {
      create: (request) => client.createKey(request),
      list: async () => (await client.listKeys()).keys,
      revoke: (id) => client.revokeKey({ id }),
    },
    async mint(count, onProgress) {
      const minted: ShownIbi[] = [];
      while (minted.length < count) {
        const { ibis } = await client.mintIbis({ count: Math.min(MINT_STEP, count - minted.length) });
        minted.push(...ibis);
        onProgress?.(minted.length);
      }
      return minted;
    },
    close: async () => undefined,
  };
};

const createOperations = (client: Client, address: RemoteAddress): ArchiveOperations => ({
  deposit: (request) => depositRemotely(client, address, request),
  show: ({ text: ibi }) => client.showItem({ ibi }).catch(readTombstone),
  files: async ({ text: ibi }) => (await client.listFiles({ ibi })).files,
  list: ({ words, facets, sort, hasCounts, cursor, limit }) =>
    client.listItems({ q: words, ...facets, sort, facets: hasCounts ? 'yes' : undefined, cursor, limit }),
  edit: ({ text: ibi }, change) => client.editItem({ ibi, ...change }),
  remove: ({ text: ibi }, { reason }) => client.removeItem({ ibi, reason }),
  withdraw: ({ text: ibi }, { reason }) => client.withdrawItem({ ibi, reason }),
  restore: ({ text: ibi }) => client.restoreItem({ ibi }),
  history: ({ text: ibi }, page) => client.readHistory({ ibi, ...page }),
  claims: ({ text: ibi }, page) => client.listClaims({ ibi, ...page }),
});

const createCollections = (client: Client): CollectionOperations => ({
  create: (request) => client.createCollection(request),
  list: ({ cursor, limit }) => client.listCollections({ cursor, limit }),
  show: (collection) => client.showCollection({ collection }),
  edit: (collection, change) => client.editCollection({ ...change, collection }),
  delete: async (collection) => {
    await client.deleteCollection({ collection });
  },
  items: (collection, { cursor, limit }) => client.listCollectionItems({ collection, cursor, limit }),
  changeItems: (collection, change) => client.changeCollectionItems({ ...change, collection }),
  order: (collection, change) => client.orderCollectionItems({ ...change, collection }),
});

/** For a removed item the node answers 410, and the refusal has its tombstone. */
const readTombstone = (error: unknown): ItemView => {
  const item = error instanceof NodeRefusal && error.answer.status === 410 ? error.answer.item : undefined;
  if (item === undefined) throw error;
  return item;
};
