import { describe, expect, it } from 'vitest';
import { createScryptKeyHashes } from './scrypt-key-hashes.ts';

describe('hashes of registration keys', () => {
  it('are salted, and know their key and no other', async () => {
    const hashes = createScryptKeyHashes();
    const [one, other] = await Promise.all([hashes.hashKey('1234567890'), hashes.hashKey('1234567890')]);
    expect(one).not.toBe(other);
    expect(await hashes.isKeyOf(one, '1234567890')).toBe(true);
    expect(await hashes.isKeyOf(other, '1234567890')).toBe(true);
    expect(await hashes.isKeyOf(one, '1234567891')).toBe(false);
    expect(await hashes.isKeyOf(one, '')).toBe(false);
  });

  it.each(['', 'scrypt', 'scrypt::', `scrypt:${'0'.repeat(32)}:`, `scrypt:${'0'.repeat(32)}:${'0'.repeat(63)}`])(
    'are none of %j',
    async (hash) => {
      expect(await createScryptKeyHashes().isKeyOf(hash, '')).toBe(false);
    },
  );

  it('are made two at a time, and a flood is refused', async () => {
    const { hashKey } = createScryptKeyHashes();
    const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => hashKey('1234567890')));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(80 - 66);
    expect(refused[0]).toMatchObject({ reason: { code: 'too-many-registrations' } });
    expect(await hashKey('1234567890')).toMatch(/^scrypt:/);
  });
});
