import type { AnswerOf } from '@perene/api';
import type { RepositoryLabel } from '@perene/core';
import type { DoiOperations, DoiView } from '../../../services/archive/dois/doi-operations.ts';
import { createRemoteClient, type RemoteAddress } from '../remote-client.ts';

/** The DOIs of a node that runs elsewhere, with the rights of the key. */
export const createRemoteDois = (address: RemoteAddress): DoiOperations => {
  const client = createRemoteClient(address);
  return {
    assign: async (request) => readDoi(await client.assignDoi(request)),
    show: async (doi) => readDoi(await client.showDoi({ doi })),
    async list({ isWaiting, ...page }) {
      const { dois, next } = await client.listDois({ ...page, waiting: isWaiting === true ? 'yes' : 'no' });
      return { dois: dois.map(readDoi), next };
    },
    setState: async (doi, state) => readDoi(await client.changeDoi({ doi, state })),
    retry: async (doi) => readDoi(await client.changeDoi({ doi })),
    retryAll: async () => (await client.retryDois()).dois,
  };
};

const readDoi = ({ item, minter = '', id = '', problem, next, changed, ...shown }: AnswerOf<'showDoi'>): DoiView => ({
  ...shown,
  subject: item === undefined ? { kind: 'name', minter, id } : { kind: 'item', repository: item as RepositoryLabel },
  problem,
  next,
  changed,
});
