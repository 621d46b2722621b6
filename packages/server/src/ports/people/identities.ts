import type { Person } from './people.ts';

/** An account at a provider by which a person is known here. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly person: string;
  readonly linkedAt: bigint;
}

/** Accounts elsewhere by which people sign in here. */
export interface Identities {
  find(issuer: string, subject: string): Promise<Person | undefined>;
  list(person: string): Promise<readonly Identity[]>;
  /**
   * Whoever was invited is active from then on, and their links stop working. Returns false if the account is that of
   * another person, the person has another account there, or is disabled.
   */
  link(identity: Identity): Promise<boolean>;
  unlink(person: string, issuer: string): Promise<void>;
}
