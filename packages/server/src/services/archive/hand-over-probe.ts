import type { ItemState } from '@perene/core/item';
import type { PeerArchives } from '../../ports/peer-archive.ts';

type Releasing = Extract<ItemState, { kind: 'releasing' }>;

/** What an Archive that is handing over an original needs to know before it says whether it still has it. */
export interface HandOverProbe {
  hasCommitted(state: Releasing): Promise<'yes' | 'no' | 'unknown'>;
}

const DEADLINE_MS = 2_000;
const MAX_REMEMBERED = 1_000;

/** A commit stands for ever, and is remembered; everything else is asked again each time. */
export const createHandOverProbe = ({ peers }: { readonly peers: Pick<PeerArchives, 'askOutcome'> }): HandOverProbe => {
  const committed = new Set<string>();
  return {
    async hasCommitted({ to, transfer }) {
      if (committed.has(transfer)) return 'yes';
      try {
        const outcome = await peers.askOutcome({ archive: to, id: transfer }, { deadlineMs: DEADLINE_MS });
        if (outcome !== 'committed') return 'no';
      } catch {
        return 'unknown';
      }
      const [oldest] = committed;
      if (committed.size >= MAX_REMEMBERED && oldest !== undefined) committed.delete(oldest);
      committed.add(transfer);
      return 'yes';
    },
  };
};
