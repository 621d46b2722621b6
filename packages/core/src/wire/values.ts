import { daysInMonth } from '../ibi/civil-date.ts';
import { parseHostPort } from '../internet/host-port.ts';
import { type Answer, accept, refuse, refuseLong, shift } from '../parsing/answer.ts';
import { isPrintable, skip } from '../parsing/characters.ts';
import { endOfAuthority, endOfScheme } from '../persistent-url/persistent-url.ts';
import type { Parser } from './fields.ts';
import { isWordCharacter } from './list-of-pairs.ts';

/** Parsers of the small values in messages (RTC-11 Tables 7.2, 8.9, 8.11 and 9.3). */
const MAX_TEXT_LENGTH = 1_024;
const MAX_URL_LENGTH = 8_192;

export type State = 'Original' | 'Copy' | 'Deleted';
export type ContentType = 'Data' | 'Metadata';

const limited = (text: string, belongs: (code: number) => boolean, limit: number): Answer<string> => {
  if (text.length > limit) return refuseLong('value', limit);
  const end = skip(text, 0, belongs);
  return end === text.length ? accept(text) : refuse('value/character', end, 'an ASCII character');
};

/** "A sequence of ASCII characters". */
export const parseAsciiText = (text: string): Answer<string> => limited(text, isPrintable, MAX_TEXT_LENGTH);

/** A blank in a URL can only come from an escape that was decoded once too often. */
export const readBlanksAsEscapes =
  <Value>(parser: Parser<Value>): Parser<Value> =>
  (text) => {
    const answer = parser(text.replaceAll(' ', '%20'));
    if (answer.ok) return answer;
    let { position } = answer;
    for (let blank = text.indexOf(' '); blank >= 0 && blank < position; blank = text.indexOf(' ', blank + 1)) {
      position = Math.max(position - 2, blank);
    }
    return { ...answer, position: Math.min(position, text.length) };
  };

/** `http` URLs, and `https` ones of Archives behind TLS. */
export const parseUrl = readBlanksAsEscapes((text): Answer<string> => {
  const url = limited(text, isWordCharacter, MAX_URL_LENGTH);
  if (!url.ok) return url;
  const hostStart = endOfScheme(text);
  if (hostStart === 0) return refuse('value/url', 0, 'http:// or https://');
  const host = parseHostPort(text.slice(hostStart, endOfAuthority(text, hostStart)));
  return host.ok ? url : shift(host, hostStart);
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
  if (at < 1) return refuse('value/email', Math.max(at, 0), 'an e-mail address');
  const host = parseHostPort(text.slice(at + 1));
  return host.ok ? address : shift(host, at + 1);
};

/** A day of a month, of a week or of a year; its time to the hour, minute or second, with any zone; or a month, or a year. */
const TIMESTAMP =
  /^(\d{4})(?:-(?:0[1-9]|1[0-2])|(-?)(?:(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])|W(?:0[1-9]|[1-4]\d|5[0-3])\2[1-7]|(?!000)(?:[0-2]\d\d|3[0-5]\d|36[0-6]))(?:T(?:(?:[01]\d|2[0-3])(?:(:?)[0-5]\d(?:\5(?:[0-5]\d|60))?)?(?:[.,]\d+)?|24(?::?00){0,2})(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?)?$/;

/** Reads ISO 8601 in any of its forms, basic or extended, which is kept as it is written. */
export const parseTimestamp = (text: string): Answer<string> => {
  const [, year, , month, day] = TIMESTAMP.exec(text) ?? [];
  const isDate = year !== undefined && !(Number(day) > daysInMonth(Number(year), Number(month)));
  return isDate ? accept(text) : refuse('value/timestamp', 0, 'a date and time such as 2014-01-02T17:23:57Z');
};
