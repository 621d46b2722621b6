import { dateFromMicroseconds, formatTime } from '@perene/core';
import type { ApiKey, ApiKeys, Role } from '../../ports/api-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { Refusal } from '../../refusals/refusal.ts';

/** Who acts. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** A key as it is shown; dates in ISO 8601. */
export interface KeyView extends Principal {
  readonly created: string;
  readonly revoked?: string;
}

/** API keys of people and programs. */
export interface KeyRing {
  /** The key itself is known only now. */
  create(request: { readonly name: string; readonly role: Role }): Promise<KeyView & { readonly key: string }>;
  /** Nobody, for a key that is wrong or was revoked. */
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
/** How long a revocation by another process may go unnoticed. */
const TRUST_MICROSECONDS = 60_000_000n;
const MAX_TRUSTED = 1_000;

export const createKeyRing = (needs: {
  readonly keys: ApiKeys;
  readonly clock: Clock;
  readonly secrets: Secrets;
}): KeyRing => {
  const { keys, clock, secrets } = needs;
  /** By the hash of the key, the earliest first. */
  const trusted = new Map<string, { readonly principal: Principal; readonly until: bigint }>();
  let revoking: Promise<unknown> = Promise.resolve();
  let revocations = 0;

  const trust = (hash: string, principal: Principal): Principal => {
    const [oldest] = trusted.keys();
    if (trusted.size >= MAX_TRUSTED && oldest !== undefined) trusted.delete(oldest);
    trusted.set(hash, { principal, until: clock.now() + TRUST_MICROSECONDS });
    return principal;
  };

  const distrust = (id: string): void => {
    revocations += 1;
    for (const [hash, { principal }] of trusted) if (principal.id === id) trusted.delete(hash);
  };

  const revoke = async (id: string): Promise<void> => {
    const valid = (await keys.list()).filter(({ revokedAt }) => revokedAt === undefined);
    const key = valid.find((candidate) => candidate.id === id);
    if (key === undefined) throw new Refusal('key-not-found', `there is no valid key ${id}: look at the list of keys`);
    if (key.role === 'admin' && valid.filter(({ role }) => role === 'admin').length === 1) {
      throw new Refusal('key-last-admin', `${id} is the only admin key: create another one first`);
    }
    await keys.revoke(id, clock.now());
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
      const known = trusted.get(hash);
      if (known !== undefined && known.until > clock.now()) return known.principal;
      trusted.delete(hash);
      const before = revocations;
      const key = await keys.find(id);
      if (key === undefined || !secrets.isSame(key.hash, hash) || key.revokedAt !== undefined) return undefined;
      const principal = { id, name: key.name, role: key.role };
      // It may have been revoked since it was read.
      return before === revocations ? trust(hash, principal) : principal;
    },
    list: async () => (await keys.list()).map(viewKey),
    revoke(id) {
      // One at a time, so that two admins cannot revoke each other at once.
      const revoked = revoking.then(() => revoke(id));
      revoking = revoked.catch(() => undefined);
      return revoked;
    },
  };
};

const checkName = (given: string): string => {
  const name = given.normalize('NFC').trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH && !NOT_IN_NAMES.test(name)) return name;
  throw new Refusal(
    'key-name-invalid',
    `name whose key it is, in one line of at most ${MAX_NAME_LENGTH} visible characters`,
  );
};

const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

const viewKey = ({ id, name, role, createdAt, revokedAt }: ApiKey): KeyView => ({
  id,
  name,
  role,
  created: timeOf(createdAt),
  ...(revokedAt !== undefined && { revoked: timeOf(revokedAt) }),
});
