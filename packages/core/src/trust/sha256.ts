import type { Bytes } from './bytes.ts';

/**
 * What computes SHA-256. Node.js has a fast one of its own; Web Crypto has none that returns at once, so browsers hand
 * in the one below.
 */
export type Sha256 = (bytes: Bytes) => Uint8Array;

export const HASH_BYTES = 32;

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;
const WORD = 2 ** 32;

/** The first 32 bits of the fractional part of a root: FIPS 180-4, sections 4.2.2 and 5.3.3. */
const fractionOf = (root: number): number => (root - Math.floor(root)) * WORD;

const isPrime = (number: number): boolean => {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
};

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < ROUNDS; number += 1) if (isPrime(number)) PRIMES.push(number);

const CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** FIPS 180-4, section 6.2. */
export const sha256: Sha256 = (bytes) => {
  const state = INITIAL.slice();
  const words = new Int32Array(ROUNDS);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let start = 0; start < whole; start += BLOCK_BYTES) compress(state, words, bytes, start);
  const end = endOf(bytes, whole);
  for (let start = 0; start < end.length; start += BLOCK_BYTES) compress(state, words, end, start);
  const hash = new Uint8Array(HASH_BYTES);
  for (let index = 0; index < HASH_BYTES; index += 1)
    hash[index] = (state[index >> 2] as number) >>> (24 - 8 * (index & 3));
  return hash;
};

/** What is left after the whole blocks, a bit 1, zeros, and the number of bits. */
const endOf = (bytes: Bytes, start: number): Bytes => {
  const left = bytes.length - start;
  const end = new Uint8Array(left + 1 + LENGTH_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES);
  end.set(bytes.subarray(start));
  end[left] = 0x80;
  let bits = bytes.length * 8;
  for (let place = end.length - 1; bits > 0; place -= 1) {
    end[place] = bits % 256;
    bits = Math.floor(bits / 256);
  }
  return end;
};

const compress = (state: Int32Array, words: Int32Array, bytes: Bytes, start: number): void => {
  schedule(words, bytes, start);
  let [a, b, c, d] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number];
  let [e, f, g, h] = [state[4] as number, state[5] as number, state[6] as number, state[7] as number];
  for (let index = 0; index < ROUNDS; index += 1) {
    const first = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + first + choice + (CONSTANTS[index] as number) + (words[index] as number)) | 0;
    const second = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + second + majority) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
};

const schedule = (words: Int32Array, bytes: Bytes, start: number): void => {
  for (let index = 0; index < 16; index += 1) {
    const place = start + index * 4;
    words[index] =
      ((bytes[place] as number) << 24) |
      ((bytes[place + 1] as number) << 16) |
      ((bytes[place + 2] as number) << 8) |
      (bytes[place + 3] as number);
  }
  for (let index = 16; index < ROUNDS; index += 1) {
    const early = words[index - 15] as number;
    const late = words[index - 2] as number;
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] as number) + mixedEarly + (words[index - 7] as number) + mixedLate;
  }
};
