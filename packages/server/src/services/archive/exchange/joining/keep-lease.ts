import { misfit, Refusal, refuse } from '@perene/api/refusals';
import { parseLeaseDenial, parseLeaseGrant } from '@perene/core/federation';
import type { JoinedResolvers } from '../../../../ports/federation/joined-resolvers.ts';
import type { Secrets } from '../../../../ports/system/secrets.ts';
import type { LabelAnnouncer } from './announce-labels.ts';
import type { LeaseMessages } from './lease-messages.ts';

export interface LeasePauses {
  /** The time between checks of what other processes have committed. */
  readonly tickMs: number;
  /** The time between requests without failures: a third of a lease. */
  readonly renewMs: number;
  /** The pause after the first request that brought no lease; each further one doubles it. */
  readonly firstRetryMs: number;
  /** The longest pause; a resolver that does not know leases is asked this often. */
  readonly longestRetryMs: number;
}

const PAUSES: LeasePauses = { tickMs: 1_000, renewMs: 10_000, firstRetryMs: 1_000, longestRetryMs: 300_000 };
const MESSAGE_MS = 5_000;
const TERM_BYTES = 12;

/** Holds a lease of the resolver while the node runs, and announces what other processes have committed. */
export const keepLease = (
  {
    messages,
    joined,
    announcer,
    secrets,
    monotonicMs,
    onDenied,
    onError,
  }: {
    readonly messages: Pick<LeaseMessages, 'resolver' | 'requestLease'>;
    readonly joined: Pick<JoinedResolvers, 'leases' | 'noteLease'>;
    readonly announcer: Pick<LabelAnnouncer, 'announce'>;
    readonly secrets: Pick<Secrets, 'randomBytes'>;
    readonly monotonicMs: () => number;
    /** Called with the reason, each time the resolver gives no lease because this Archive is not included. */
    readonly onDenied: (reason: string) => void;
    readonly onError: (error: unknown) => void;
  },
  pauses: LeasePauses = PAUSES,
): { wake(): void; stop(): Promise<void> } => {
  const stopping = new AbortController();
  let dueAt = 0;
  let failures = 0;
  let heldBefore: string | undefined;

  /** Requests a lease; returns whether the next request should follow at once. */
  const request = async (): Promise<boolean> => {
    const noted = (await joined.leases()).find(({ resolver }) => resolver === messages.resolver)?.lease;
    const answer = await messages.requestLease(noted, { deadlineMs: MESSAGE_MS, signal: stopping.signal });
    const denial = parseLeaseDenial(answer);
    if (denial !== undefined) {
      failures = 0;
      dueAt = monotonicMs() + pauses.renewMs;
      onDenied(denial);
      return false;
    }
    const grant = parseLeaseGrant(answer);
    if (!grant.ok) throw refuse('peer-refused', { reason: 'no-lease', origin: messages.resolver, ...misfit(grant) });
    await joined.noteLease(messages.resolver, grant.value, secrets.randomBytes(TERM_BYTES).toString('hex'));
    failures = 0;
    // The resolver counts the first lease only once the Archive says that it holds it, so this is said at once.
    const isNew = noted === undefined || noted.id !== heldBefore;
    heldBefore = grant.value.id;
    dueAt = isNew ? 0 : monotonicMs() + pauses.renewMs;
    return isNew;
  };

  const tick = async (): Promise<boolean> => {
    // While the resolver accepts no announcements, the lease is not renewed, so that it ends and no deposit waits for
    // ever.
    if (!(await announcer.announce()) || monotonicMs() < dueAt) return false;
    try {
      return await request();
    } catch (error) {
      dueAt = monotonicMs() + Math.min(pauses.firstRetryMs * 2 ** failures, pauses.longestRetryMs);
      failures += 1;
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  };

  let turn: Promise<void> = Promise.resolve();
  let isRunning = false;
  const run = (): void => {
    if (isRunning || stopping.signal.aborted) return;
    isRunning = true;
    turn = tick()
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .then((isFollowed) => {
        isRunning = false;
        if (isFollowed) run();
      });
  };
  const timer = setInterval(run, pauses.tickMs);
  run();
  return {
    wake() {
      failures = 0;
      dueAt = 0;
      run();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      while (isRunning) await turn;
    },
  };
};
