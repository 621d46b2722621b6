import { setTimeout } from 'node:timers/promises';
import { Refusal } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { createRemoteLog } from '../adapters/remote-node/remote-log.ts';
import { createUsedResolver } from '../adapters/remote-node/remote-resolver.ts';
import type { Settings } from '../config/settings.ts';
import type { Catalogue } from '../ports/archive/catalogue.ts';
import type { Signatures } from '../ports/system/signatures.ts';
import { createItemProofs, type ItemProofs } from '../services/archive/items/prove-item.ts';
import type { ResolverOperations } from '../services/resolver/asking/outcome/resolution.ts';
import { nameInVia } from '../services/resolver/asking/passed-on.ts';
import { findElsewhere } from './choose-resolver.ts';
import type { Log } from './create-log.ts';

const LOGGING_MS = 500;

/**
 * Proofs come from the log of the resolver that this node has joined, because its witnesses sign it; from the log of
 * this node only if it has joined none, or if that one has no proof.
 */
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
  const own = createItemProofs({
    catalogue,
    signatures,
    readProof: async (label) => (await log()).reader.proofFile(label),
    async show(label) {
      await resolver.resolve(questionOf(label));
      await (await log()).hearing.finish();
    },
  });
  if (elsewhere === undefined) return own;
  const remote = createRemoteLog({ url: elsewhere, key: undefined });
  const used = createUsedResolver(elsewhere, nameInVia(settings.publicUrl));
  const joined = createItemProofs({
    catalogue,
    signatures,
    readProof: (label) => remote.proofFile(label),
    async show(label) {
      await used.resolve(questionOf(label));
      // It logs what it saw a moment later.
      await setTimeout(LOGGING_MS);
    },
  });
  if (!settings.roles.includes('resolver')) return joined;
  return {
    find: (label, options) =>
      joined.find(label, options).catch((error: unknown) => {
        if (error instanceof Refusal) return own.find(label, options);
        throw error;
      }),
  };
};

const questionOf = (label: Label) => ({
  target: `/${label}`,
  clientAddresses: ['127.0.0.1'],
  languages: undefined,
  isCounted: false,
});
