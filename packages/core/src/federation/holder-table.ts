import { finish } from './fingerprint.ts';

/**
 * The Archives that may hold each label: pairs of a fingerprint and the number of a holder, in 8 bytes each, by open
 * addressing in segments that grow and shrink one at a time, so that no step takes long. The table has a pair as often
 * as the holder has labels of that fingerprint.
 */
export interface HolderTable {
  readonly segmentCount: number;
  bytes(): number;
  pairs(): number;
  /** Returns whether the pair was added: a holder may have only a few labels of one fingerprint. */
  add(fingerprint: number, holder: number): boolean;
  /** Returns whether the pair was there. */
  remove(fingerprint: number, holder: number): boolean;
  /** Returns each holder once. */
  find(fingerprint: number): readonly number[];
  /** Removes the pairs of some holders from one segment. */
  sweep(segment: number, isGone: (holder: number) => boolean): void;
}

export const MAX_HOLDERS = 0xffff;
/** Five labels of one Archive with the same 48 bits do not happen by chance. */
export const MAX_EQUAL_PAIRS = 4;

const SEGMENT_BITS = 10;
const PLACE_BITS = 32 - SEGMENT_BITS;
const LEAST_PLACES = 8;
const LOW_HALF = 0x10000;

interface Segment {
  /** Two numbers a place: the upper 32 bits; the lower 16 bits and the holder plus one, or 0 if the place is empty. */
  places: Uint32Array;
  used: number;
}

const placesFor = (pairs: number): number => {
  let places = LEAST_PLACES;
  while (!fits(pairs, places)) places *= 2;
  return places;
};

/** Three quarters full at most. */
const fits = (pairs: number, places: number): boolean => pairs * 4 <= places * 3;

const emptySegment = (places: number): Segment => ({ places: new Uint32Array(places * 2), used: 0 });

/** The seeds are secret, so that no Archive can choose fingerprints that all fall into one place. */
export const createHolderTable = ([first, second]: readonly [number, number]): HolderTable => {
  const segments = Array.from({ length: 2 ** SEGMENT_BITS }, () => emptySegment(LEAST_PLACES));
  let [pairs, places] = [0, segments.length * LEAST_PLACES];

  const hash = (high: number, low: number): number =>
    finish((finish(high ^ first) + Math.imul(low, 0x9e3779b1)) ^ second) >>> 0;

  const segmentOf = (hashed: number): Segment => segments[hashed >>> PLACE_BITS] as Segment;

  const insert = (segment: Segment, high: number, rest: number): void => {
    const mask = segment.places.length / 2 - 1;
    let place = hash(high, rest >>> 16) & mask;
    while (segment.places[place * 2 + 1] !== 0) place = (place + 1) & mask;
    segment.places[place * 2] = high;
    segment.places[place * 2 + 1] = rest;
    segment.used += 1;
  };

  const rebuild = (index: number, count: number, isKept: (rest: number) => boolean): Segment => {
    const before = segments[index] as Segment;
    const after = emptySegment(count);
    for (let at = 0; at < before.places.length; at += 2) {
      const rest = before.places[at + 1] as number;
      if (rest !== 0 && isKept(rest)) insert(after, before.places[at] as number, rest);
    }
    segments[index] = after;
    pairs += after.used - before.used;
    places += (after.places.length - before.places.length) / 2;
    return after;
  };

  /** Closes the gap, so that no search ends too early. */
  const takeOut = (segment: Segment, from: number): void => {
    const { places: words } = segment;
    const mask = words.length / 2 - 1;
    let gap = from;
    for (let place = (gap + 1) & mask; words[place * 2 + 1] !== 0; place = (place + 1) & mask) {
      const [high, rest] = [words[place * 2] as number, words[place * 2 + 1] as number];
      const home = hash(high, rest >>> 16) & mask;
      if (((place - home) & mask) < ((place - gap) & mask)) continue;
      words[gap * 2] = high;
      words[gap * 2 + 1] = rest;
      gap = place;
    }
    words[gap * 2 + 1] = 0;
    segment.used -= 1;
  };

  /** Visits the places of a fingerprint until told to stop. */
  const visit = (fingerprint: number, stopsAt: (rest: number, place: number, segment: Segment) => boolean): void => {
    const [high, low] = [Math.floor(fingerprint / LOW_HALF), fingerprint % LOW_HALF];
    const hashed = hash(high, low);
    const segment = segmentOf(hashed);
    const { places: words } = segment;
    const mask = words.length / 2 - 1;
    for (let place = hashed & mask; ; place = (place + 1) & mask) {
      const rest = words[place * 2 + 1] as number;
      if (rest === 0) return;
      if (words[place * 2] === high && rest >>> 16 === low && stopsAt(rest & 0xffff, place, segment)) return;
    }
  };

  return {
    segmentCount: segments.length,
    bytes: () => places * 8,
    pairs: () => pairs,
    add(fingerprint, holder) {
      let equal = 0;
      visit(fingerprint, (named) => {
        if (named === holder + 1) equal += 1;
        return equal === MAX_EQUAL_PAIRS;
      });
      if (equal === MAX_EQUAL_PAIRS) return false;
      const [high, low] = [Math.floor(fingerprint / LOW_HALF), fingerprint % LOW_HALF];
      const index = hash(high, low) >>> PLACE_BITS;
      let segment = segments[index] as Segment;
      const count = segment.places.length / 2;
      if (!fits(segment.used + 1, count)) segment = rebuild(index, count * 2, () => true);
      insert(segment, high, ((low << 16) | (holder + 1)) >>> 0);
      pairs += 1;
      return true;
    },
    remove(fingerprint, holder) {
      const before = pairs;
      visit(fingerprint, (named, place, segment) => {
        if (named !== holder + 1) return false;
        takeOut(segment, place);
        pairs -= 1;
        return true;
      });
      return pairs < before;
    },
    find(fingerprint) {
      const holders: number[] = [];
      visit(fingerprint, (named) => {
        holders.push(named - 1);
        return false;
      });
      return holders.length > 1 ? [...new Set(holders)] : holders;
    },
    sweep(index, isGone) {
      const isKept = (rest: number): boolean => !isGone((rest & 0xffff) - 1);
      const { places: words, used } = segments[index] as Segment;
      let kept = 0;
      for (let at = 1; at < words.length; at += 2) {
        const rest = words[at] as number;
        if (rest !== 0 && isKept(rest)) kept += 1;
      }
      if (kept < used) rebuild(index, placesFor(kept), isKept);
    },
  };
};
