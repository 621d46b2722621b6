import {
  askCircuit,
  type Circuit,
  type CircuitRule,
  CLOSED_CIRCUIT,
  noteFailure,
  noteSuccess,
  noteUnheard,
} from '@perene/core/federation';
import type { Clock } from '../../../ports/system/clock.ts';

/** Whether an Archive answers, as this process sees it; times in microseconds since 1970. */
type MemberHealth =
  | { readonly kind: 'answering' }
  | { readonly kind: 'silent'; readonly since: bigint; readonly nextTryAt: bigint };

/** Decides which Archives may be asked, by their numbers: those that do not answer are left alone for a while. */
export interface MemberCircuits {
  /** Whether to ask it now. If it is asked, call `answered` or `failed` afterwards. */
  mayAsk(number: number): boolean;
  answered(number: number): void;
  failed(number: number): void;
  /** Notes that nobody waited for its answer. */
  unheard(number: number): void;
  healthOf(number: number): MemberHealth;
}

const RULE: CircuitRule = {
  failures: 3,
  windowMs: 30_000,
  firstPauseMs: 2_000,
  longestPauseMs: 300_000,
  probeMs: 10_000,
};

/** Keeps an entry only for Archives that do not answer. */
export const createMemberCircuits = ({
  clock,
  chance,
  rule = RULE,
}: {
  readonly clock: Pick<Clock, 'now'>;
  /** At least 0 and below 1. */
  readonly chance: () => number;
  readonly rule?: CircuitRule;
}): MemberCircuits => {
  const circuits = new Map<number, Circuit>();
  const now = (): number => Number(clock.now() / 1_000n);
  const circuitOf = (number: number): Circuit => circuits.get(number) ?? CLOSED_CIRCUIT;
  const keep = (number: number, circuit: Circuit): void => {
    if (circuit === CLOSED_CIRCUIT) circuits.delete(number);
    else circuits.set(number, circuit);
  };
  return {
    mayAsk(number) {
      const { isAllowed, circuit } = askCircuit(circuitOf(number), now(), rule);
      keep(number, circuit);
      return isAllowed;
    },
    answered: (number) => keep(number, noteSuccess(circuitOf(number))),
    unheard: (number) => keep(number, noteUnheard(circuitOf(number), now())),
    failed: (number) => keep(number, noteFailure(circuitOf(number), { now: now(), chance: chance() }, rule)),
    healthOf(number) {
      const circuit = circuitOf(number);
      if (circuit.kind === 'closed') return { kind: 'answering' };
      const nextTry = circuit.kind === 'open' ? circuit.retryAt : circuit.probedAt + rule.probeMs;
      return { kind: 'silent', since: microseconds(circuit.since), nextTryAt: microseconds(nextTry) };
    },
  };
};

const microseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000n;
