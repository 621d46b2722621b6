import type { Role } from '../node/api-keys.ts';

/** Invited people have not yet chosen a password; disabled ones do not sign in. */
export type PersonState = 'invited' | 'active' | 'disabled';

/** A right over the items of a collection; without a name, of all of them. */
export interface Grant {
  readonly role: 'reviewer' | 'curator';
  readonly collection?: string;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  readonly grants: readonly Grant[];
  readonly state: PersonState;
  /** The hash of the password. */
  readonly password: string | undefined;
  /** A number that is raised when all sessions end: those that began with another one do not count. */
  readonly stamp: bigint;
  readonly createdAt: bigint;
  readonly signedInAt: bigint | undefined;
  readonly hasSecondFactor: boolean;
}

export interface PersonChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly role?: Role | undefined;
  /** All grants from now on. */
  readonly grants?: readonly Grant[] | undefined;
  readonly state?: PersonState | undefined;
  readonly password?: string | undefined;
  /** Whether all sessions end. */
  readonly endsSessions?: boolean;
}

export type LinkPurpose = 'invitation' | 'reset';

interface PersonLink {
  readonly hash: string;
  readonly person: string;
  readonly purpose: LinkPurpose;
  readonly expiresAt: bigint;
}

/** People who sign in. */
export interface People {
  /** Returns false if somebody has the e-mail address already. */
  add(person: Pick<Person, 'id' | 'name' | 'email' | 'role' | 'state' | 'password' | 'createdAt'>): Promise<boolean>;
  find(id: string): Promise<Person | undefined>;
  findByEmail(email: string): Promise<Person | undefined>;
  /** Whether anybody signs in, or could. */
  hasAny(): Promise<boolean>;
  /** In the order of their names. */
  list(): Promise<readonly Person[]>;
  /** Returns the person; undefined if there is none. Refuses to leave the node without an administrator. */
  change(id: string, change: PersonChange): Promise<Person | undefined>;
  noteSignIn(id: string, at: bigint): Promise<void>;
  /** Returns the secret of the app, and the last step whose code was used. */
  findSecondFactor(id: string): Promise<{ readonly secret: string; readonly step: bigint } | undefined>;
  /** Replaces the second factor with its recovery codes; undefined takes it away. */
  setSecondFactor(
    id: string,
    factor: { readonly secret: string; readonly step: bigint; readonly recoveryHashes: readonly string[] } | undefined,
  ): Promise<void>;
  /** Returns false if the code of this step, or a later one, was used before. */
  useStep(id: string, step: bigint): Promise<boolean>;
  /** Returns false if there is no such code, or it was used before. */
  useRecoveryCode(id: string, hash: string): Promise<boolean>;
  /** The earlier links of the person stop working. */
  addLink(link: PersonLink): Promise<void>;
  findLink(hash: string): Promise<(PersonLink & { readonly of: Person }) | undefined>;
  /**
   * Uses up the link: the person has this password, is active, and all their sessions end. Returns false if there is no
   * such link at that time, or its person is disabled.
   */
  useLink(
    hash: string,
    use: { readonly at: bigint; readonly password: string; readonly name: string | undefined },
  ): Promise<boolean>;
  /** Removes links that expired before that time. */
  sweep(before: bigint): Promise<void>;
}
