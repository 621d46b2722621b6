import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../adapters/system/system-secrets.ts';
import type { ApiKeys, StoredKey } from '../../ports/node/api-keys.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { createKeyRing } from './key-ring.ts';

/** Keys in memory that several rings share, with a count of how often they were read. */
const createKeys = () => {
  const stored = new Map<string, StoredKey>();
  let reads = 0;
  const keys: ApiKeys = {
    add: async (key) => {
      stored.set(key.id, {
        expiresAt: undefined,
        person: undefined,
        limits: undefined,
        ...key,
        revokedAt: undefined,
        owner: undefined,
      });
    },
    find: async (id) => {
      reads += 1;
      return stored.get(id);
    },
    list: async () => [...stored.values()],
    revoke: async (id, at) => {
      const valid = [...stored.values()].filter(({ revokedAt }) => revokedAt === undefined);
      const key = valid.find((one) => one.id === id);
      if (key === undefined) return 'unknown';
      if (key.role === 'admin' && valid.filter(({ role }) => role === 'admin').length === 1) return 'last-admin';
      stored.set(id, { ...key, revokedAt: at });
      return 'revoked';
    },
  };
  return { keys, stored, reads: () => reads };
};

const createRing = () => {
  const store = createKeys();
  let now = 1_000_000_000n;
  const clock: Clock = { now: () => now, wait: async () => undefined };
  const ring = createKeyRing({ keys: store.keys, clock, secrets: createSecrets() });
  const pass = (microseconds: bigint): void => {
    now += microseconds;
  };
  return { ...store, ring, pass };
};

describe('a key ring', () => {
  it('keeps hashes only', async () => {
    const { ring, stored } = createRing();
    const { key } = await ring.create({ name: 'Ana', role: 'depositor' });
    expect(JSON.stringify([...stored.values()], (_, value) => String(value))).not.toContain(key);
    expect(await ring.list()).toEqual([expect.objectContaining({ name: 'Ana', created: '1970-01-01T00:16:40Z' })]);
  });

  it('knows its keys, and no others', async () => {
    const { ring } = createRing();
    const { key, id } = await ring.create({ name: 'Ana', role: 'depositor' });
    const other = await ring.create({ name: 'Rui', role: 'reader' });
    expect(await ring.authenticate(key)).toEqual({ id, name: 'Ana', role: 'depositor' });
    const secretOf = (text: string): string => text.slice(-43);
    for (const wrong of [
      '',
      key.slice(1),
      `${key}x`,
      ` ${key}`,
      key.toUpperCase(),
      key.replace(secretOf(key), secretOf(other.key)),
    ]) {
      expect(await ring.authenticate(wrong)).toBeUndefined();
    }
  });

  it('reads a key once a second', async () => {
    const { ring, reads, pass } = createRing();
    const { key } = await ring.create({ name: 'Ana', role: 'reader' });
    for (let count = 0; count < 10; count += 1) await ring.authenticate(key);
    expect(reads()).toBe(1);
    pass(1_000_000n);
    await ring.authenticate(key);
    expect(reads()).toBe(2);
  });

  it('notices its own revocations at once, those of others within a second', async () => {
    const { ring, keys, pass } = createRing();
    const own = await ring.create({ name: 'Ana', role: 'reader' });
    const other = await ring.create({ name: 'Rui', role: 'reader' });
    for (const { key } of [own, other]) expect(await ring.authenticate(key)).toBeDefined();
    await ring.revoke(own.id);
    expect(await ring.authenticate(own.key)).toBeUndefined();
    await keys.revoke(other.id, 1n);
    pass(1_000_000n);
    expect(await ring.authenticate(other.key)).toBeUndefined();
  });

  it('notices within a second that another process disabled the person of a key', async () => {
    const { ring, stored, pass } = createRing();
    const { key, id } = await ring.create({ name: 'Ana', role: 'reader', person: 'p' });
    const keep = (state: 'active' | 'disabled'): void => {
      const owner = { id: 'p', role: 'reader', state, grants: [] } as unknown as StoredKey['owner'];
      stored.set(id, { ...(stored.get(id) as StoredKey), owner });
    };
    keep('active');
    expect(await ring.authenticate(key)).toMatchObject({ person: 'p' });
    keep('disabled');
    pass(1_000_000n);
    expect(await ring.authenticate(key)).toBeUndefined();
  });

  it('notices the revocations of others although the clock was set back', async () => {
    const { ring, keys, pass } = createRing();
    const { key, id } = await ring.create({ name: 'Ana', role: 'reader' });
    expect(await ring.authenticate(key)).toBeDefined();
    await keys.revoke(id, 1n);
    pass(-600_000_000n);
    expect(await ring.authenticate(key)).toBeUndefined();
  });

  it('does not trust a key that was revoked while it was read', async () => {
    const { ring, keys } = createRing();
    const { key, id } = await ring.create({ name: 'Ana', role: 'reader' });
    const find = keys.find;
    let isFound = (): void => undefined;
    const found = new Promise<void>((resolve) => {
      isFound = resolve;
    });
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    keys.find = async (asked) => {
      const read = await find(asked);
      isFound();
      await waiting;
      return read;
    };
    const reading = ring.authenticate(key);
    await found;
    await ring.revoke(id);
    goOn();
    await reading;
    keys.find = find;
    expect(await ring.authenticate(key)).toBeUndefined();
  });

  it('trusts a bounded number of keys without reading them', async () => {
    const { ring, reads } = createRing();
    const made = await Promise.all(Array.from({ length: 1_001 }, () => ring.create({ name: 'x', role: 'reader' })));
    for (const { key } of made) await ring.authenticate(key);
    expect(reads()).toBe(1_001);
    await ring.authenticate(made.at(-1)?.key ?? '');
    expect(reads()).toBe(1_001);
    await ring.authenticate(made[0]?.key ?? '');
    expect(reads()).toBe(1_002);
  });
});
