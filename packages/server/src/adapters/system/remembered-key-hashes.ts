import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../ports/system/secrets.ts';

const MAX_REMEMBERED = 100_000;

/**
 * Remembers keys that were right, so that the slow hash is computed the first time only. A key is remembered together
 * with its hash, so a changed hash makes it unknown.
 */
export const rememberKeyHashes = (
  hashes: Pick<Secrets, 'hashKey' | 'isKeyOf'>,
  maxRemembered = MAX_REMEMBERED,
): Pick<Secrets, 'hashKey' | 'isKeyOf' | 'isKnownKey'> => {
  const secret = randomBytes(32);
  // The cache is limited by size, because a limit of entries would take the memory of all of them at once.
  const right = new LRUCache<string, true>({ maxSize: maxRemembered, sizeCalculation: () => 1 });
  const proofOf = (hash: string, key: string): string =>
    createHmac('sha256', secret).update(`${hash}\n${key}`).digest('base64');
  return {
    hashKey: (key) => hashes.hashKey(key),
    isKnownKey: (hash, key) => right.has(proofOf(hash, key)),
    async isKeyOf(hash, key) {
      const proof = proofOf(hash, key);
      const isRight = right.has(proof) || (await hashes.isKeyOf(hash, key));
      if (isRight) right.set(proof, true);
      return isRight;
    },
  };
};
