import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import { LRUCache } from 'lru-cache';
import {
  type ApiKey,
  type ApiKeys,
  isAtLeast,
  type KeyLimits,
  type Role,
  type StoredKey,
} from '../../ports/node/api-keys.ts';
import type { Principal } from '../../ports/people/principal.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { QuickSecrets } from '../../ports/system/secrets.ts';

/** A key as it is shown; dates in ISO 8601. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly created: string;
  readonly revoked?: string;
  readonly expires?: string;
  readonly person?: string;
  readonly limits?: KeyLimits;
}

interface KeyRequest {
  readonly name: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly expires?: string | undefined;
  /** The number of the person whose key it is. */
  readonly person?: string | undefined;
  readonly limits?: KeyLimits | undefined;
}

/** API keys of people and programs. */
export interface KeyRing {
  /** Returns the key itself, which is never shown again. */
  create(request: KeyRequest): Promise<KeyView & { readonly key: string }>;
  /** Returns undefined for a key that is wrong or was revoked. */
  authenticate(key: string): Promise<Principal | undefined>;
  list(): Promise<readonly KeyView[]>;
  revoke(id: string): Promise<void>;
  /** Reads the keys of a person again, because what they may do has changed. */
  forget(person: string): void;
}

const ID_BYTES = 8;
const SECRET_BYTES = 32;
const KEY = /^perene_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;
const MAX_NAME_LENGTH = 200;
/** Control characters, line breaks and those that change the direction of writing. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** What another process changes, a revoked key or a disabled person, is noticed within a second. */
const TRUST_MICROSECONDS = 999_000n;
const MAX_TRUSTED = 1_000;

export const createKeyRing = (needs: {
  readonly keys: ApiKeys;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
}): KeyRing => {
  const { keys, clock, secrets } = needs;
  /** Keys that were checked lately, by the hash of the key. */
  const trusted = new LRUCache<
    string,
    { readonly principal: Principal; readonly readAt: bigint; readonly endsAt: bigint | undefined }
  >({
    max: MAX_TRUSTED,
  });
  /** A clock that was set back says nothing about how long ago a key was read. */
  const recall = (hash: string): Principal | undefined => {
    const known = trusted.get(hash);
    const age = known && clock.now() - known.readAt;
    const isOver = known?.endsAt !== undefined && known.endsAt <= clock.now();
    return age !== undefined && age >= 0n && age < TRUST_MICROSECONDS && !isOver ? known?.principal : undefined;
  };
  let revocations = 0;

  const distrust = (isMeant: (principal: Principal) => boolean): void => {
    revocations += 1;
    for (const [hash, { principal }] of trusted.entries()) if (isMeant(principal)) trusted.delete(hash);
  };

  const revoke = async (id: string): Promise<void> => {
    const revocation = await keys.revoke(id, clock.now());
    if (revocation === 'unknown') throw refuse('key-not-found', { id });
    if (revocation === 'last-admin') throw refuse('key-last-admin', { id });
    distrust((principal) => principal.id === id);
  };

  return {
    async create({ name, role, expires, person, limits }) {
      const key = {
        id: secrets.randomBytes(ID_BYTES).toString('hex'),
        name: checkName(name),
        role,
        createdAt: clock.now(),
        expiresAt: expires === undefined ? undefined : checkExpiry(expires, clock.now()),
        person,
        limits: limits && checkLimits(limits),
      };
      const text = `perene_${key.id}_${secrets.randomBytes(SECRET_BYTES).toString('base64url')}`;
      await keys.add({ ...key, hash: secrets.sha256(text) });
      return { ...viewKey({ ...key, revokedAt: undefined }), key: text };
    },
    async authenticate(text) {
      const [, id] = KEY.exec(text) ?? [];
      if (id === undefined) return undefined;
      const hash = secrets.sha256(text);
      const known = recall(hash);
      if (known !== undefined) return known;
      const before = revocations;
      const readAt = clock.now();
      const key = await keys.find(id);
      if (key === undefined || !secrets.isSame(key.hash, hash) || !isValid(key, readAt)) return undefined;
      const principal = principalOf(key);
      // The key may have been revoked since it was read.
      if (before === revocations) trusted.set(hash, { principal, readAt, endsAt: key.expiresAt });
      return principal;
    },
    list: async () => (await keys.list()).map(viewKey),
    revoke,
    forget: (person) => distrust((principal) => principal.person === person),
  };
};

/** A key of a person ends with the account, and allows no more than the person may. */
const isValid = ({ revokedAt, expiresAt, person, owner }: StoredKey, now: bigint): boolean =>
  revokedAt === undefined &&
  (expiresAt === undefined || expiresAt > now) &&
  (person === undefined || owner?.state === 'active');

const principalOf = ({ id, name, role, person, limits, owner }: StoredKey): Principal => ({
  id,
  name,
  role: owner === undefined || isAtLeast(owner.role, role) ? role : owner.role,
  ...(person !== undefined && { person }),
  // A key that was made to read changes nothing, whatever its person looks after.
  ...(owner !== undefined && role !== 'reader' && owner.grants.length > 0 && { grants: owner.grants }),
  ...(limits !== undefined && { limits }),
});

const MICROSECONDS_PER_MILLISECOND = 1_000n;

const checkExpiry = (text: string, now: bigint): bigint => {
  const milliseconds = /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,15}Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  const at = Number.isNaN(milliseconds) ? 0n : BigInt(milliseconds) * MICROSECONDS_PER_MILLISECOND;
  if (at > now) return at;
  throw refuse('key-expiry-invalid', { text: text.slice(0, MAX_NAME_LENGTH) });
};

/** Limits that name nothing allow nothing; they are kept as they are, so that nobody takes them for none. */
const checkLimits = ({ collections, minters }: KeyLimits): KeyLimits => ({
  ...(collections !== undefined && { collections }),
  ...(minters !== undefined && { minters }),
});

const checkName = (given: string): string => {
  const name = given.normalize('NFC').trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH && !NOT_IN_NAMES.test(name)) return name;
  throw refuse('key-name-invalid', { max: MAX_NAME_LENGTH });
};

const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

const viewKey = ({ id, name, role, createdAt, revokedAt, expiresAt, person, limits }: ApiKey): KeyView => ({
  id,
  name,
  role,
  created: timeOf(createdAt),
  ...(revokedAt !== undefined && { revoked: timeOf(revokedAt) }),
  ...(expiresAt !== undefined && { expires: timeOf(expiresAt) }),
  ...(person !== undefined && { person }),
  ...(limits !== undefined && { limits }),
});
