import type { ItemState } from '@perene/core/item';
import { LRUCache } from 'lru-cache';
import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { PeerArchives } from '../../../ports/federation/peer-archives.ts';
import type { HandOverSeal } from './hand-over-seal.ts';

type Releasing = Extract<ItemState, { kind: 'releasing' }>;

/** An item that is handed over, or the item that describes it. */
type ReleasedItem = Pick<CatalogueItem, 'repository' | 'describes'> & { readonly state: Releasing };

/**
 * Asks the receiver of a hand-over what it has recorded, so that this Archive can say whether it still has the
 * original.
 */
export interface HandOverProbe {
  hasCommitted(item: ReleasedItem): Promise<'yes' | 'no' | 'unknown'>;
}

const DEADLINE_MS = 2_000;
const MAX_REMEMBERED = 1_000;

/** Remembers a commit, which is final; asks again each time for every other outcome. */
export const createHandOverProbe = ({
  peers,
  seal,
}: {
  readonly peers: Pick<PeerArchives, 'askOutcome'>;
  readonly seal: Pick<HandOverSeal, 'says'>;
}): HandOverProbe => {
  const committed = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return {
    async hasCommitted({ repository, describes, state: { to, transfer, isRevocable } }) {
      // Nobody was asked to commit yet.
      if (isRevocable) return 'no';
      if (committed.get(transfer)) return 'yes';
      try {
        const answer = await peers.askOutcome({ archive: to, id: transfer }, { deadlineMs: DEADLINE_MS });
        if (answer.outcome !== 'committed') return 'no';
        if (!seal.says('receipt', answer.receipt, { transfer, label: describes ?? repository })) return 'unknown';
      } catch {
        return 'unknown';
      }
      committed.set(transfer, true);
      return 'yes';
    },
  };
};
