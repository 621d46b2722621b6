import { daysInMonth } from '../ibi/civil-date.ts';
import { parseHostPort } from '../internet/host-port.ts';
import { type Answer, accept, refuse, shift } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';
import { endOfAuthority } from '../persistent-url/persistent-url.ts';
import type { Parser } from './fields.ts';
import { isWordCharacter } from './list-of-pairs.ts';

/** Small domains of values that messages carry (RTC-11 Tables 7.2, 8.9, 8.11 and 9.3). */
const MAX_TEXT_LENGTH = 1_024;
const MAX_URL_LENGTH = 8_192;

export type State = 'Original' | 'Copy' | 'Deleted';
export type ContentType = 'Data' | 'Metadata';

const isPrintable = (code: number): boolean => code >= 0x20 && code <= 0x7e;

const limited = (text: string, belongs: (code: number) => boolean, limit: number): Answer<string> => {
  if (text === '') return refuse('value/empty', 0, 'a value');
  if (text.length > limit) return refuse('value/too-long', limit, `at most ${limit} characters`);
  const end = skip(text, 0, belongs);
  return end === text.length ? accept(text) : refuse('value/character', end, 'an ASCII character');
};

/** "A sequence of ASCII characters". */
export const parseAsciiText = (text: string): Answer<string> => limited(text, isPrintable, MAX_TEXT_LENGTH);

/** In a URL a blank can only be an escape that was read once too often. */
export const readBlanksAsEscapes =
  <Value>(parser: Parser<Value>): Parser<Value> =>
  (text) => {
    const answer = parser(text.replaceAll(' ', '%20'));
    return answer.ok ? answer : { ...answer, position: positionAmongBlanks(text, answer.position) };
  };

/** The index in `text` of what stands at `position` once its blanks are written as escapes. */
const positionAmongBlanks = (text: string, position: number): number => {
  let end = 0;
  for (let index = 0; index < text.length; index += 1) {
    end += text[index] === ' ' ? 3 : 1;
    if (position < end) return index;
  }
  return text.length;
};

/** `http` URLs, and `https` ones of Archives behind TLS. */
export const parseUrl = readBlanksAsEscapes((text): Answer<string> => {
  const url = limited(text, isWordCharacter, MAX_URL_LENGTH);
  if (!url.ok) return url;
  const schemeLength = text.startsWith('http://') ? 7 : text.startsWith('https://') ? 8 : 0;
  if (schemeLength === 0) return refuse('value/url', 0, 'a URL that begins with http:// or https://');
  const host = parseHostPort(text.slice(schemeLength, endOfAuthority(text, schemeLength)));
  return host.ok ? url : shift(host, schemeLength);
});

/** RFC 3986 `path-absolute`; the slash at its start may be missing, as in Example 9.11. */
export const parseFilePath = readBlanksAsEscapes((text): Answer<string> => {
  const path = limited(text, isWordCharacter, MAX_URL_LENGTH);
  if (!path.ok) return path;
  return accept(text.startsWith('/') ? text : `/${text}`);
});

/** The administrator's address: `user@host`. */
export const parseEmailAddress = (text: string): Answer<string> => {
  const address = limited(text, isWordCharacter, MAX_TEXT_LENGTH);
  if (!address.ok) return address;
  const at = text.indexOf('@');
  if (at < 1) return refuse('value/email', Math.max(at, 0), 'an e-mail address such as user@example.org');
  const host = parseHostPort(text.slice(at + 1));
  return host.ok ? address : shift(host, at + 1);
};

const TIMESTAMP = 'a date and time such as 2014-01-02T17:23:57Z';

/** ISO 8601: `YYYY-MM-DDThh:mm:ss[.fraction](Z|±hh:mm)`, kept as it is written. */
export const parseTimestamp = (text: string): Answer<string> => {
  const shape = '0000-00-00T00:00:00';
  for (let position = 0; position < shape.length; position += 1) {
    const isRight = shape[position] === '0' ? isDigit(text.charCodeAt(position)) : text[position] === shape[position];
    if (!isRight) return refuse('value/timestamp', position, TIMESTAMP);
  }
  const [year, month, day, hour, minute, second] = [0, 5, 8, 11, 14, 17].map((start) =>
    Number.parseInt(text.slice(start), 10),
  ) as [number, number, number, number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    return refuse('value/timestamp', 5, 'a date of the calendar');
  }
  if (hour > 23 || minute > 59 || second > 59) return refuse('value/timestamp', 11, 'a time of the day');
  const fractionEnd = text[19] === '.' ? skip(text, 20, isDigit) : 19;
  const zone = text.slice(fractionEnd);
  return fractionEnd !== 20 && isZone(zone) ? accept(text) : refuse('value/timestamp', fractionEnd, TIMESTAMP);
};

const isZone = (zone: string): boolean => {
  if (zone === 'Z') return true;
  const isSigned = zone.startsWith('+') || zone.startsWith('-');
  const digits = zone.slice(1, 3) + zone.slice(4);
  const isShaped = isSigned && zone.length === 6 && zone[3] === ':' && skip(digits, 0, isDigit) === 4;
  return isShaped && Number(zone.slice(1, 3)) <= 23 && Number(zone.slice(4)) <= 59;
};
