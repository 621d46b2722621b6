import { parseHostName, readSubdomain, readWord } from '../internet/host-name.ts';
import { isPort, readPort } from '../internet/port.ts';
import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';
import { civilFromSeconds, daysInMonth, secondsFromCivil } from './civil-date.ts';
import { type ExactDate, two, withoutTrailingZeros } from './exact-date.ts';
import { type Checked, MAX_LABEL_LENGTH } from './label.ts';

/**
 * The name of the uniform repository of an item, RTC-10 Table 6.1:
 *
 *     repository = subdomain "/" word [("." | "@") port] "/" year "/" month "." day "." hour "." minute ["." second]
 *     year       = 4*DIGIT
 *     second     = 2DIGIT ["." 1*DIGIT]
 *
 * Case is insignificant and otherwise every letter counts: `@80`, `.80` and no port are three labels of one server.
 */
export type RepositoryName = Checked<
  {
    readonly form: 'repository';
    /** In lower case, as it is stored, compared and shown. */
    readonly text: string;
    readonly host: string;
    /** 80 where the label names none. */
    readonly port: number;
    readonly date: ExactDate;
  },
  'RepositoryName'
>;

export const DEFAULT_HOST_PORT = 80;
const MAX_YEAR_DIGITS = 8;

export const parseRepositoryName = (text: string): Answer<RepositoryName> => {
  if (text.length > MAX_LABEL_LENGTH) {
    return refuse('repository/too-long', MAX_LABEL_LENGTH, `at most ${MAX_LABEL_LENGTH} characters`);
  }
  const subdomainEnd = readSubdomain(text, 0);
  if (!subdomainEnd.ok) return subdomainEnd;
  const wordStart = subdomainEnd.value + 1;
  if (text[wordStart - 1] !== '/') {
    return refuse('repository/no-word', wordStart - 1, 'a slash after the subdomain');
  }
  const wordEnd = readWord(text, wordStart);
  if (!wordEnd.ok) return wordEnd;

  const port = readPortAndSlash(text, wordEnd.value);
  if (!port.ok) return port;
  const date = readSuffix(text, port.value.end);
  if (!date.ok) return date;

  const canonical = text.toLowerCase();
  return accept({
    form: 'repository',
    text: canonical,
    host: `${canonical.slice(wordStart, wordEnd.value)}.${canonical.slice(0, wordStart - 1)}`,
    port: port.value.port,
    date: date.value,
  } as RepositoryName);
};

/** `[("." | "@") port] "/"`: the port, and where the suffix begins. */
const readPortAndSlash = (text: string, start: number): Answer<{ readonly port: number; readonly end: number }> => {
  const isWritten = text[start] === '.' || text[start] === '@';
  const read = isWritten ? readPort(text, start + 1) : accept({ port: DEFAULT_HOST_PORT, end: start });
  if (!read.ok) return read;
  const { port, end } = read.value;
  return text[end] === '/' ? accept({ port, end: end + 1 }) : refuse('repository/no-year', end, 'a slash and the year');
};

const readSuffix = (text: string, start: number): Answer<ExactDate> => {
  const yearEnd = skip(text, start, isDigit);
  if (yearEnd - start < 4) return refuse('repository/year', yearEnd, 'a year of four digits or more');
  if (yearEnd - start > MAX_YEAR_DIGITS) {
    return refuse('repository/year', start + MAX_YEAR_DIGITS, `a year of at most ${MAX_YEAR_DIGITS} digits`);
  }
  if (text[yearEnd] !== '/') return refuse('repository/year', yearEnd, 'a digit, or a slash after the year');

  const year = Number(text.slice(start, yearEnd));
  const month = readTwo(text, yearEnd + 1);
  if (month < 1 || month > 12) return refuse('repository/month', yearEnd + 1, 'a month from 01 to 12');
  const day = readTwo(text, yearEnd + 4);
  const lastDay = daysInMonth(year, month);
  if (text[yearEnd + 3] !== '.' || day < 1 || day > lastDay) {
    return refuse('repository/day', yearEnd + 3, `a point and a day from 01 to ${lastDay}`);
  }
  const hour = readTwo(text, yearEnd + 7);
  if (text[yearEnd + 6] !== '.' || hour < 0 || hour > 23) {
    return refuse('repository/hour', yearEnd + 6, 'a point and an hour from 00 to 23');
  }
  const minute = readTwo(text, yearEnd + 10);
  if (text[yearEnd + 9] !== '.' || minute < 0 || minute > 59) {
    return refuse('repository/minute', yearEnd + 9, 'a point and a minute from 00 to 59');
  }
  const minuteEnd = yearEnd + 12;
  if (minuteEnd === text.length) {
    return accept({ seconds: secondsFromCivil({ year, month, day, hour, minute, second: 0 }), fraction: '' });
  }
  const second = readTwo(text, minuteEnd + 1);
  if (text[minuteEnd] !== '.' || second < 0 || second > 59) {
    return refuse('repository/second', minuteEnd, 'the end, or a point and a second from 00 to 59');
  }
  const fraction = readFraction(text, minuteEnd + 3);
  if (!fraction.ok) return fraction;
  const seconds = secondsFromCivil({ year, month, day, hour, minute, second });
  return accept({ seconds, fraction: withoutTrailingZeros(fraction.value) });
};

const readFraction = (text: string, start: number): Answer<string> => {
  if (start === text.length) return accept('');
  const end = skip(text, start + 1, isDigit);
  if (text[start] !== '.' || end === start + 1) {
    return refuse('repository/fraction', start, 'the end, or a point and a fraction of a second');
  }
  if (end < text.length) return refuse('repository/trailing', end, 'a digit or the end of the label');
  return accept(text.slice(start + 1, end));
};

/** Two digits as a number; -1 where there are none. */
const readTwo = (text: string, start: number): number => {
  const tens = text.charCodeAt(start);
  const units = text.charCodeAt(start + 1);
  return isDigit(tens) && isDigit(units) ? (tens - 48) * 10 + units - 48 : -1;
};

/** RTC-10 Algorithm 1. Port 80 is left out; "@" is read for ever and written no more. */
export const repositoryPrefix = ({ host, port }: { host: string; port: number }): Answer<string> => {
  const name = parseHostName(host);
  if (!name.ok) return name;
  if (!isPort(port)) return refuse('port/number', 0, 'a port from 1 to 65535');
  const { subdomain, word } = name.value;
  return accept(port === DEFAULT_HOST_PORT ? `${subdomain}/${word}` : `${subdomain}/${word}.${port}`);
};

/** RTC-10 Algorithm 2: a second is written only if it, or its fraction, is not zero. */
export const repositorySuffix = ({ seconds, fraction }: ExactDate): string => {
  const { year, month, day, hour, minute, second } = civilFromSeconds(seconds);
  const suffix = `${String(year).padStart(4, '0')}/${two(month)}.${two(day)}.${two(hour)}.${two(minute)}`;
  if (fraction !== '') return `${suffix}.${two(second)}.${fraction}`;
  return second === 0 ? suffix : `${suffix}.${two(second)}`;
};
