import { Refusal } from '@perene/api/refusals';
import {
  fingerprintOf,
  isAnnouncementReceived,
  MAX_ANNOUNCED,
  type NotedLease,
  stepBeforeAcknowledgment,
} from '@perene/core/federation';
import type { LabelChanges } from '../../../../ports/archive/catalogue-records.ts';
import type { BindingLease, JoinedResolvers } from '../../../../ports/federation/joined-resolvers.ts';
import type { LeaseMessages } from './lease-messages.ts';

/** Keeps the promise of a lease: no new label is acknowledged to anyone before the resolver knows it. */
export interface LabelAnnouncer {
  /** Resolves when everything committed before the call may be acknowledged; at once if no lease binds this Archive. */
  settle(): Promise<void>;
  /** Tries once to send the resolver the labels that it does not know; returns whether none is left. */
  announce(): Promise<boolean>;
}

const MESSAGE_MS = 5_000;
const RETRY_MS = 250;
const MAX_LOGGED = 16;
const LOGGING_MS = 2_000;

export const createLabelAnnouncer = (needs: {
  readonly joined: Pick<JoinedResolvers, 'leases' | 'endLease' | 'raiseLease'>;
  readonly changes: Pick<LabelChanges, 'after' | 'last'>;
  /**
   * Returns undefined if this process has no resolver; then it waits for other processes to announce, or for the lease
   * to end.
   */
  readonly openMessages: () => Promise<LeaseMessages | undefined>;
  /** The last signed claim about the item with that repository name, as text; undefined where there is none. */
  readonly findClaim: (label: string) => Promise<string | undefined>;
  /** Milliseconds, by a clock that is never set. */
  readonly monotonicMs: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}): LabelAnnouncer => {
  const { joined, changes, monotonicMs, pause } = needs;
  let messages: Promise<LeaseMessages | undefined> | undefined;
  /** The last change that each resolver has acknowledged to this process. */
  const received = new Map<string, number>();

  const findMessages = (): Promise<LeaseMessages | undefined> => {
    messages ??= needs.openMessages();
    return messages;
  };

  const withReceived = ({ resolver, lease }: BindingLease): NotedLease => ({
    ...lease,
    announced: Math.max(lease.announced, received.get(resolver) ?? 0),
  });

  /**
   * Nobody else knows the labels yet, so that nobody can claim them before this Archive does. What the resolver does not
   * take now, it logs when it first asks for the item.
   */
  const logClaims = async (speaker: LeaseMessages, labels: readonly string[]): Promise<void> => {
    const logOne = async (label: string): Promise<void> => {
      const text = await needs.findClaim(label);
      if (text === undefined) return;
      await speaker.log(text, { deadlineMs: LOGGING_MS }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    };
    await Promise.all(labels.slice(0, MAX_LOGGED).map(logOne));
  };

  /** Returns whether the resolver has received everything up to that change. */
  const send = async (binding: BindingLease, committed: number): Promise<boolean> => {
    const speaker = await findMessages();
    if (speaker?.resolver !== binding.resolver) return false;
    const lease = withReceived(binding);
    const found = await changes.after(lease.announced, MAX_ANNOUNCED + 1);
    const added = found.filter(({ kind }) => kind === 'added').map(({ label }) => fingerprintOf(label));
    const isListed = found.length <= MAX_ANNOUNCED;
    const upTo = isListed ? (found.at(-1)?.number ?? committed) : committed;
    if (added.length > 0 || !isListed) {
      const set = isListed ? Float64Array.from(added).sort() : undefined;
      try {
        if (!isAnnouncementReceived(await speaker.announce(lease, set, { deadlineMs: MESSAGE_MS }))) return false;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return false;
      }
      await logClaims(
        speaker,
        found.filter(({ kind }) => kind === 'added').map(({ label }) => label),
      );
    }
    received.set(binding.resolver, Math.max(upTo, received.get(binding.resolver) ?? 0));
    return true;
  };

  const settleAll = async (): Promise<void> => {
    const committed = await changes.last();
    const watched = createWatch(monotonicMs);
    for (;;) {
      let isFree = true;
      for (const binding of await joined.leases()) {
        const { now } = binding;
        const watchedMs = watched(binding);
        const step = stepBeforeAcknowledgment(withReceived(binding), { committed, now, watchedMs });
        if (step === 'acknowledge') continue;
        // The lease is ended before a label is acknowledged that was not announced, so that the next lease begins
        // another term.
        if (step === 'end-lease') await joined.endLease(binding);
        else if (await send(binding, committed)) continue;
        isFree = false;
        if (step === 'announce') await pause(RETRY_MS);
      }
      if (isFree) return;
    }
  };

  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    async settle() {
      if ((await joined.leases()).length === 0) return;
      // One announcement runs at a time; calls that come meanwhile share the next.
      next ??= running.then(() => {
        next = undefined;
        const turn = settleAll();
        running = turn.catch(() => undefined);
        return turn;
      });
      return next;
    },
    async announce() {
      const committed = await changes.last();
      const speaker = await findMessages();
      for (const binding of await joined.leases()) {
        if (binding.resolver !== speaker?.resolver) continue;
        if (withReceived(binding).announced < committed && !(await send(binding, committed))) return false;
        const announced = received.get(binding.resolver) ?? 0;
        if (announced > binding.lease.announced) await joined.raiseLease(binding.resolver, announced);
      }
      return true;
    },
  };
};

/** How long each lease has been seen, in milliseconds. */
const createWatch = (monotonicMs: () => number) => {
  const since = new Map<string, number>();
  return ({ resolver, lease }: BindingLease): number => {
    const name = `${resolver} ${lease.id} ${lease.notedAt.wall}`;
    const start = since.get(name) ?? monotonicMs();
    since.set(name, start);
    return monotonicMs() - start;
  };
};
