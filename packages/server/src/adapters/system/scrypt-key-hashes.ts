import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { refuse } from '@perene/api/refusals';
import type { Secrets } from '../../ports/system/secrets.ts';

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const HASH = /^scrypt:([0-9a-f]{32}):([0-9a-f]{64})$/;
/** Each hash takes 16 MiB and some 50 ms of a processor. */
const MAX_TOGETHER = 2;
const MAX_WAITING = 64;

/** RFC 7914, with the default parameters of Node.js (N = 16384, r = 8, p = 1). */
export const createScryptKeyHashes = (): Pick<Secrets, 'hashKey' | 'isKeyOf'> => {
  const takeTurn = createTurns();
  const derive = (key: string, salt: Buffer): Promise<Buffer> =>
    takeTurn(
      () =>
        new Promise((resolve, reject) => {
          scrypt(key, salt, HASH_BYTES, (error, derived) => (error ? reject(error) : resolve(derived)));
        }),
    );
  return {
    async hashKey(key) {
      const salt = randomBytes(SALT_BYTES);
      return `scrypt:${salt.toString('hex')}:${(await derive(key, salt)).toString('hex')}`;
    },
    async isKeyOf(hash, key) {
      const [, salt, expected] = HASH.exec(hash) ?? [];
      if (salt === undefined || expected === undefined) return false;
      return timingSafeEqual(await derive(key, Buffer.from(salt, 'hex')), Buffer.from(expected, 'hex'));
    },
  };
};

/** Lets only a few run at a time, so that a flood of keys does not take the processor from everything else. */
const createTurns = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= MAX_TOGETHER) {
      if (waiting.length >= MAX_WAITING) {
        throw refuse('too-many-registrations', { reason: 'at-once' });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
