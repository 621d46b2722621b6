import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { FINGERPRINT_BITS } from './fingerprint.ts';

/**
 * Fingerprints in ascending order as bytes: their count (4 bytes, the highest first), then the distance of each from
 * the one before (the first from 0) in Golomb-Rice coding with the parameter k of that count: the distance divided by
 * 2^k in unary (that many ones, then a zero), then its k lower bits, the highest first; zeros fill the last byte.
 *
 * Two labels may share a fingerprint, so the same number may come twice: the set is one of labels, not of fingerprints.
 */
const HEADER_BYTES = 4;
const LIMIT = 2 ** FINGERPRINT_BITS;
/** The number of bits that are written and read at a time: the bits that are left over always fit beside them. */
const STEP_BITS = 16;

/** The mean distance, 2^48 / count, is between 2^k and 2^(k+1). */
const riceParameter = (count: number): number => FINGERPRINT_BITS - 32 + Math.clz32(Math.max(1, count));

export const encodeSet = (fingerprints: Float64Array): Uint8Array => {
  const parameter = riceParameter(fingerprints.length);
  const divisor = 2 ** parameter;
  const writer = createBitWriter(fingerprints.length * (parameter + 1) + quotientBits(fingerprints, divisor));
  writer.write(Math.floor(fingerprints.length / 2 ** STEP_BITS), STEP_BITS);
  writer.write(fingerprints.length, STEP_BITS);
  let before = 0;
  for (const fingerprint of fingerprints) {
    const distance = fingerprint - before;
    const quotient = Math.floor(distance / divisor);
    for (let ones = 0; ones < quotient; ones += 1) writer.write(1, 1);
    writer.write(0, 1);
    let [rest, bits] = [distance - quotient * divisor, parameter];
    while (bits > 0) {
      const step = bits % STEP_BITS || STEP_BITS;
      bits -= step;
      const digit = Math.floor(rest / 2 ** bits);
      writer.write(digit, step);
      rest -= digit * 2 ** bits;
    }
    before = fingerprint;
  }
  return writer.finish();
};

const quotientBits = (fingerprints: Float64Array, divisor: number): number => {
  let [bits, before] = [0, 0];
  for (const fingerprint of fingerprints) {
    bits += Math.floor((fingerprint - before) / divisor);
    before = fingerprint;
  }
  return bits;
};

const createBitWriter = (bitsAfterHeader: number) => {
  const bytes = new Uint8Array(HEADER_BYTES + Math.ceil(bitsAfterHeader / 8));
  let [buffer, bits, written] = [0, 0, 0];
  return {
    write(value: number, count: number): void {
      buffer = (buffer << count) | (value & (2 ** count - 1));
      bits += count;
      while (bits >= 8) {
        bits -= 8;
        bytes[written] = buffer >>> bits;
        written += 1;
      }
      buffer &= 0xff;
    },
    finish(): Uint8Array {
      if (bits > 0) bytes[written] = buffer << (8 - bits);
      return bytes;
    },
  };
};

/** Returns the set in ascending order. Refuses what `encodeSet` would not write, in time linear in the bytes. */
export const decodeSet = (
  bytes: Uint8Array,
  { maxCount }: { readonly maxCount: number },
): Answer<Float64Array<ArrayBuffer>> => {
  if (bytes.length < HEADER_BYTES) return refuse('set-digest/header', bytes.length, 'the count in 4 bytes');
  const count = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES).getUint32(0);
  if (count > maxCount) return refuse('set-digest/count', 0, `at most ${maxCount} fingerprints`);
  const parameter = riceParameter(count);
  const end = bytes.length * 8;
  if (HEADER_BYTES * 8 + count * (parameter + 1) > end) return refuse('set-digest/short', bytes.length, 'more bytes');
  const fingerprints = new Float64Array(count);
  const divisor = 2 ** parameter;
  let [position, before] = [HEADER_BYTES * 8, 0];
  for (let index = 0; index < count; index += 1) {
    const start = position;
    while (bitAt(bytes, position) === 1) position += 1;
    const quotient = position - start;
    position += 1;
    let distance = quotient * divisor;
    for (let bits = parameter; bits > 0; ) {
      const step = bits % STEP_BITS || STEP_BITS;
      bits -= step;
      distance += bitsAt(bytes, position, step) * 2 ** bits;
      position += step;
    }
    before += distance;
    if (position > end) return refuse('set-digest/short', bytes.length, 'more bytes');
    if (before >= LIMIT) return refuse('set-digest/too-large', start >>> 3, `a number below 2^${FINGERPRINT_BITS}`);
    fingerprints[index] = before;
  }
  if (end - position >= 8) return refuse('set-digest/trailing', (position + 7) >>> 3, 'the end');
  const isFilled = bitsAt(bytes, position, end - position) === 0;
  return isFilled ? accept(fingerprints) : refuse('set-digest/filling', bytes.length - 1, 'zeros after the last bit');
};

/** Bits beyond the end are zeros. */
const bitAt = (bytes: Uint8Array, position: number): number =>
  ((bytes[position >>> 3] as number) >>> (7 - (position & 7))) & 1;

const bitsAt = (bytes: Uint8Array, position: number, count: number): number => {
  const first = position >>> 3;
  const word = ((bytes[first] as number) << 16) | ((bytes[first + 1] as number) << 8) | (bytes[first + 2] as number);
  return (word >>> (24 - (position & 7) - count)) & (2 ** count - 1);
};

export interface SetChange {
  readonly added: Float64Array<ArrayBuffer>;
  readonly removed: Float64Array<ArrayBuffer>;
}

/** The additions and removals that remain after each pair that undoes itself is dropped, in ascending order. */
export const netChange = (additions: Iterable<number>, removals: Iterable<number>): SetChange => {
  const [added, removed] = [Float64Array.from(additions).sort(), Float64Array.from(removals).sort()];
  let [reading, readingRemoved, kept, keptRemoved] = [0, 0, 0, 0];
  while (reading < added.length && readingRemoved < removed.length) {
    const [addition, removal] = [added[reading] as number, removed[readingRemoved] as number];
    if (addition <= removal) reading += 1;
    if (removal <= addition) readingRemoved += 1;
    if (addition < removal) kept = keep(added, kept, addition);
    if (removal < addition) keptRemoved = keep(removed, keptRemoved, removal);
  }
  added.copyWithin(kept, reading);
  removed.copyWithin(keptRemoved, readingRemoved);
  return {
    added: added.slice(0, added.length - reading + kept),
    removed: removed.slice(0, removed.length - readingRemoved + keptRemoved),
  };
};

const keep = (values: Float64Array, index: number, value: number): number => {
  values[index] = value;
  return index + 1;
};
