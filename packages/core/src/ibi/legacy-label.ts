import { isPort } from '../internet/port.ts';
import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { skip } from '../parsing/characters.ts';
import { type ExactDate, LAST_SECOND } from './exact-date.ts';
import type { Ibi } from './ibi.ts';
import { DEFAULT_IP_PORT, FIRST_IBIP_SECOND, ibipPrefix, parseIbip } from './ibip.ts';
import { type Checked, MAX_LABEL_LENGTH } from './label.ts';
import { IBIP_NUMERALS, IPV4_NUMERALS, toNumerals } from './numerals.ts';
import { parseRepositoryName, repositorySuffix } from './repository-name.ts';

/**
 * A label of before RTC-10, in which letter case matters. Its rules were never published: they were recovered from
 * labels that are printed beside their repository names.
 *
 *     label     = prefix "/" number                    seconds since 1995-08-01
 *     prefix    = host | number "Z"                    a coded IPv4 address
 *     host      = word *("X" word) "Z" word ["Y" [number]]
 *     word      = number                               letters, digits and "-", in base 37
 *     number    = 1*DIGIT                              base 53, without leading zeros
 *
 * X stands for ".", Z for "/", Y for "@" and the port, 80 where none follows.
 */
export type LegacyLabel = Checked<
  {
    readonly form: 'legacy';
    /** The label exactly as it was written, with its letter case. */
    readonly text: string;
    readonly date: ExactDate;
    /**
     * The labels that it may stand for, the likeliest first. Empty if it has a digit whose letter is not known: then it
     * is found only if an item carries it as an alias.
     */
    readonly candidates: readonly Ibi[];
  },
  'LegacyLabel'
>;

const DIGITS = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUV';
const BASE = BigInt(DIGITS.length);
/** The characters in the order of their digits; blanks stand for the digits whose letters are not known. */
const WORD_CHARACTERS = 'abcoiemn srldfpt g     j  0123456789-';
const WORD_BASE = BigInt(WORD_CHARACTERS.length);
const UNKNOWN = ' ';
const DIGIT = '2 to 9, a to z except l or A to V except I and O';
const DEFAULT_PORT_WRITTEN = '@80';
const MAX_WORDS = 8;
/** A resolver may have to ask for each candidate. */
const MAX_CANDIDATES = 16;

export const parseLegacyLabel = (text: string): Answer<LegacyLabel> => {
  if (text.length > MAX_LABEL_LENGTH) return refuseLong('legacy', MAX_LABEL_LENGTH);
  const prefix = readPrefix(text);
  if (!prefix.ok) return prefix;
  const { end, candidatesAt } = prefix.value;
  const date = readDate(text, end + 1);
  if (!date.ok) return date;
  const candidates: readonly Ibi[] = candidatesAt(date.value).slice(0, MAX_CANDIDATES);
  return accept({ form: 'legacy', text, date: date.value, candidates } as LegacyLabel);
};

interface Prefix {
  /** The position of its slash. */
  readonly end: number;
  readonly candidatesAt: (date: ExactDate) => readonly Ibi[];
}

const isLegacyDigit = (code: number): boolean => DIGITS.includes(String.fromCharCode(code));

/** The end of the number that begins at `start`; it must not begin with a zero. */
const readNumber = (text: string, start: number): Answer<number> => {
  const end = skip(text, start, isLegacyDigit);
  if (end === start) return refuse('legacy/digit', start, DIGIT);
  return end > start + 1 && text[start] === '2' ? refuse('legacy/leading-zero', start, 'no leading 2') : accept(end);
};

const decodeNumber = (digits: string): bigint =>
  [...digits].reduce((value, digit) => value * BASE + BigInt(DIGITS.indexOf(digit)), 0n);

const readPrefix = (text: string): Answer<Prefix> => {
  const words: string[] = [];
  for (let start = 0; ; ) {
    const end = readNumber(text, start);
    if (!end.ok) return end;
    words.push(text.slice(start, end.value));
    if (words.length > MAX_WORDS) return refuse('legacy/words', start, `at most ${MAX_WORDS} words`);
    if (text[end.value] === 'Z') return readBehindSubdomain(text, end.value + 1, words);
    if (text[end.value] !== 'X') return refuse('legacy/separator', end.value, `X, Z or ${DIGIT}`);
    start = end.value + 1;
  }
};

const readBehindSubdomain = (text: string, start: number, subdomain: readonly string[]): Answer<Prefix> => {
  const [first = ''] = subdomain;
  if (text[start] === '/') {
    return subdomain.length === 1 ? readAddress(first, start) : refuse('legacy/word', start, DIGIT);
  }
  const wordEnd = readNumber(text, start);
  if (!wordEnd.ok) return wordEnd;
  const port = readPort(text, wordEnd.value);
  if (!port.ok) return port;
  const { end, written } = port.value;
  if (text[end] !== '/') return refuse('legacy/no-date', end, `a slash${written === '' ? ', Y' : ''} or ${DIGIT}`);
  const words = [...subdomain, text.slice(start, wordEnd.value)].map(spell);
  return accept({ end, candidatesAt: (date) => repositoryNames(words, written, date) });
};

const readAddress = (coded: string, end: number): Answer<Prefix> => {
  const ip = toNumerals(decodeNumber(coded), IPV4_NUMERALS);
  // An address that begins with 0 loses this digit when it is coded as a number.
  const prefix = ibipPrefix({ ip: ip.startsWith('.') ? `0${ip}` : ip, port: DEFAULT_IP_PORT });
  if (!prefix.ok) return refuse('legacy/address', 0, 'a coded IPv4 address');
  const suffixOf = ({ seconds }: ExactDate): string => toNumerals(seconds - FIRST_IBIP_SECOND, IBIP_NUMERALS);
  return accept({ end, candidatesAt: (date) => wellFormed([`${prefix.value}/${suffixOf(date)}`], parseIbip) });
};

const wellFormed = (texts: readonly string[], parse: (text: string) => Answer<Ibi>): readonly Ibi[] =>
  texts.map(parse).flatMap((answer) => (answer.ok ? [answer.value] : []));

const readPort = (text: string, start: number): Answer<{ readonly end: number; readonly written: string }> => {
  if (text[start] !== 'Y') return accept({ end: start, written: '' });
  if (text[start + 1] === '/') return accept({ end: start + 1, written: DEFAULT_PORT_WRITTEN });
  const end = readNumber(text, start + 1);
  if (!end.ok) return end;
  const port = Number(decodeNumber(text.slice(start + 1, end.value)));
  return isPort(port)
    ? accept({ end: end.value, written: `@${port}` })
    : refuse('legacy/port', start + 1, 'nothing (port 80) or a coded port');
};

const readDate = (text: string, start: number): Answer<ExactDate> => {
  const end = readNumber(text, start);
  if (!end.ok) return end;
  if (end.value < text.length) return refuse('legacy/trailing', end.value, `the end, ${DIGIT}`);
  const seconds = Number(decodeNumber(text.slice(start))) + FIRST_IBIP_SECOND;
  return seconds > LAST_SECOND
    ? refuse('legacy/date', start, 'fewer coded seconds')
    : accept({ seconds, fraction: '' });
};

const spell = (coded: string): string => {
  let word = '';
  let rest = decodeNumber(coded);
  do {
    word = WORD_CHARACTERS.charAt(Number(rest % WORD_BASE)) + word;
    rest /= WORD_BASE;
  } while (rest > 0n);
  return word;
};

/** A word loses the `a` that it begins with, because that is its zero; a second of zero may be written or not. */
const repositoryNames = (words: readonly string[], port: string, date: ExactDate): readonly Ibi[] => {
  if (words.some((word) => word.includes(UNKNOWN))) return [];
  const suffix = repositorySuffix(date);
  const suffixes = date.seconds % 60 === 0 ? [suffix, `${suffix}.00`] : [suffix];
  const names = prefixes(words).flatMap((prefix) => suffixes.map((ending) => `${prefix}${port}/${ending}`));
  return wellFormed(names, parseRepositoryName);
};

/** Prefixes in which the fewest words have lost a letter come first. */
const prefixes = (words: readonly string[]): readonly string[] =>
  Array.from({ length: 2 ** words.length }, (_, lost) => lost)
    .sort((one, other) => countBits(one) - countBits(other))
    .map((lost) => {
      const whole = words.map((word, index) => ((lost >> index) & 1 ? `a${word}` : word));
      return `${whole.slice(0, -1).join('.')}/${whole.at(-1)}`;
    });

const countBits = (value: number): number => value.toString(2).replaceAll('0', '').length;
