import type { ItemState } from '@perene/core/item';
import { LRUCache } from 'lru-cache';
import type { PeerArchives } from '../../../ports/peer-archives.ts';

type Releasing = Extract<ItemState, { kind: 'releasing' }>;

/**
 * Asks the receiver of a hand-over what it has recorded, so that this Archive can say whether it still has the
 * original.
 */
export interface HandOverProbe {
  hasCommitted(state: Releasing): Promise<'yes' | 'no' | 'unknown'>;
}

const DEADLINE_MS = 2_000;
const MAX_REMEMBERED = 1_000;

/** Remembers a commit, which is final; asks again each time for every other outcome. */
export const createHandOverProbe = ({ peers }: { readonly peers: Pick<PeerArchives, 'askOutcome'> }): HandOverProbe => {
  const committed = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return {
    async hasCommitted({ to, transfer }) {
      if (committed.get(transfer)) return 'yes';
      try {
        const outcome = await peers.askOutcome({ archive: to, id: transfer }, { deadlineMs: DEADLINE_MS });
        if (outcome !== 'committed') return 'no';
      } catch {
        return 'unknown';
      }
      committed.set(transfer, true);
      return 'yes';
    },
  };
};
