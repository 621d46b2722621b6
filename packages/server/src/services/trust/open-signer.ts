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
  {
    facts,
    signatures,
    readKeyFile,
  }: {
    readonly facts: NodeFacts;
    readonly signatures: Signatures;
    /** Reads the key from a file that the operator keeps, in place of the one in the database. */
    readonly readKeyFile?: (() => Promise<string>) | undefined;
  },
  name: KeyName,
): (() => Promise<Signer>) => {
  let opened: { readonly key: string; readonly signer: Signer } | undefined;
  const readKey = readKeyFile ?? (async () => (await facts.find(name)) ?? facts.keep(name, signatures.createKey()));
  return async () => {
    const key = await readKey();
    if (opened?.key !== key) opened = { key, signer: signatures.open(key) };
    return opened.signer;
  };
};
