import type { SampleOperations } from '../../services/sample/sample-operations.ts';
import { createRemoteClient, type RemoteAddress } from './remote-client.ts';

/** The sample collection of a node that runs elsewhere, with the rights of the key. */
export const createRemoteSample = (address: RemoteAddress): SampleOperations => {
  const client = createRemoteClient(address);
  return { state: () => client.showSample(), load: () => client.loadSample(), remove: () => client.removeSample() };
};
