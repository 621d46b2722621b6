import { daysInMonth, secondsFromCivil } from '../../ibi/civil-date.ts';

/** W3CDTF, the profile of ISO 8601 that Dublin Core recommends: a time always has its zone. */
const DATE =
  /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d)))?)?)?$/;

interface ReadDate {
  /** The date without its time, to the unit that was written. */
  readonly day: string;
  /** POSIX seconds, if a time was written. */
  readonly seconds: number | undefined;
}

const readDate = (text: string): ReadDate | undefined => {
  const parts = DATE.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 1, day = 1, hour, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((digits: string | undefined) => (digits === undefined ? undefined : Number(digits)));
  if (day > daysInMonth(year, month)) return undefined;
  const [written = ''] = text.split('T', 1);
  if (hour === undefined) return { day: written, seconds: undefined };
  const offset = Number(parts[8] ?? 0) * 3_600 + Number(parts[9] ?? 0) * 60;
  const local = secondsFromCivil({ year, month, day, hour, minute, second });
  return { day: written, seconds: parts[7] === '-' ? local + offset : local - offset };
};

/** Compares instants if both have a time; otherwise calendar dates, to the coarser of the two units. */
const isInOrder = (start: ReadDate, end: ReadDate): boolean => {
  if (start.seconds !== undefined && end.seconds !== undefined) return start.seconds <= end.seconds;
  const length = Math.min(start.day.length, end.day.length);
  return start.day.slice(0, length) <= end.day.slice(0, length);
};

/** A date, or an interval `start/end`. */
export const isMetadataDate = (text: string): boolean => {
  const slash = text.indexOf('/');
  if (slash < 0) return readDate(text) !== undefined;
  const start = readDate(text.slice(0, slash));
  const end = readDate(text.slice(slash + 1));
  return start !== undefined && end !== undefined && isInOrder(start, end);
};
