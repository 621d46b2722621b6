import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';
import { civilFromSeconds } from './civil-date.ts';

/**
 * A POSIX date as an exact decimal, never as a floating-point fraction.
 *
 * The date is `seconds` plus `0.<fraction>`, so `seconds` is rounded down, also before 1970.
 */
export interface ExactDate {
  /** A safe integer. */
  readonly seconds: number;
  /** Decimal digits after the point, without trailing zeros; empty for a whole second. */
  readonly fraction: string;
}

/** Years that a repository name can write: 0000 to 99999999. */
const FIRST_SECOND = -62_167_219_200;
export const LAST_SECOND = 3_155_633_032_780_799;

const MAX_TEXT_LENGTH = 64;
const MICROSECOND_DIGITS = 6;
const MICROSECONDS_PER_SECOND = 1_000_000n;

export const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
};

/** The digits of 1 - 0.<fraction>, for a fraction that is not empty. */
const complement = (fraction: string): string =>
  (10n ** BigInt(fraction.length) - BigInt(fraction)).toString().padStart(fraction.length, '0');

/** Grammar: `["-"] 1*DIGIT ["." 1*DIGIT]` */
export const parseExactDate = (text: string): Answer<ExactDate> => {
  if (text.length > MAX_TEXT_LENGTH) {
    return refuseLong('date', MAX_TEXT_LENGTH);
  }
  const isNegative = text.startsWith('-');
  const integerStart = isNegative ? 1 : 0;
  const integerEnd = skip(text, integerStart, isDigit);
  if (integerEnd === integerStart) return refuse('date/not-a-number', integerStart, 'a digit');

  let end = integerEnd;
  if (text.charAt(integerEnd) === '.') {
    end = skip(text, integerEnd + 1, isDigit);
    if (end === integerEnd + 1) return refuse('date/not-a-number', end, 'a digit');
  }
  if (end < text.length) return refuse('date/not-a-number', end, 'a digit or the end');

  const integer = Number(text.slice(integerStart, integerEnd));
  const digits = withoutTrailingZeros(text.slice(integerEnd + 1, end));
  const isBelow = isNegative && digits !== '';
  const seconds = (isNegative ? 0 - integer : integer) - (isBelow ? 1 : 0);
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
    return refuse('date/out-of-range', 0, `${FIRST_SECOND} to ${LAST_SECOND}`);
  }
  return accept({ seconds, fraction: isBelow ? complement(digits) : digits });
};

export const formatExactDate = ({ seconds, fraction }: ExactDate): string => {
  if (fraction === '') return String(seconds);
  return seconds >= 0 ? `${seconds}.${fraction}` : `-${-(seconds + 1)}.${complement(fraction)}`;
};

/** ISO 8601 in UTC; years beyond 9999 in the expanded form (`+012345-...`). */
export const formatTime = ({ seconds, fraction }: ExactDate): string => {
  const { year, month, day, hour, minute, second } = civilFromSeconds(seconds);
  const years = year > 9_999 ? `+${String(year).padStart(6, '0')}` : String(year).padStart(4, '0');
  const point = fraction === '' ? '' : `.${fraction}`;
  return `${years}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${point}Z`;
};

export const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Microseconds are the finest unit that is minted; a longer fraction is cut. */
export const microsecondsFromDate = ({ seconds, fraction }: ExactDate): bigint =>
  BigInt(seconds) * MICROSECONDS_PER_SECOND +
  BigInt(fraction.slice(0, MICROSECOND_DIGITS).padEnd(MICROSECOND_DIGITS, '0'));

export const dateFromMicroseconds = (microseconds: bigint): ExactDate => {
  const remainder = ((microseconds % MICROSECONDS_PER_SECOND) + MICROSECONDS_PER_SECOND) % MICROSECONDS_PER_SECOND;
  return {
    seconds: Number((microseconds - remainder) / MICROSECONDS_PER_SECOND),
    fraction: withoutTrailingZeros(String(remainder).padStart(MICROSECOND_DIGITS, '0')),
  };
};
