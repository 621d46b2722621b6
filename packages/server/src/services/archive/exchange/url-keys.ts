import type { QuickSecrets } from '../../../ports/system/secrets.ts';

/** Keys that are sent with the URLs of one answer, and come back when one of the URLs was given to a user. */
export interface UrlKeys {
  /** Summarizes the facts of an answer, one a text, in a short form that is part of each of its keys. */
  summarize(facts: readonly string[]): string;
  issue(summary: string, now: bigint): string;
  /** Returns undefined for keys of others. */
  check(key: string): IssuedKey | undefined;
}

interface IssuedKey {
  readonly expiresAt: bigint;
  /** Whether the answer that the key was sent with had this fact. */
  says(fact: string): boolean;
}

const LIFETIME_MICROSECONDS = 3_600_000_000n;
const MICROSECONDS = 1_000_000n;
const NONCE_DIGITS = 15;
const PROOF_DIGITS = 30;
/** Resolvers of earlier versions read at most 64 digits in a number, and the second takes ten of them. */
const SUMMARY_DIGITS = 54;
const KEY = new RegExp(`^(\\d{10})(\\d{${SUMMARY_DIGITS}})-(\\d{${NONCE_DIGITS}})(\\d{${PROOF_DIGITS}})$`);

/** 2^179 is the largest power of two below 10^54. */
const SUMMARY_BITS = 179;
const BITS_OF_A_FACT = 8;

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/**
 * A key is `<second><summary>-<nonce><proof>`, so nothing has to be stored for a key that may never come back. The
 * proof is a keyed hash; SHA-512/256 cannot be extended without the secret, so it needs no HMAC. The summary is a Bloom
 * filter, which has room for any number of facts and denies none of them. It confirms a wrong fact with a chance of
 * 10^-10 in an answer with one URL, and of 10^-3 in one with ten.
 */
export const createUrlKeys = (secret: string, secrets: QuickSecrets): UrlKeys => {
  // Two processes that start at random places of 10^15 practically never use the same nonce.
  let nonce = secrets.randomBytes(6).readUIntBE(0, 6) % 2 ** 47;
  const digest = (text: string): string => secrets.sha512(`${secret}-${text}`);
  const prove = (beginning: string, once: string): string => {
    const bytes = digest(`${beginning}-${once}`);
    let proof = '';
    for (let index = 0; index < PROOF_DIGITS / 2; index += 1) proof += TWO_DIGITS[bytes.charCodeAt(index) % 100];
    return proof;
  };
  const bitsOf = (fact: string): bigint => {
    const bytes = digest(` ${fact}`);
    let bits = 0n;
    for (let index = 0; index < BITS_OF_A_FACT; index += 1) {
      const place = bytes.charCodeAt(2 * index) * 256 + bytes.charCodeAt(2 * index + 1);
      bits |= 1n << BigInt(place % SUMMARY_BITS);
    }
    return bits;
  };
  return {
    summarize: (facts) => String(facts.reduce((bits, fact) => bits | bitsOf(fact), 0n)).padStart(SUMMARY_DIGITS, '0'),
    issue(summary, now) {
      nonce += 1;
      const beginning = String(now / MICROSECONDS).padStart(10, '0') + summary;
      const once = String(nonce).padStart(NONCE_DIGITS, '0');
      return `${beginning}-${once}${prove(beginning, once)}`;
    },
    check(key) {
      const [, second = '', summary = '', once = '', proof = ''] = KEY.exec(key) ?? [];
      if (proof === '' || !secrets.isSame(proof, prove(second + summary, once))) {
        return undefined;
      }
      const said = BigInt(summary);
      return {
        expiresAt: BigInt(second) * MICROSECONDS + LIFETIME_MICROSECONDS,
        says(fact) {
          const bits = bitsOf(fact);
          return (said & bits) === bits;
        },
      };
    },
  };
};
