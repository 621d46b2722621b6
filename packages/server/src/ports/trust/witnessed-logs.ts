/** The log of a resolver as this Archive saw it last. */
export interface WitnessedLog {
  /** The first key that the log showed, as `name+id+key`. */
  readonly logKey: string;
  /** The last head that this Archive signed. */
  readonly head: string;
  readonly at: bigint;
  /** Undefined while each head that the log shows is proved to follow the one before. */
  readonly doubt: LogDoubt | undefined;
  /** Evidence that the log was rewritten; from then on this Archive signs nothing of it. */
  readonly conflict: LogConflict | undefined;
}

/**
 * - `behind`: the log is shorter than it was.
 * - `unproven`: the resolver gives no proof that the log has only grown.
 * - `unshown`: the resolver shows no head that can be checked.
 */
export type DoubtKind = 'behind' | 'unproven' | 'unshown';

/** The log has not been proved to follow the last head, but nothing is disproved either. */
export interface LogDoubt {
  readonly since: bigint;
  readonly kind: DoubtKind;
  /** The first head that was not proved to follow; the log must follow it as well. Undefined while none was shown. */
  readonly head: string | undefined;
}

/** A head that does not follow the last one, although the log has signed both. */
export interface LogConflict {
  readonly logKey: string;
  readonly head: string;
  /** What the resolver gave as the proof of consistency. */
  readonly proof: readonly string[];
}

/** The logs that this Archive is a witness of, by the address of the resolver. */
export interface WitnessedLogs {
  find(resolver: string): Promise<WitnessedLog | undefined>;
  /** Also ends a doubt. Returns false if another process has gone on from `before` meanwhile; durable when it resolves. */
  advance(resolver: string, step: LogStep): Promise<boolean>;
  /** Begins a doubt, or goes on with one: its beginning stays, and the first head that was shown. */
  keepDoubt(resolver: string, doubt: LogDoubt): Promise<void>;
  /** Ends a doubt, because everything that was shown is proved. */
  endDoubt(resolver: string): Promise<void>;
  /** Keeps the first evidence. */
  keepConflict(resolver: string, conflict: LogConflict): Promise<void>;
  /** Begins anew with the next head, because the operator knows why the log is another. */
  forget(resolver: string): Promise<void>;
}

interface LogStep {
  /** The head that the new one was compared with. */
  readonly before: string | undefined;
  readonly logKey: string;
  readonly head: string;
  readonly at: bigint;
}
