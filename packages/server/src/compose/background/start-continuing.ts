import { Refusal } from '@perene/api/refusals';
import { formatHostPort } from '@perene/core';
import { createRemoteLog } from '../../adapters/remote-node/remote-log.ts';
import { createUsedResolver } from '../../adapters/remote-node/remote-resolver.ts';
import { continueClaims, findLogPlace } from '../../services/archive/exchange/joining/continue-claims.ts';
import type { Joining } from '../../services/archive/exchange/joining/join-resolver.ts';
import { createHolderFinder } from '../../services/archive/relations/find-holder.ts';
import { nameInVia } from '../../services/resolver/asking/passed-on.ts';
import type { Node } from '../create-node.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 30_000;

export type ContinuingNode = Pick<
  Node,
  'restoredClaims' | 'witnessed' | 'catalogue' | 'files' | 'signatures' | 'findKey' | 'clock' | 'serviceLabel'
>;

type Report = (about: object, message: string) => void;

/**
 * Looks once, as soon as the resolver answers, whether its log has more of this Archive than the Archive itself, which
 * may have been restored from a backup. An Archive that joins no resolver any more goes on from what it has. Returns how
 * to stop.
 */
export const startContinuing = async (
  joining: Joining | undefined,
  node: ContinuingNode,
  log: { readonly warn: Report; readonly error: Report },
): Promise<() => Promise<void>> => {
  const resolver = joining?.resolver ?? '';
  const from = joining && (await findLogPlace({ ...node, resolver }));
  const places = joining === undefined ? NO_PLACES : await findPlaces(joining, node);
  const { text: service } = await node.serviceLabel();
  let isOver = false;
  const work = async (): Promise<void> => {
    if (isOver) return;
    try {
      const counts = await continueClaims({ ...node, ...places, resolver, service, isStopped: () => isOver }, from);
      isOver = true;
      if (counts !== undefined) log.warn({ resolver, ...counts }, 'claims go on from the log of the resolver');
    } catch (error) {
      // The resolver is asked again.
      if (!(error instanceof Refusal)) throw error;
    }
  };
  const onError = (error: unknown) => log.error({ err: error, resolver }, 'reading the log of the resolver failed');
  const stop = startRepeating(work, { periodMs: PERIOD_MS, onError });
  return async () => {
    isOver = true;
    await stop();
  };
};

type Places = Pick<Parameters<typeof continueClaims>[0], 'readEntries' | 'findHolder'>;

const NO_PLACES: Places = { readEntries: async () => ({ entries: [], size: 0 }), findHolder: async () => undefined };

const findPlaces = async (
  { resolver, self: { address } }: Joining,
  { witnessed }: Pick<ContinuingNode, 'witnessed'>,
): Promise<Places> => {
  const remote = createRemoteLog({ url: resolver, key: undefined });
  const holders = createHolderFinder(createUsedResolver(resolver, nameInVia(`http://${formatHostPort(address)}`)));
  const hasLog = (await witnessed.find(resolver)) !== undefined;
  return {
    readEntries: (from) =>
      remote.entries({ from }).catch((error: unknown) => {
        // A resolver of another program has no log, and answers something else.
        if (hasLog || !(error instanceof Refusal) || error.code === 'node-unreachable') throw error;
        return { entries: [], size: 0 };
      }),
    async findHolder(label) {
      const holder = await holders.find(label);
      return holder.kind === 'held' ? `http://${holder.archive.address}` : undefined;
    },
  };
};
