import { parseIpAddress } from '../internet/ip-address.ts';
import { isPort } from '../internet/port.ts';
import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { skip } from '../parsing/characters.ts';
import { type ExactDate, LAST_SECOND, withoutTrailingZeros } from './exact-date.ts';
import { type Checked, type IbipLabel, MAX_LABEL_LENGTH } from './label.ts';
import { fromNumerals, IBIP_NUMERALS, IPV4_NUMERALS, IPV6_NUMERALS, ordinalOf, toNumerals } from './numerals.ts';

/**
 * The opaque form of an IBI, RTC-10 Table 7.1 and Algorithms 5 to 7:
 *
 *     IBIp   = prefix "/" suffix
 *     prefix = 1*GRAPHEME ("W" | "X") *GRAPHEME      coded IPv4 or IPv6 address, coded port (none: 800)
 *     suffix = 1*GRAPHEME ["W" 1*GRAPHEME]           coded seconds since 1995-08-01, coded fraction
 *
 * A label is valid only if coding what it decodes to gives the same label again.
 */
export type Ibip = Checked<
  {
    readonly form: 'ibip';
    /** The label in upper case, in which it is stored, compared and shown. */
    readonly text: IbipLabel;
    readonly ip: string;
    /** The port; 800 if the label names none. */
    readonly port: number;
    readonly date: ExactDate;
  },
  'Ibip'
>;

export const DEFAULT_IP_PORT = 800;
/** 1995-08-01T00:00:00Z, the month of the first label ever. */
export const FIRST_IBIP_SECOND = 807_235_200;

const ZERO = '2';
const MAX_CODED_IPV4_LENGTH = 11;
const MAX_CODED_IPV6_LENGTH = 34;
const MAX_CODED_PORT_LENGTH = 4;
const GRAPHEME = '2 to 9 or A to U except I and O';

export const parseIbip = (text: string): Answer<Ibip> => {
  if (text.length > MAX_LABEL_LENGTH) {
    return refuseLong('ibip', MAX_LABEL_LENGTH);
  }
  const addressEnd = skipGraphemes(text, 0);
  if (addressEnd === 0) return refuse('ibip/no-address', 0, GRAPHEME);
  const isIpv4 = isLetterW(text, addressEnd);
  if (!isIpv4 && text[addressEnd] !== 'X' && text[addressEnd] !== 'x') {
    return refuse('ibip/no-separator', addressEnd, `W (IPv4), X (IPv6) or ${GRAPHEME}`);
  }
  const portEnd = skipGraphemes(text, addressEnd + 1);
  if (text[portEnd] !== '/') return refuse('ibip/no-suffix', portEnd, `a slash or ${GRAPHEME}`);

  const ip = decodeAddress(text.slice(0, addressEnd), isIpv4);
  if (ip === undefined) return refuse('ibip/address', 0, 'a coded IP address');
  const port = decodePort(text.slice(addressEnd + 1, portEnd));
  if (port === undefined) {
    return refuse('ibip/port', addressEnd + 1, 'nothing (port 800) or another coded port');
  }
  const date = readSuffix(text, portEnd + 1);
  return date.ok ? accept({ form: 'ibip', text: text.toUpperCase(), ip, port, date: date.value } as Ibip) : date;
};

const isGrapheme = (code: number): boolean => ordinalOf(code, IBIP_NUMERALS) >= 0;

const skipGraphemes = (text: string, start: number): number => skip(text, start, isGrapheme);

const isLetterW = (text: string, position: number): boolean => text[position] === 'W' || text[position] === 'w';

const hasLeadingZero = (coded: string): boolean => coded.length > 1 && coded.startsWith(ZERO);

const decodeAddress = (coded: string, isIpv4: boolean): string | undefined => {
  if (hasLeadingZero(coded) || coded.length > (isIpv4 ? MAX_CODED_IPV4_LENGTH : MAX_CODED_IPV6_LENGTH))
    return undefined;
  const digits = toNumerals(fromNumerals(coded, IBIP_NUMERALS), isIpv4 ? IPV4_NUMERALS : IPV6_NUMERALS);
  const written = restoreLeadingZero(digits);
  const address = parseIpAddress(written);
  return address.ok && address.value.text === written ? written : undefined;
};

/**
 * Addresses such as `0.1.2.3` and `0:1:...` lose their first digit when they are coded as a number. No address begins
 * with one separator, so the digit can be restored.
 */
const restoreLeadingZero = (digits: string): string => {
  const hasLostZero = digits.startsWith('.') || (digits.startsWith(':') && digits[1] !== ':');
  return hasLostZero ? `0${digits}` : digits;
};

const decodePort = (coded: string): number | undefined => {
  if (coded === '') return DEFAULT_IP_PORT;
  if (hasLeadingZero(coded) || coded.length > MAX_CODED_PORT_LENGTH) return undefined;
  const port = Number(fromNumerals(coded, IBIP_NUMERALS));
  return isPort(port) && port !== DEFAULT_IP_PORT ? port : undefined;
};

const readSuffix = (text: string, start: number): Answer<ExactDate> => {
  const integerEnd = skipGraphemes(text, start);
  const coded = text.slice(start, integerEnd);
  if (coded === '') return refuse('ibip/no-date', start, GRAPHEME);
  if (hasLeadingZero(coded)) return refuse('ibip/date', start, 'no leading 2');
  const seconds = Number(fromNumerals(coded, IBIP_NUMERALS)) + FIRST_IBIP_SECOND;
  if (seconds > LAST_SECOND) return refuse('ibip/date', start, 'fewer coded seconds');
  if (integerEnd === text.length) return accept({ seconds, fraction: '' });
  if (!isLetterW(text, integerEnd)) {
    return refuse('ibip/trailing', integerEnd, `the end, W, ${GRAPHEME}`);
  }
  const fractionEnd = skipGraphemes(text, integerEnd + 1);
  if (fractionEnd < text.length) return refuse('ibip/trailing', fractionEnd, `the end, ${GRAPHEME}`);
  const fraction = decodeFraction(text.slice(integerEnd + 1));
  if (withoutTrailingZeros(fraction) !== fraction) {
    return refuse('ibip/fraction', integerEnd + 1, 'a fraction that does not end in zero');
  }
  return accept({ seconds, fraction });
};

/**
 * Each leading zero digit of the fraction is one leading `2`; the rest is a number: .05 is `27`, .5 is `7`. If there is
 * no rest, the number is a zero at the end.
 */
const decodeFraction = (coded: string): string => {
  let zeros = 0;
  while (coded[zeros] === ZERO) zeros += 1;
  return '0'.repeat(zeros) + String(fromNumerals(coded, IBIP_NUMERALS));
};

const encodeFraction = (fraction: string): string => {
  let zeros = 0;
  while (fraction[zeros] === '0') zeros += 1;
  return ZERO.repeat(zeros) + toNumerals(BigInt(fraction), IBIP_NUMERALS);
};

/** RTC-10 Algorithm 5. Port 800 is left out. */
export const ibipPrefix = ({ ip, port }: { ip: string; port: number }): Answer<string> => {
  const address = parseIpAddress(ip);
  if (!address.ok) return address;
  if (!isPort(port)) return refuse('port/number', 0, 'a port from 1 to 65535');
  const isIpv4 = address.value.version === 4;
  const decimal = fromNumerals(address.value.text, isIpv4 ? IPV4_NUMERALS : IPV6_NUMERALS);
  const codedPort = port === DEFAULT_IP_PORT ? '' : toNumerals(port, IBIP_NUMERALS);
  return accept(`${toNumerals(decimal, IBIP_NUMERALS)}${isIpv4 ? 'W' : 'X'}${codedPort}`);
};

/** RTC-10 Algorithm 7, from what `ibipPrefix` gives. */
export const composeIbipLabel = (prefix: string, date: ExactDate): Answer<IbipLabel> => {
  const suffix = ibipSuffix(date);
  return suffix.ok ? accept(`${prefix}/${suffix.value}` as IbipLabel) : suffix;
};

/** RTC-10 Algorithm 6, with the fraction coded reversibly. */
export const ibipSuffix = ({ seconds, fraction }: ExactDate): Answer<string> => {
  if (seconds < FIRST_IBIP_SECOND) {
    return refuse('ibip/date', 0, `a date from ${FIRST_IBIP_SECOND} on (1995-08-01T00:00:00Z)`);
  }
  const coded = toNumerals(seconds - FIRST_IBIP_SECOND, IBIP_NUMERALS);
  return accept(fraction === '' ? coded : `${coded}W${encodeFraction(fraction)}`);
};
