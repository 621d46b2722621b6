import type { KeyLimits, Role } from '../node/api-keys.ts';
import type { Grant } from './people.ts';

/** On whose behalf a request acts: the owner of a key, or a person who signed in. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Of a person who signed in; a key has none. */
  readonly email?: string;
  /** The person who signed in, or whose key it is. A key that belongs to nobody has all rights of its role. */
  readonly person?: string;
  readonly grants?: readonly Grant[];
  readonly limits?: KeyLimits;
}
