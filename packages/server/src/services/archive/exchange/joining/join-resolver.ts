import { because, Refusal } from '@perene/api/refusals';
import {
  formatHostPort,
  formatServiceRequest,
  type HostPort,
  type Ibi,
  type IpAddress,
  type MembershipRequest,
  parseMembershipStatus,
} from '@perene/core';
import { type ArchiveKey, addKeyPairs } from '@perene/core/federation';
import type { JoinedResolvers, JoinState } from '../../../../ports/federation/joined-resolvers.ts';
import type { MessageLimits, Messenger } from '../../../../ports/federation/messenger.ts';
import type { Clock } from '../../../../ports/system/clock.ts';

/** What this Archive tells the resolver about itself (RTC-11 Table 7.2). */
interface ArchiveSelf {
  readonly service: Ibi;
  readonly address: HostPort;
  readonly platformVersion: string;
  readonly administratorEmail: string;
  readonly registrationKey: string;
}

export interface Joining {
  /** Address of the resolver. */
  readonly resolver: string;
  readonly messenger: Pick<Messenger, 'sendToResolver'>;
  readonly joined: Pick<JoinedResolvers, 'save'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly self: ArchiveSelf;
  /** Looks the address up if it was not given; refuses if it cannot be found. */
  readonly findIp: () => Promise<IpAddress>;
  /** The key that this Archive signs with; undefined if it does not sign. */
  readonly findKey: () => Promise<ArchiveKey | undefined>;
}

/** Longer than a resolver waits when it asks back. */
const DEADLINE_MS = 15_000;
const FAREWELL_MS = 3_000;
const MAX_REASON_LENGTH = 500;

/** Sends message 2 or 7 of Figure 7.1 and keeps the outcome. */
export const sendMembership = async (
  needs: Joining,
  subject: MembershipRequest['subject'],
  limits: Omit<MessageLimits, 'maxBytes'> = { deadlineMs: DEADLINE_MS },
): Promise<JoinState> => {
  const { self, joined, clock, resolver } = needs;
  const state = await ask(needs, subject, limits);
  // The outcome of an interrupted message is not kept.
  if (limits.signal?.aborted) return state;
  await joined.save(resolver, { state, address: formatHostPort(self.address), at: clock.now() });
  return state;
};

const ask = async (
  { messenger, self, findIp, findKey, resolver }: Joining,
  subject: MembershipRequest['subject'],
  limits: Omit<MessageLimits, 'maxBytes'>,
): Promise<JoinState> => {
  try {
    const query = formatServiceRequest({
      subject,
      archiveAddress: self.address,
      archiveService: self.service,
      archiveIp: await findIp(),
      protocol: 'HTTP',
      platformVersion: self.platformVersion,
      administratorEmail: self.administratorEmail,
      registrationKey: self.registrationKey,
    });
    const key = subject === 'inclusionRequest' ? await findKey() : undefined;
    const message = key === undefined ? query : addKeyPairs(query, key);
    const status = parseMembershipStatus(await messenger.sendToResolver(resolver, message, limits));
    if (!status.ok) return { kind: 'refused', why: because('membership-refused', { reason: 'no-status', resolver }) };
    const { value } = status;
    return value.kind === 'refused'
      ? { kind: 'refused', why: { detail: value.reason.slice(0, MAX_REASON_LENGTH) } }
      : value;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const kind = error.code === 'peer-refused' ? 'refused' : 'unreachable';
    return { kind, why: error };
  }
};

export interface JoinPauses {
  /** The pause after the first failure; each further failure doubles it, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** The time between inclusions of an included Archive, because a resolver may have lost it. */
  readonly includedMs: number;
}

const PAUSES: JoinPauses = { firstMs: 1_000, longestMs: 300_000, includedMs: 3_600_000 };

interface KeptMembership {
  /** Includes the Archive again at once, because the resolver says that it is not included, and why. */
  wake(reason: string): void;
  stop(): Promise<void>;
}

/**
 * Includes the Archive: tries until the resolver accepts it, repeats it from time to time, and excludes it when it
 * stops.
 */
export const keepJoined = ({
  chance,
  onState,
  onError,
  pauses = PAUSES,
  ...needs
}: Joining & {
  /** At least 0 and below 1: shortens pauses by up to a half, so that not all Archives come at once. */
  readonly chance: () => number;
  /** Is called with what the resolver says, if that has changed. */
  readonly onState: (state: JoinState) => void;
  readonly onError: (error: unknown) => void;
  readonly pauses?: JoinPauses;
}): KeptMembership => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let said = '';
  const tell = (state: JoinState): void => {
    const now = JSON.stringify(state);
    if (now !== said) onState(state);
    said = now;
  };

  let failures = 0;
  let isJoined = false;
  let wokenBy = '';
  let endPause = (): void => undefined;

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isJoined = false;
      try {
        const state = await sendMembership(needs, 'inclusionRequest', { deadlineMs: DEADLINE_MS, signal });
        if (signal.aborted) return;
        tell(state);
        isJoined = state.kind === 'included' && state.confirmed;
      } catch (error) {
        onError(error);
      }
      failures = isJoined ? 0 : failures + 1;
      const pauseMs = isJoined ? pauses.includedMs : Math.min(pauses.firstMs * 2 ** (failures - 1), pauses.longestMs);
      const waking = new AbortController();
      endPause = () => waking.abort();
      await pause(pauseMs * (1 - chance() / 2), AbortSignal.any([signal, waking.signal]));
    }
  };
  const running = run();

  return {
    wake(reason) {
      // While the resolver refuses the inclusion for a reason that is known, it is not asked more often.
      if (!isJoined && reason === wokenBy) return;
      wokenBy = reason;
      failures = 0;
      endPause();
    },
    async stop() {
      stopping.abort();
      await running;
      try {
        tell(await sendMembership(needs, 'exclusionRequest', { deadlineMs: FAREWELL_MS }));
      } catch (error) {
        onError(error);
      }
    },
  };
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
