import { describe, expect, it } from 'vitest';
import { createSqlApiKeys } from '../../packages/server/src/adapters/sql/node/sql-api-keys.ts';
import { DATABASES } from '../fixtures/databases.ts';

const KEY = {
  id: 'a1',
  name: 'Ana',
  role: 'depositor',
  createdAt: 1_794_798_226_530_001n,
  expiresAt: undefined,
  person: undefined,
  limits: undefined,
} as const;

describe.each(DATABASES)('API keys in $name', ({ createMigratedData, openMigrated }) => {
  it('come back as they were added, to every process, and only one by one with their hash', async () => {
    const openAgain = await createMigratedData();
    await createSqlApiKeys(await openAgain()).add({ ...KEY, hash: 'h1' });
    const keys = createSqlApiKeys(await openAgain());
    expect(await keys.find('a1')).toEqual({ ...KEY, hash: 'h1', revokedAt: undefined });
    expect(await keys.list()).toEqual([{ ...KEY, revokedAt: undefined }]);
    expect(await keys.find('A1')).toBeUndefined();
  });

  it('are listed in the order in which they were made', async () => {
    const keys = createSqlApiKeys(await openMigrated());
    for (const [id, createdAt] of [
      ['c', 2n],
      ['b', 1n],
      ['a', 2n],
    ] as const)
      await keys.add({ ...KEY, id, createdAt, hash: id });
    expect((await keys.list()).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('are never replaced by one of the same name', async () => {
    const keys = createSqlApiKeys(await openMigrated());
    await keys.add({ ...KEY, hash: 'h1' });
    await expect(keys.add({ ...KEY, role: 'admin', hash: 'h2' })).rejects.toThrow();
    expect(await keys.find('a1')).toMatchObject({ role: 'depositor', hash: 'h1' });
  });

  it('are revoked once, and stay listed', async () => {
    const keys = createSqlApiKeys(await openMigrated());
    await keys.add({ ...KEY, hash: 'h1' });
    expect(await Promise.all([keys.revoke('a1', 7n), keys.revoke('a1', 8n)])).toEqual(['revoked', 'unknown']);
    expect(await keys.revoke('other', 9n)).toBe('unknown');
    expect(await keys.list()).toEqual([{ ...KEY, revokedAt: 7n }]);
  });
});
