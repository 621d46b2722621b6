import type { Role } from '../node/api-keys.ts';
import type { Grant } from './people.ts';

/** What one journey to the provider and back is known by; none of it can be guessed. */
export interface Journey {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who somebody is, as the provider has proven it. */
export interface ProvenIdentity {
  /** Never given to anybody else by this provider. */
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
  /** Whether the provider says that it asked for more than a password. */
  readonly hasSecondFactor: boolean;
}

/** A service elsewhere that tells who people are (OpenID Connect). Refuses whatever does not prove it. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Returns where the browser has to go. */
  begin(journey: Journey): Promise<string>;
  /** Reads the query that the browser came back with. */
  finish(answer: string, journey: Journey): Promise<ProvenIdentity>;
  /** Returns where the browser signs out of the provider; undefined if there is no such page. */
  findSignOut(): Promise<string | undefined>;
}

/** What groups of the provider give people here. */
export interface GroupRules {
  readonly roles: readonly { readonly group: string; readonly gives: Role }[];
  readonly grants: readonly { readonly group: string; readonly gives: Grant }[];
}
