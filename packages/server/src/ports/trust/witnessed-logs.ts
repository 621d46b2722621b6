/** The log of a resolver as this Archive saw it last. */
export interface WitnessedLog {
  /** The first key that the log showed, as `name+id+key`. */
  readonly logKey: string;
  /** The last head that this Archive signed. */
  readonly head: string;
  readonly at: bigint;
  /** Evidence that the log was rewritten; from then on this Archive signs nothing of it. */
  readonly conflict: LogConflict | undefined;
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
  /** Returns false if another process has gone on from `before` meanwhile; durable when it resolves. */
  advance(resolver: string, step: LogStep): Promise<boolean>;
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
