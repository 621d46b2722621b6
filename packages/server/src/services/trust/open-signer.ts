import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { Signatures, Signer } from '../../ports/system/signatures.ts';

/**
 * The signer with the key of that name. The key is made once in a transaction, so that all nodes of one database share
 * it (decision 31); backups have it.
 */
export const openSigner = async (
  needs: { readonly facts: NodeFacts; readonly signatures: Signatures },
  name: KeyName,
): Promise<Signer> => createSignerOpener(needs, name)();

type KeyName = 'archive.signing-key' | 'log.signing-key';

/** Returns what opens it again and again: another process may have given the node another key meanwhile. */
export const createSignerOpener = (
  { facts, signatures }: { readonly facts: NodeFacts; readonly signatures: Signatures },
  name: KeyName,
): (() => Promise<Signer>) => {
  let opened: { readonly key: string; readonly signer: Signer } | undefined;
  return async () => {
    const key = (await facts.find(name)) ?? (await facts.keep(name, signatures.createKey()));
    if (opened?.key !== key) opened = { key, signer: signatures.open(key) };
    return opened.signer;
  };
};
