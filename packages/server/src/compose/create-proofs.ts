import { setTimeout } from 'node:timers/promises';
import { createRemoteLog } from '../adapters/remote-node/remote-log.ts';
import type { Settings } from '../config/settings.ts';
import type { Catalogue } from '../ports/archive/catalogue.ts';
import type { Signatures } from '../ports/system/signatures.ts';
import { createItemProofs, type ItemProofs } from '../services/archive/items/prove-item.ts';
import type { ResolverOperations } from '../services/resolver/asking/outcome/resolution.ts';
import { findElsewhere } from './choose-resolver.ts';
import type { Log } from './create-log.ts';

const LOGGING_MS = 500;

/** Proofs come from the log of this node, or from that of the resolver that it uses. */
export const createProofs = (
  settings: Settings,
  {
    catalogue,
    signatures,
    log,
    resolver,
  }: {
    readonly catalogue: Catalogue;
    readonly signatures: Signatures;
    readonly log: () => Promise<Log>;
    readonly resolver: Pick<ResolverOperations, 'resolve'>;
  },
): ItemProofs => {
  const elsewhere = findElsewhere(settings);
  const isHere = settings.roles.includes('resolver') || elsewhere === undefined;
  const remote = isHere ? undefined : createRemoteLog({ url: elsewhere, key: undefined });
  return createItemProofs({
    catalogue,
    signatures,
    readProof: async (label) => remote?.proofFile(label) ?? (await log()).reader.proofFile(label),
    async show(label) {
      await resolver.resolve({
        target: `/${label}`,
        clientAddresses: ['127.0.0.1'],
        languages: undefined,
        isCounted: false,
      });
      if (isHere) await (await log()).hearing.finish();
      // Another resolver logs what it saw a moment later.
      else await setTimeout(LOGGING_MS);
    },
  });
};
