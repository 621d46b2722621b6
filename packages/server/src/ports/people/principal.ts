import type { Role } from '../node/api-keys.ts';

/** On whose behalf a request acts: the owner of a key, or a person who signed in. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Of a person who signed in; a key has none. */
  readonly email?: string;
}
