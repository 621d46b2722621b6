import { languageName } from '@perene/api/words';
import { useMemo } from 'preact/hooks';
import { LOCALES, useLanguage } from './language.ts';

export interface Format {
  readonly number: (value: number) => string;
  /** Writes an instant in ISO 8601 as people of this place write it. */
  readonly time: (instant: string) => string;
  readonly day: (instant: string) => string;
  readonly month: (instant: string) => string;
  readonly bytes: (count: number) => string;
  readonly percent: (share: number) => string;
  /** Writes `pt-BR` as "Brazilian Portuguese". */
  readonly language: (code: string) => string;
  readonly list: (words: readonly string[]) => string;
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const createFormat = (locale: string): Format => {
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent' });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const lists = new Intl.ListFormat(locale);
  return {
    number: (value) => numbers.format(value),
    time: (instant) => times.format(new Date(instant)),
    day: (instant) => days.format(new Date(instant)),
    month: (instant) => months.format(new Date(instant)),
    bytes: (count) => {
      const power = count < 1 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), BYTE_UNITS.length - 1);
      const format = new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: BYTE_UNITS[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumSignificantDigits: power === 0 ? 21 : 3,
      });
      return format.format(count / 1_000 ** power);
    },
    percent: (share) => percents.format(share),
    language: (code) => languageName(code, locale.startsWith('pt') ? 'pt' : 'en'),
    list: (words) => lists.format(words),
  };
};

export const useFormat = (): Format => {
  const { language } = useLanguage();
  return useMemo(() => createFormat(LOCALES[language]), [language]);
};
