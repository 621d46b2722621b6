import type { Person } from '../people/people.ts';

export type Role = 'admin' | 'steward' | 'depositor' | 'reader';

/** The roles in the order of what they allow: each allows what those before it do. */
const ROLES_BY_RANK: readonly Role[] = ['reader', 'depositor', 'steward', 'admin'];

export const isAtLeast = (role: Role, needed: Role): boolean =>
  ROLES_BY_RANK.indexOf(role) >= ROLES_BY_RANK.indexOf(needed);

/** What a limited key may change: items of these collections, and what these minters have. */
export interface KeyLimits {
  readonly collections?: readonly string[];
  readonly minters?: readonly string[];
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: bigint;
  readonly revokedAt: bigint | undefined;
  readonly expiresAt: bigint | undefined;
  /** The person whose key it is. */
  readonly person: string | undefined;
  readonly limits: KeyLimits | undefined;
}

/** A key with what it is compared with, and the person whose key it is. */
export interface StoredKey extends ApiKey {
  readonly hash: string;
  readonly owner: Pick<Person, 'role' | 'state' | 'grants'> | undefined;
}

type Revocation = 'revoked' | 'unknown' | 'last-admin';

type NewKey = Pick<StoredKey, 'id' | 'name' | 'role' | 'createdAt' | 'hash'> &
  Partial<Pick<StoredKey, 'expiresAt' | 'person' | 'limits'>>;

/** Keys of people and programs, kept as hashes only. */
export interface ApiKeys {
  add(key: NewKey): Promise<void>;
  find(id: string): Promise<StoredKey | undefined>;
  list(): Promise<readonly ApiKey[]>;
  /** The last administrator, key or person, stays, whoever else is revoked at the same time. */
  revoke(id: string, at: bigint): Promise<Revocation>;
}
