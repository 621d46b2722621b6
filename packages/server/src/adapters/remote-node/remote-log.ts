import type { ItemProofs } from '../../services/archive/items/prove-item.ts';
import type { ArchiveKeyOperations, LogOperations } from '../../services/resolver/log/log-operations.ts';
import { createRemoteClient, type RemoteAddress } from './remote-client.ts';

/** The log of a resolver that runs elsewhere. */
export const createRemoteLog = (address: RemoteAddress): LogOperations & ArchiveKeyOperations => {
  const client = createRemoteClient(address);
  return {
    head: ({ isWitnessed }) => client.showLogHead({ witnessed: isWitnessed ? 'yes' : undefined }),
    proof: (request) => client.showLogProof(request),
    consistency: (request) => client.showLogConsistency(request),
    entries: (request) => client.listLogEntries(request),
    proofFile: (ibi) => client.showProof({ ibi }),
    replaceKey: (ibi, key) => client.replaceArchiveKey({ ibi, key }),
  };
};

/** Proofs from the Archive of another node. */
export const createRemoteItemProofs = (address: RemoteAddress): ItemProofs => {
  const client = createRemoteClient(address);
  return { find: (ibi) => client.showItemProof({ ibi }) };
};
