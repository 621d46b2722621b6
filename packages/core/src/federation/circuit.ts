/** When the resolver stops asking an Archive that fails, and for how long. */
export interface CircuitRule {
  /** The number of failures within the window that opens the circuit. */
  readonly failures: number;
  readonly windowMs: number;
  /** The pause after the first opening; each failed probe doubles it, up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** After this time without an outcome, another probe may be sent. */
  readonly probeMs: number;
}

/** The state of one Archive: `closed` lets every message through, `half-open` waits for the outcome of one. */
export type Circuit =
  | { readonly kind: 'closed'; readonly failedAt: readonly number[] }
  | { readonly kind: 'open'; readonly since: number; readonly openings: number; readonly retryAt: number }
  | { readonly kind: 'half-open'; readonly since: number; readonly openings: number; readonly probedAt: number };

export const CLOSED_CIRCUIT: Circuit = { kind: 'closed', failedAt: [] };

/** Whether a message may be sent now, and the circuit after that. */
export const askCircuit = (
  circuit: Circuit,
  now: number,
  rule: CircuitRule,
): { readonly isAllowed: boolean; readonly circuit: Circuit } => {
  if (circuit.kind === 'closed') return { isAllowed: true, circuit };
  const isDue =
    circuit.kind === 'open'
      ? isOver(circuit.retryAt, now, rule.longestPauseMs)
      : isOver(circuit.probedAt + rule.probeMs, now, rule.probeMs);
  if (!isDue) return { isAllowed: false, circuit };
  const { since, openings } = circuit;
  return { isAllowed: true, circuit: { kind: 'half-open', since, openings, probedAt: now } };
};

/** A clock that was set back must not keep an Archive out for longer than the rule says. */
const isOver = (end: number, now: number, longestMs: number): boolean => now >= end || end - now > longestMs;

/** An Archive that answers is running, however late the answer comes. */
export const noteSuccess = (circuit: Circuit): Circuit =>
  circuit.kind === 'closed' && circuit.failedAt.length === 0 ? circuit : CLOSED_CIRCUIT;

/** A message whose answer nobody waited for has no outcome. If it was the probe, the next message may be the probe. */
export const noteUnheard = (circuit: Circuit, now: number): Circuit =>
  circuit.kind === 'half-open'
    ? { kind: 'open', since: circuit.since, openings: circuit.openings, retryAt: now }
    : circuit;

/** `chance`, at least 0 and below 1, shortens the pause by up to a half, so that resolvers do not come all at once. */
export const noteFailure = (
  circuit: Circuit,
  { now, chance }: { readonly now: number; readonly chance: number },
  rule: CircuitRule,
): Circuit => {
  // Failures of messages that were under way when the circuit opened change nothing.
  if (circuit.kind === 'open') return circuit;
  if (circuit.kind === 'half-open') {
    const { since, openings } = circuit;
    return { kind: 'open', since, openings: openings + 1, retryAt: now + pauseMs(openings, chance, rule) };
  }
  const recent = circuit.failedAt.filter((at) => at <= now && now - at < rule.windowMs);
  const failedAt = [...recent, now];
  if (failedAt.length < rule.failures) return { kind: 'closed', failedAt };
  return { kind: 'open', since: failedAt[0] as number, openings: 1, retryAt: now + pauseMs(0, chance, rule) };
};

const pauseMs = (openings: number, chance: number, { firstPauseMs, longestPauseMs }: CircuitRule): number =>
  Math.min(firstPauseMs * 2 ** openings, longestPauseMs) * (1 - chance / 2);
