/**
 * RTC-10 routines ConvertToDecimal and ConvertFromDecimal: a string of graphemes read as a number.
 *
 * IPv4 (Table 7.4) = base 11, IPv6 (Table 7.5) = base 17, IBIp (Table 7.6) = base 27.
 */
export interface Numerals {
  readonly graphemes: string;
  /** The value of each character code, or -1 if it is not a grapheme; both cases of a letter have the same value. */
  readonly ordinals: Int8Array;
}

const createNumerals = (graphemes: string): Numerals => {
  const ordinals = new Int8Array(128).fill(-1);
  for (let ordinal = 0; ordinal < graphemes.length; ordinal += 1) {
    const grapheme = graphemes.charAt(ordinal);
    ordinals[grapheme.toLowerCase().charCodeAt(0)] = ordinal;
    ordinals[grapheme.toUpperCase().charCodeAt(0)] = ordinal;
  }
  return { graphemes, ordinals };
};

export const IPV4_NUMERALS = createNumerals('0123456789.');
export const IPV6_NUMERALS = createNumerals('0123456789abcdef:');
export const IBIP_NUMERALS = createNumerals('23456789ABCDEFGHJKLMNPQRSTU');

/** Returns the value of a character code, or -1 if it is not a grapheme. */
export const ordinalOf = (code: number, { ordinals }: Numerals): number => ordinals[code] ?? -1;

/** Returns a plain number if that is exact, otherwise a bigint. The text must consist of graphemes. */
export const fromNumerals = (text: string, numerals: Numerals): number | bigint => {
  const radix = numerals.graphemes.length;
  const exactUpTo = Math.floor(Number.MAX_SAFE_INTEGER / radix) - 1;
  let value = 0;
  let position = 0;
  for (; position < text.length && value <= exactUpTo; position += 1) {
    value = value * radix + ordinalOf(text.charCodeAt(position), numerals);
  }
  if (position === text.length) return value;

  let wide = BigInt(value);
  for (; position < text.length; position += 1) {
    wide = wide * BigInt(radix) + BigInt(ordinalOf(text.charCodeAt(position), numerals));
  }
  return wide;
};

export const toNumerals = (value: number | bigint, { graphemes }: Numerals): string => {
  const radix = graphemes.length;
  let text = '';
  let rest = value;
  while (rest > Number.MAX_SAFE_INTEGER) {
    const wide = BigInt(rest);
    text = graphemes.charAt(Number(wide % BigInt(radix))) + text;
    rest = wide / BigInt(radix);
  }
  let narrow = Number(rest);
  do {
    const quotient = Math.floor(narrow / radix);
    text = graphemes.charAt(narrow - quotient * radix) + text;
    narrow = quotient;
  } while (narrow > 0);
  return text;
};
