export type Role = 'admin' | 'steward' | 'depositor' | 'reader';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: bigint;
  readonly revokedAt: bigint | undefined;
}

type Revocation = 'revoked' | 'unknown' | 'last-admin';

/** Keys of people and programs, kept as hashes only. */
export interface ApiKeys {
  add(key: Omit<ApiKey, 'revokedAt'> & { readonly hash: string }): Promise<void>;
  find(id: string): Promise<(ApiKey & { readonly hash: string }) | undefined>;
  list(): Promise<readonly ApiKey[]>;
  /** The last administrator, key or person, stays, whoever else is revoked at the same time. */
  revoke(id: string, at: bigint): Promise<Revocation>;
}
