import type { Label } from '@perene/core';
import { createAttemptLimit } from '../../../concurrency/attempt-limit.ts';
import type { Member } from '../../../ports/federation/members.ts';
import { type Clock, millisecondsOf } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';

/** Checks registration keys, and limits the slow hashes. */
export interface KeyChecks {
  check(attempt: KeyAttempt): Promise<KeyFinding>;
}

interface KeyAttempt {
  readonly member: Pick<Member, 'service' | 'keyHash'>;
  readonly key: string;
  /** The address of the sender. */
  readonly by: string;
}

type KeyFinding = 'right' | 'wrong' | { readonly waitSeconds: number };

interface Waiting {
  readonly attempt: KeyAttempt;
  readonly isDoubtful: boolean;
  readonly waitSeconds: number;
  readonly resolve: (finding: KeyFinding) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane {
  /** The earliest first. */
  readonly ordinary: Waiting[];
  /** The latest of these is tried first, so that after a flood a new key does not wait for the rest of it. */
  readonly doubtful: Waiting[];
}

const WRONG_KEYS_A_MINUTE = 20;
const MAX_ORDINARY = 64;
const MAX_DOUBTFUL = 16;
const DOUBTFUL_PAUSE_MS = 200;

/**
 * A key that was right before is known at once. Others are hashed one at a time for each Archive, so that guesses at
 * the key of one never delay another. After too many wrong keys for an Archive from one address, further keys from
 * there are not refused, because the Archive itself may have the same address. They are tried later, as far as there is
 * room.
 */
export const createKeyChecks = ({
  secrets,
  clock,
  doubtfulPauseMs = DOUBTFUL_PAUSE_MS,
}: {
  readonly secrets: Pick<Secrets, 'isKeyOf' | 'isKnownKey'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly doubtfulPauseMs?: number;
}): KeyChecks => {
  const limit = createAttemptLimit({
    now: () => millisecondsOf(clock.now()),
    most: WRONG_KEYS_A_MINUTE,
    periodSeconds: 60,
  });
  /** The Archives whose keys are being tried. */
  const lanes = new Map<Label, Lane>();

  const tryKey = async ({ attempt, isDoubtful, resolve, reject }: Waiting): Promise<void> => {
    const { member, key, by } = attempt;
    try {
      const isRight = await secrets.isKeyOf(member.keyHash, key);
      if (isRight && !isDoubtful) limit.giveBack(by, member.service);
      resolve(isRight ? 'right' : 'wrong');
      if (isDoubtful && !isRight) await pause(doubtfulPauseMs);
    } catch (error) {
      reject(error);
    }
  };

  const work = async (service: Label, lane: Lane): Promise<void> => {
    for (;;) {
      const next = lane.ordinary.shift() ?? lane.doubtful.pop();
      if (next === undefined) break;
      await tryKey(next);
    }
    lanes.delete(service);
  };

  const laneOf = (service: Label): Lane => {
    const known = lanes.get(service);
    if (known !== undefined) return known;
    const lane: Lane = { ordinary: [], doubtful: [] };
    lanes.set(service, lane);
    // Starts after the first key is in the lane.
    queueMicrotask(() => void work(service, lane));
    return lane;
  };

  return {
    async check(attempt) {
      const { member, key, by } = attempt;
      if (secrets.isKnownKey(member.keyHash, key)) return 'right';
      const waitSeconds = limit.take(by, member.service);
      const lane = laneOf(member.service);
      const isDoubtful = waitSeconds > 0 || lane.ordinary.length >= MAX_ORDINARY;
      return new Promise((resolve, reject) => {
        const waiting = { attempt, isDoubtful, waitSeconds: Math.max(1, waitSeconds), resolve, reject };
        if (!isDoubtful) lane.ordinary.push(waiting);
        else {
          lane.doubtful.push(waiting);
          const crowdedOut = lane.doubtful.length > MAX_DOUBTFUL ? lane.doubtful.shift() : undefined;
          crowdedOut?.resolve({ waitSeconds: crowdedOut.waitSeconds });
        }
      });
    },
  };
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
