import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { UrlKeys } from '../../ports/url-keys.ts';

const LIFETIME_MICROSECONDS = 3_600_000_000n;
const MICROSECONDS = 1_000_000n;
const NONCE_DIGITS = 15;
const PROOF_DIGITS = 30;
const KEY = new RegExp(`^(\\d{10,12})-(\\d{${NONCE_DIGITS}})(\\d{${PROOF_DIGITS}})(\\d{1,19})$`);

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/**
 * `<second>-<nonce><proof><item>`: nothing has to be stored for a key that may never come back. The proof is a keyed
 * hash; SHA-512/256 cannot be continued by those who do not know the secret, so that it needs no HMAC around it.
 */
export const createHashedUrlKeys = (secret: string): UrlKeys => {
  // Two processes that start at random places of 10^15 do not meet.
  let nonce = randomInt(2 ** 47);
  const prove = (second: string, once: string, item: string): string => {
    const digest = hash('sha512-256', `${secret}-${second}-${once}-${item}`, 'binary');
    let proof = '';
    for (let index = 0; index < PROOF_DIGITS / 2; index += 1) proof += TWO_DIGITS[digest.charCodeAt(index) % 100];
    return proof;
  };
  return {
    issue(itemNumber, now) {
      nonce += 1;
      const second = String(now / MICROSECONDS).padStart(10, '0');
      const once = String(nonce).padStart(NONCE_DIGITS, '0');
      const item = String(itemNumber);
      return `${second}-${once}${prove(second, once, item)}${item}`;
    },
    check(key) {
      const [, second = '', once = '', proof = '', item = ''] = KEY.exec(key) ?? [];
      if (item === '' || !timingSafeEqual(Buffer.from(proof), Buffer.from(prove(second, once, item)))) return undefined;
      return { itemNumber: BigInt(item), expiresAt: BigInt(second) * MICROSECONDS + LIFETIME_MICROSECONDS };
    },
  };
};
