import type { Label } from '@perene/core';
import { type Claim, readClaimPairs, type Signed, type Transfer } from '@perene/core/trust';
import { LRUCache } from 'lru-cache';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { LogStore } from '../../../../ports/trust/log-store.ts';
import type { HeardAnswer } from '../../asking/searching/read-list.ts';
import type { LogAppender } from '../append-log.ts';
import type { FindChain } from './find-chain.ts';

/** Logs the claims in the answers of Archives, when they are first seen (decision 33). */
export interface ClaimHearing {
  /** Takes no time: what is new waits for its turn. If too much waits it is dropped, and comes with a later answer. */
  hear(answer: HeardAnswer): void;
  /** Resolves when nothing waits. */
  finish(): Promise<void>;
}

interface HearingLimits {
  readonly maxWaiting: number;
  /** How many claims are remembered, so that those that are known cost no query. */
  readonly maxRemembered: number;
  /** A claim that was refused is tried again after this time, because keys change. */
  readonly refusedMs: number;
  readonly maxTogether: number;
  /** How many new claims of one Archive are logged in an hour. */
  readonly maxHourly: number;
}

const LIMITS: HearingLimits = {
  maxWaiting: 5_000,
  maxRemembered: 100_000,
  refusedMs: 600_000,
  maxTogether: 128,
  maxHourly: 20_000,
};
const HOUR_MS = 3_600_000;
/** An Archive that takes longer to tell what a claim follows is not asked again in the same turn. */
const SLOW_MS = 1_000;
/** Verified one after the other; other work comes in between. */
const VERIFIED_AT_ONCE = 8;

interface Waiting extends HeardAnswer {
  readonly key: string;
}

export const createClaimHearing = (
  {
    log,
    store,
    findChain,
    signatures,
    now,
    onError,
  }: {
    readonly log: LogAppender;
    readonly store: Pick<LogStore, 'known'>;
    readonly findChain: FindChain;
    readonly signatures: Pick<Signatures, 'isValid'>;
    /** Milliseconds, by a clock that is never set. */
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
  limits = LIMITS,
): ClaimHearing => {
  // Limited by size, because a limit of entries would take the memory of all of them at once.
  const seen = new LRUCache<string, true>({ maxSize: limits.maxRemembered, sizeCalculation: () => 1 });
  const waiting: Waiting[] = [];
  const counts = createHourlyCounts<number>(now, limits.maxHourly);
  let turn: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await nextTurn();
      await logTogether(waiting.splice(0, limits.maxTogether));
    }
  };

  const logTogether = async (batch: readonly Waiting[]): Promise<void> => {
    const claims: { readonly one: Waiting; readonly signed: Signed<Claim> }[] = [];
    for (const [place, one] of batch.entries()) {
      if (place % VERIFIED_AT_ONCE === VERIFIED_AT_ONCE - 1) await nextTurn();
      const signed = readClaim(one);
      if (signed === undefined) refuse(one.key);
      else claims.push({ one, signed });
    }
    if (claims.length === 0) return;
    const known = await store.known(claims.flatMap(({ signed }) => signed.statement.previous ?? []));
    const wanted: { readonly signed: Signed<Claim | Transfer>; readonly from: Label }[] = [];
    const slow = new Set<number>();
    for (const { one, signed } of claims) {
      const { number, service } = one.archive;
      const { previous } = signed.statement;
      const isWhole = previous === undefined || known.has(previous);
      // The claims of others wait behind it; its own come again with later answers.
      if (!isWhole && slow.has(number)) continue;
      const start = now();
      const chain = isWhole ? [] : await findChain(one.archive, signed.statement);
      if (now() - start > SLOW_MS) slow.add(number);
      const fitting = chain.filter(() => counts.take(number));
      wanted.push(...[...fitting, signed].map((each) => ({ signed: each, from: service })));
    }
    const outcomes = await log.append(wanted.map((one) => ({ kind: 'said', ...one })));
    for (const { one, signed } of claims) {
      const place = wanted.findIndex((each) => each.signed === signed);
      if (place < 0 || outcomes[place] === 'refused') refuse(one.key);
    }
  };

  const refuse = (key: string): void => void seen.set(key, true, { ttl: limits.refusedMs });

  const readClaim = ({ list, archive }: Waiting): Signed<Claim> | undefined => {
    const claim = readClaimPairs(list);
    if (!claim.ok || claim.value === undefined) return undefined;
    const isOwn = isOwnClaim(archive.service, claim.value.statement);
    return isOwn && signatures.isValid(claim.value) ? claim.value : undefined;
  };

  return {
    hear({ archive, list }) {
      const pairs = list.others.filter(({ name }) => name.startsWith('claim.'));
      if (pairs.length === 0) return;
      const key = `${archive.number} ${pairs.map(({ value }) => value).join(' ')}`;
      if (seen.get(key) || waiting.length >= limits.maxWaiting || !counts.take(archive.number)) return;
      seen.set(key, true);
      waiting.push({ key, archive, list });
      turn ??= drain()
        .catch((error: unknown) => {
          // What was dropped is seen again.
          seen.clear();
          onError(error);
        })
        .finally(() => {
          turn = undefined;
        });
    },
    async finish() {
      while (turn !== undefined) await turn;
    },
  };
};

/**
 * Whether an Archive makes this claim under the name by which the operator registered it. Another name that it gives may
 * become that of another member.
 */
export const isOwnClaim = (service: Label, { archiveService }: Claim): boolean => archiveService === service;

/** How many claims of each Archive came in the present hour. */
export const createHourlyCounts = <Name>(now: () => number, most: number) => {
  const counts = new Map<Name, number>();
  let start = now();
  return {
    take(archive: Name): boolean {
      if (now() - start >= HOUR_MS) {
        start = now();
        counts.clear();
      }
      const count = (counts.get(archive) ?? 0) + 1;
      if (count > most) return false;
      counts.set(archive, count);
      return true;
    },
  };
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
