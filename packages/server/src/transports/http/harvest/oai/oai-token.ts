import type { HarvestPlace } from '../../../../services/archive/harvest/harvest-items.ts';

/**
 * All that a list needs to go on: its arguments as they were given, and where the page ended. Nothing is kept here for
 * it, so a token is good for ever.
 */
export interface OaiToken {
  readonly metadataPrefix: string;
  /** Empty if it was not given, as the dates. */
  readonly set: string;
  readonly from: string;
  readonly until: string;
  readonly place: HarvestPlace;
  /** How many records came before. */
  readonly cursor: number;
  /** How many records the whole list had when it began. */
  readonly size: number | undefined;
}

const VERSION = 1;
const MAX_LENGTH = 1_000;
const DIGITS = /^\d{1,18}$/;

export const writeToken = ({ metadataPrefix, set, from, until, place, cursor, size }: OaiToken): string =>
  Buffer.from(
    JSON.stringify([
      VERSION,
      metadataPrefix,
      set,
      from,
      until,
      String(place.number),
      String(place.mark),
      cursor,
      size ?? null,
    ]),
  ).toString('base64url');

/** Returns undefined for what `writeToken` has not written. */
export const readToken = (text: string): OaiToken | undefined => {
  const values = text.length > MAX_LENGTH ? undefined : parse(text);
  if (!Array.isArray(values) || values.length !== 9 || values[0] !== VERSION) return undefined;
  const [, metadataPrefix, set, from, until, number, mark, cursor, size] = values as readonly unknown[];
  const texts = [metadataPrefix, set, from, until, number, mark];
  if (!texts.every((value) => typeof value === 'string')) return undefined;
  if (!DIGITS.test(String(number)) || !DIGITS.test(String(mark))) return undefined;
  if (!isCount(cursor) || !(size === null || isCount(size))) return undefined;
  return {
    metadataPrefix: String(metadataPrefix),
    set: String(set),
    from: String(from),
    until: String(until),
    place: { number: BigInt(String(number)), mark: BigInt(String(mark)) },
    cursor,
    size: size ?? undefined,
  };
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
};
