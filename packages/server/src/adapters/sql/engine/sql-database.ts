import type { Touches } from '../../../ports/node/touches.ts';
import type { Locks } from './locks.ts';

/** A value that both SQLite and PostgreSQL store exactly. */
export type SqlValue = string | bigint | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** What the two databases spell differently. */
export type SqlDialect = 'sqlite' | 'postgres';

/** Statements, with `?` where values go, that see one state of the data. */
export interface SqlSession {
  readonly dialect: SqlDialect;
  all(statement: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  run(statement: string, values?: readonly SqlValue[]): Promise<void>;
}

/** What works leave to the end of the transaction, where it is done once for all that share the commit. */
export interface LateStep<Entry> {
  /** The lock that is held from there to the commit; nobody else takes this step meanwhile. */
  readonly lock: string;
  run(session: SqlSession, entries: readonly Entry[]): Promise<void>;
}

/** The session of a transaction. */
export interface WritingSession extends SqlSession {
  /** Has the work run again from its beginning, with these locks too, unless it has them. */
  need(locks: Locks): void;
  /** The entry is dropped if the work fails. */
  defer<Entry>(step: LateStep<Entry>, entry: Entry): void;
}

/** How many transactions there were since the database was opened, and how many commits they shared. */
export interface SharedWork {
  readonly transactions: number;
  readonly commits: number;
}

export interface SqlDatabase {
  readonly dialect: SqlDialect;
  readonly work: SharedWork;
  /**
   * Durable when the promise resolves; undone when `work` fails. Transactions of which one has a lock that is in the way
   * of the other, in any process, are carried out one after the other, and the later one sees what the earlier one did.
   * Without `locks` nobody else writes meanwhile. Those that wait at the same time share one commit.
   */
  transaction<Result>(work: (session: WritingSession) => Promise<Result>, locks?: Locks): Promise<Result>;
  /** What any process has touched; what this process has committed is heard of at once. */
  readonly touches: Touches;
  /** Whether no statement so far has found the data damaged. */
  isSound(): boolean;
  /** Reads one consistent state, without waiting for transactions. */
  read<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /**
   * Runs one statement that may take long, without holding up anything else, as of the last commit. Refuses with
   * `search-too-slow` once the deadline has passed.
   */
  readAside(
    statement: string,
    values: readonly SqlValue[],
    limits: { readonly deadlineMs: number },
  ): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
}
