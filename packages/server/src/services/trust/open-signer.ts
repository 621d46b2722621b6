import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { Signatures, Signer } from '../../ports/system/signatures.ts';

/**
 * The signer with the key of that name. The key is made once in a transaction, so that all nodes of one database share
 * it (decision 31); backups have it.
 */
export const openSigner = async (
  { facts, signatures }: { readonly facts: NodeFacts; readonly signatures: Signatures },
  name: 'archive.signing-key' | 'log.signing-key',
): Promise<Signer> => {
  const known = await facts.find(name);
  return signatures.open(known ?? (await facts.keep(name, signatures.createKey())));
};
