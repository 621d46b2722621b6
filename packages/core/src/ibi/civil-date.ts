/** Proleptic Gregorian calendar and POSIX seconds, in exact integers (no Date object, no clock). */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const SECONDS_PER_DAY = 86_400;
const DAYS_PER_ERA = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_OFFSET_DAYS = 719_468;

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
};

/** Years are counted from March, so that the leap day is the last day of a year. */
export const secondsFromCivil = ({ year, month, day, hour, minute, second }: CivilDate): number => {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * DAYS_PER_ERA + dayOfEra - EPOCH_OFFSET_DAYS;
  return days * SECONDS_PER_DAY + hour * 3_600 + minute * 60 + second;
};

export const civilFromSeconds = (seconds: number): CivilDate => {
  const epochDay = Math.floor(seconds / SECONDS_PER_DAY);
  const secondOfDay = seconds - epochDay * SECONDS_PER_DAY;
  const days = epochDay + EPOCH_OFFSET_DAYS;
  const era = Math.floor(days / DAYS_PER_ERA);
  const dayOfEra = days - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
    hour: Math.floor(secondOfDay / 3_600),
    minute: Math.floor((secondOfDay % 3_600) / 60),
    second: secondOfDay % 60,
  };
};
