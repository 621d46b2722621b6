import type { SampleOperations, SampleState } from '../../services/sample/sample-operations.ts';
import { createNodeClient, type NodeRequest } from './node-client.ts';
import { hasList, readAnswer } from './read-answer.ts';

/** The sample collection of a node that runs elsewhere; who acts, the key says. */
export const createRemoteSample = (address: {
  readonly url: string;
  readonly key: string | undefined;
}): SampleOperations => {
  const node = createNodeClient(address);
  const ask = async (method: NodeRequest['method']): Promise<SampleState> =>
    readAnswer<SampleState>(await node.ask({ method, path: '/sample' }), hasList('items'));
  return { state: () => ask('GET'), load: () => ask('POST'), remove: () => ask('DELETE') };
};
