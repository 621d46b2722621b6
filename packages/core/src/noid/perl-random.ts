/**
 * Perl 5.20 and later: `srand(seed); rand()` is drand48, a state of 48 bits, x -> x * 0x5DEECE66D + 0xB modulo 2^48.
 * Plain numbers hold 53 bits, so products are computed in halves of 24 bits, and every step is exact.
 */
const HALF = 2 ** 24;
const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;

/** Perl keeps 32 bits of the seed. */
export const seed48 = (seed: number): number => (seed >>> 0) * 0x1_0000 + 0x330e;

export const next48 = (state: number): number => {
  const high = Math.floor(state / HALF);
  const low = state % HALF;
  const product = low * MULTIPLIER_LOW + 0xb;
  const carry = Math.floor(product / HALF);
  return ((high * MULTIPLIER_LOW + low * MULTIPLIER_HIGH + carry) % HALF) * HALF + (product % HALF);
};

/** `srand(seed); int(rand(length))`: floor(x * length / 2^48), exact for a length below 2^28. */
export const drawIndex = (seed: number, length: number): number => {
  const state = next48(seed48(seed));
  const low = Math.floor(((state % HALF) * length) / HALF);
  return Math.floor((Math.floor(state / HALF) * length + low) / HALF);
};
