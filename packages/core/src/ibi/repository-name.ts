import { parseHostName, readSubdomain, readWord, withoutFinalPoint } from '../internet/host-name.ts';
import { isPort, readPort } from '../internet/port.ts';
import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';
import { civilFromSeconds, daysInMonth, secondsFromCivil } from './civil-date.ts';
import { type ExactDate, two, withoutTrailingZeros } from './exact-date.ts';
import { type Checked, MAX_LABEL_LENGTH, type RepositoryLabel } from './label.ts';

/**
 * The name of the uniform repository of an item, RTC-10 Table 6.1:
 *
 *     repository = subdomain "/" word [("." | "@") port] "/" year "/" month "." day "." hour "." minute ["." second]
 *     year       = 4*DIGIT
 *     second     = 2DIGIT ["." 1*DIGIT]
 *
 * Case does not matter; otherwise every character counts: `@80`, `.80` and no port are three labels of one server.
 */
export type RepositoryName = Checked<
  {
    readonly form: 'repository';
    /** The label in lower case, in which it is stored, compared and shown. */
    readonly text: RepositoryLabel;
    /** The host without the final point that a label may have. */
    readonly host: string;
    /** The port; 80 if the label names none. */
    readonly port: number;
    readonly date: ExactDate;
  },
  'RepositoryName'
>;

export const DEFAULT_HOST_PORT = 80;
const WORD_OR_SLASH = 'a letter, a digit, - or /';
const MAX_YEAR_DIGITS = 8;
const YEAR = 'a year of 4 to 8 digits';

export const parseRepositoryName = (text: string): Answer<RepositoryName> => {
  if (text.length > MAX_LABEL_LENGTH) {
    return refuseLong('repository', MAX_LABEL_LENGTH);
  }
  const subdomainEnd = readSubdomain(text, 0);
  if (!subdomainEnd.ok) return subdomainEnd;
  const wordStart = subdomainEnd.value + 1;
  if (text[wordStart - 1] !== '/') {
    return refuse('repository/no-word', wordStart - 1, WORD_OR_SLASH);
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
    host: `${canonical.slice(wordStart, wordEnd.value)}.${withoutFinalPoint(canonical.slice(0, wordStart - 1))}`,
    port: port.value.port,
    date: date.value,
  } as RepositoryName);
};

/** Reads `[("." | "@") port] "/"`, and returns the port and where the suffix begins. */
const readPortAndSlash = (text: string, start: number): Answer<{ readonly port: number; readonly end: number }> => {
  const isWritten = text[start] === '.' || text[start] === '@';
  const read = isWritten ? readPort(text, start + 1) : accept({ port: DEFAULT_HOST_PORT, end: start });
  if (!read.ok) return read;
  const { port, end } = read.value;
  return text[end] === '/' ? accept({ port, end: end + 1 }) : refuse('repository/no-year', end, WORD_OR_SLASH);
};

const readSuffix = (text: string, start: number): Answer<ExactDate> => {
  const yearEnd = skip(text, start, isDigit);
  if (yearEnd - start < 4) return refuse('repository/year', yearEnd, YEAR);
  if (yearEnd - start > MAX_YEAR_DIGITS) {
    return refuse('repository/year', start + MAX_YEAR_DIGITS, YEAR);
  }
  const year = Number(text.slice(start, yearEnd));
  const month = readPart(text, yearEnd, { name: 'month', before: '/', low: 1, high: 12 });
  if (!month.ok) return month;
  const day = readPart(text, yearEnd + 3, { name: 'day', before: '.', low: 1, high: daysInMonth(year, month.value) });
  if (!day.ok) return day;
  const hour = readPart(text, yearEnd + 6, { name: 'hour', before: '.', low: 0, high: 23 });
  if (!hour.ok) return hour;
  const minute = readPart(text, yearEnd + 9, { name: 'minute', before: '.', low: 0, high: 59 });
  if (!minute.ok) return minute;

  const minuteEnd = yearEnd + 12;
  if (minuteEnd < text.length && text[minuteEnd] !== '.') {
    return refuse('repository/trailing', minuteEnd, 'a point or the end');
  }
  const second =
    minuteEnd === text.length
      ? accept(0)
      : readPart(text, minuteEnd, { name: 'second', before: '.', low: 0, high: 59 });
  if (!second.ok) return second;
  const fraction = readFraction(text, minuteEnd + 3);
  if (!fraction.ok) return fraction;
  const seconds = secondsFromCivil({
    year,
    month: month.value,
    day: day.value,
    hour: hour.value,
    minute: minute.value,
    second: second.value,
  });
  return accept({ seconds, fraction: withoutTrailingZeros(fraction.value) });
};

/** A part of the date in two digits, and the character before it. */
const readPart = (
  text: string,
  position: number,
  { name, before, low, high }: { name: string; before: string; low: number; high: number },
): Answer<number> => {
  const tens = text.charCodeAt(position + 1);
  const units = text.charCodeAt(position + 2);
  const value = isDigit(tens) && isDigit(units) ? (tens - 48) * 10 + units - 48 : -1;
  const isPlaced = text[position] === before;
  if (!isPlaced) return refuse(`repository/${name}`, position, `"${before}" and the ${name}`);
  return value >= low && value <= high
    ? accept(value)
    : refuse(`repository/${name}`, position + 1, `the ${name} in two digits, ${two(low)} to ${high}`);
};

const readFraction = (text: string, start: number): Answer<string> => {
  if (start >= text.length) return accept('');
  if (text[start] !== '.') return refuse('repository/trailing', start, 'a point or the end');
  const end = skip(text, start + 1, isDigit);
  if (end === start + 1) return refuse('repository/fraction', end, 'a digit');
  return end === text.length ? accept(text.slice(start + 1)) : refuse('repository/trailing', end, 'a digit or the end');
};

/**
 * RTC-10 Algorithm 1. Port 80 is left out. Old labels have "@" before the port, which is read but no longer written.
 */
export const repositoryPrefix = ({ host, port }: { host: string; port: number }): Answer<string> => {
  const name = parseHostName(host);
  if (!name.ok) return name;
  if (!isPort(port)) return refuse('port/number', 0, 'a port from 1 to 65535');
  const { subdomain, word } = name.value;
  return accept(port === DEFAULT_HOST_PORT ? `${subdomain}/${word}` : `${subdomain}/${word}.${port}`);
};

/** RTC-10 Algorithm 3, from what `repositoryPrefix` gives. */
export const composeRepositoryLabel = (prefix: string, date: ExactDate): RepositoryLabel =>
  `${prefix}/${repositorySuffix(date)}` as RepositoryLabel;

/** RTC-10 Algorithm 2: a second is written only if it, or its fraction, is not zero. */
export const repositorySuffix = ({ seconds, fraction }: ExactDate): string => {
  const { year, month, day, hour, minute, second } = civilFromSeconds(seconds);
  const suffix = `${String(year).padStart(4, '0')}/${two(month)}.${two(day)}.${two(hour)}.${two(minute)}`;
  if (fraction !== '') return `${suffix}.${two(second)}.${fraction}`;
  return second === 0 ? suffix : `${suffix}.${two(second)}`;
};
