import type { Person } from './people.ts';

export interface PersonSession {
  readonly id: string;
  readonly person: string;
  /** The stamp of the person when the session began. */
  readonly stamp: bigint;
  readonly agent: string;
  readonly startedAt: bigint;
  readonly seenAt: bigint;
}

/** Sessions of people, under hashes of what their browsers send. */
export interface Sessions {
  /** Adds a session; of each person, only so many of the latest are kept. */
  add(session: PersonSession & { readonly hash: string }, limits: { readonly most: number }): Promise<void>;
  /** Finds a session that counts: of an active person, and with their stamp. */
  find(hash: string): Promise<{ readonly session: PersonSession; readonly person: Person } | undefined>;
  noteUse(hash: string, at: bigint): Promise<void>;
  /** Lists those that count, the latest first. */
  list(person: string): Promise<readonly PersonSession[]>;
  end(hash: string): Promise<void>;
  /** Ends one of the person's own. */
  endOf(person: string, id: string): Promise<void>;
  /** Removes sessions that were last used, or began, before these times. */
  sweep(before: { readonly seenAt: bigint; readonly startedAt: bigint }): Promise<void>;
}
