import { LRUCache } from 'lru-cache';
import { networkOf } from './attempt-limit.ts';

/** How much work one network may cause, and all of them together at one time. */
export interface WorkBudget {
  /** Returns the seconds to wait, or 0 if the work may begin; then `end` is called once. */
  begin(address: string): number;
  end(address: string, milliseconds: number): void;
}

interface Account {
  /** Milliseconds of work that are left; less than none after a work that was dearer. */
  left: number;
  at: number;
  running: number;
}

const MAX_NETWORKS = 20_000;
/** What a work costs at least, and at most: while many wait, the time of each is not its own fault. */
const LEAST_COST_MS = 20;
const MOST_COST_MS = 250;
/** Behind a proxy that nobody told the node of, all the world is here. */
const HERE = /^(?:::1|(?:::ffff:)?127\.0\.0\.1)$/;

/** Networks pay with time for the work that they cause, and get some back every second. */
export const createWorkBudget = ({
  now,
  mostMs,
  perSecondMs,
  mostOfNetwork,
  mostTogether,
}: {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** What a network that has rested may spend at once. */
  readonly mostMs: number;
  readonly perSecondMs: number;
  /** How many works of one network run at the same time. */
  readonly mostOfNetwork: number;
  readonly mostTogether: number;
}): WorkBudget => {
  const accounts = new LRUCache<string, Account>({ maxSize: MAX_NETWORKS, sizeCalculation: () => 1 });
  let together = 0;

  const accountOf = (address: string): Account => {
    const network = wideNetworkOf(address);
    const at = now();
    const known = accounts.get(network);
    if (known === undefined) {
      const opened = { left: mostMs, at, running: 0 };
      accounts.set(network, opened);
      return opened;
    }
    // A clock that is set back gives nothing.
    known.left = Math.min(mostMs, known.left + (Math.max(0, at - known.at) * perSecondMs) / 1_000);
    known.at = at;
    return known;
  };

  return {
    begin(address) {
      const account = accountOf(address);
      // Who is not served now is told so at once, and may come back soon.
      if (together >= mostTogether) return 1;
      if (!HERE.test(address)) {
        if (account.left < LEAST_COST_MS) return Math.ceil((LEAST_COST_MS - account.left) / perSecondMs);
        if (account.running >= mostOfNetwork) return 1;
      }
      together += 1;
      account.running += 1;
      account.left -= LEAST_COST_MS;
      return 0;
    },
    end(address, milliseconds) {
      const account = accountOf(address);
      together -= 1;
      account.running = Math.max(0, account.running - 1);
      account.left -= Math.min(Math.max(0, milliseconds - LEAST_COST_MS), MOST_COST_MS);
    },
  };
};

const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** The /24 of an IPv4 address, or the /48 of an IPv6 address: what one customer of a network gets. */
export const wideNetworkOf = (address: string): string => {
  const network = networkOf(address);
  const [, high, low = ''] = MAPPED.exec(network) ?? [];
  return high === undefined ? network.split(':').slice(0, 3).join(':') : `${high}:${low.padStart(4, '0').slice(0, 2)}`;
};
