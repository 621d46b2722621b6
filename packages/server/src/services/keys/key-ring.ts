import { refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import { LRUCache } from 'lru-cache';
import type { ApiKey, ApiKeys, Role } from '../../ports/node/api-keys.ts';
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
}

/** API keys of people and programs. */
export interface KeyRing {
  /** Returns the key itself, which is never shown again. */
  create(request: { readonly name: string; readonly role: Role }): Promise<KeyView & { readonly key: string }>;
  /** Returns undefined for a key that is wrong or was revoked. */
  authenticate(key: string): Promise<Principal | undefined>;
  list(): Promise<readonly KeyView[]>;
  revoke(id: string): Promise<void>;
}

const ID_BYTES = 8;
const SECRET_BYTES = 32;
const KEY = /^perene_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;
const MAX_NAME_LENGTH = 200;
/** Control characters, line breaks and those that change the direction of writing. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** A revocation by another process is noticed within a minute. */
const TRUST_MICROSECONDS = 59_999_000n;
const MAX_TRUSTED = 1_000;

export const createKeyRing = (needs: {
  readonly keys: ApiKeys;
  readonly clock: Clock;
  readonly secrets: QuickSecrets;
}): KeyRing => {
  const { keys, clock, secrets } = needs;
  /** Keys that were checked lately, by the hash of the key. */
  const trusted = new LRUCache<string, { readonly principal: Principal; readonly readAt: bigint }>({
    max: MAX_TRUSTED,
  });
  /** A clock that was set back says nothing about how long ago a key was read. */
  const recall = (hash: string): Principal | undefined => {
    const known = trusted.get(hash);
    const age = known && clock.now() - known.readAt;
    return age !== undefined && age >= 0n && age < TRUST_MICROSECONDS ? known?.principal : undefined;
  };
  let revocations = 0;

  const distrust = (id: string): void => {
    revocations += 1;
    for (const [hash, { principal }] of trusted.entries()) if (principal.id === id) trusted.delete(hash);
  };

  const revoke = async (id: string): Promise<void> => {
    const revocation = await keys.revoke(id, clock.now());
    if (revocation === 'unknown') throw refuse('key-not-found', { id });
    if (revocation === 'last-admin') throw refuse('key-last-admin', { id });
    distrust(id);
  };

  return {
    async create({ name, role }) {
      const key = {
        id: secrets.randomBytes(ID_BYTES).toString('hex'),
        name: checkName(name),
        role,
        createdAt: clock.now(),
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
      if (key === undefined || !secrets.isSame(key.hash, hash) || key.revokedAt !== undefined) return undefined;
      const principal = { id, name: key.name, role: key.role };
      // The key may have been revoked since it was read.
      if (before === revocations) trusted.set(hash, { principal, readAt });
      return principal;
    },
    list: async () => (await keys.list()).map(viewKey),
    revoke,
  };
};

const checkName = (given: string): string => {
  const name = given.normalize('NFC').trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH && !NOT_IN_NAMES.test(name)) return name;
  throw refuse('key-name-invalid', { max: MAX_NAME_LENGTH });
};

const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

const viewKey = ({ id, name, role, createdAt, revokedAt }: ApiKey): KeyView => ({
  id,
  name,
  role,
  created: timeOf(createdAt),
  ...(revokedAt !== undefined && { revoked: timeOf(revokedAt) }),
});
