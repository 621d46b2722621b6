import type { RequestOf } from '@perene/api';
import type { NameBatchOperations } from '../../../services/noid/batches/name-batch-operations.ts';
import { createRemoteClient, type RemoteAddress } from '../remote-client.ts';

/** The changes of many names of a node that runs elsewhere, with the rights of the key. */
export const createRemoteNameBatches = (address: RemoteAddress): NameBatchOperations => {
  const client = createRemoteClient(address);
  return {
    prepare: (name, change) => client.prepareNameBatch({ name, ...change } as RequestOf<'prepareNameBatch'>),
    list: (name) => client.listNameBatches({ name }),
    show: (name, batch) => client.showNameBatch({ name, batch }),
    lines: (name, batch, request) => client.listNameBatchLines({ name, batch, ...request }),
    run: (name, batch) => client.runNameBatch({ name, batch }),
    undo: (name, batch) => client.undoNameBatch({ name, batch }),
  };
};
