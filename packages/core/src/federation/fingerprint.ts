export const FINGERPRINT_BITS = 48;

const HIGH_SEED = 0;
const LOW_SEED = 0x9747b28c;
const LOW_HALF = 0x10000;

/**
 * A label as a number of 48 bits. MurmurHash3 (x86, 32 bits) of the label's characters, letters in lower case because
 * the case of labels does not matter: all 32 bits with the seed 0, then the lower 16 bits with the seed 0x9747b28c.
 */
export const fingerprintOf = (label: string): number => {
  const { length } = label;
  const end = length - (length % 4);
  let [high, low] = [HIGH_SEED, LOW_SEED];
  for (let index = 0; index < end; index += 4) {
    const block = scramble(blockAt(label, index, 4));
    high = mixBlock(high, block);
    low = mixBlock(low, block);
  }
  const rest = scramble(blockAt(label, end, length - end));
  return (finish(high ^ rest ^ length) >>> 0) * LOW_HALF + (finish(low ^ rest ^ length) & 0xffff);
};

const blockAt = (label: string, start: number, length: number): number => {
  let block = 0;
  for (let index = 0; index < length; index += 1) {
    const code = label.charCodeAt(start + index) & 0xff;
    block |= (code >= 65 && code <= 90 ? code + 32 : code) << (8 * index);
  }
  return block;
};

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const scramble = (block: number): number => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

const mixBlock = (state: number, block: number): number => Math.imul(rotate(state ^ block, 13), 5) + 0xe6546b64;

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the value. */
export const finish = (value: number): number => {
  const first = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
};
