/** A value that both SQLite and PostgreSQL keep exactly. */
export type SqlValue = string | bigint | null;

/** Statements within one transaction, which nobody else's changes interrupt. */
export interface SqlSession {
  all(statement: string, values?: readonly SqlValue[]): Promise<readonly Readonly<Record<string, SqlValue>>[]>;
  run(statement: string, values?: readonly SqlValue[]): Promise<void>;
}

export interface SqlDatabase {
  /** Durable when the promise resolves; undone when `work` fails. */
  transaction<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
