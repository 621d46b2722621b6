import { languageName } from '@perene/api/words';
import type { PageLanguage } from '../negotiation/page-language.ts';
import { type Html, html } from './html.ts';

/** Writes dates and numbers as readers of a language write them. */
export interface Format {
  readonly day: (instant: string) => string;
  readonly month: (month: string) => string;
  readonly number: (value: number) => string;
  readonly bytes: (count: number) => string;
  /** Writes `pt-BR` as "Brazilian Portuguese". */
  readonly language: (tag: string) => string;
  /** Writes a date of metadata with the precision it was given in, or an interval. */
  readonly written: (date: string) => string;
}

const LOCALES: Readonly<Record<PageLanguage, string>> = { en: 'en-GB', pt: 'pt-BR' };
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const WRITTEN = /^\d{4}(?:-\d\d(?:-\d\d)?)?/;

const createFormat = (language: PageLanguage): Format => {
  const locale = LOCALES[language];
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const days = dates({ dateStyle: 'long' });
  const months = dates({ month: 'long', year: 'numeric' });
  const shortMonths = dates({ month: 'short', year: 'numeric' });
  const numbers = new Intl.NumberFormat(locale);
  const sizes = UNITS.map(
    (unit, power) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumSignificantDigits: power === 0 ? 21 : 3,
      }),
  );
  const format = (formatter: Intl.DateTimeFormat, text: string): string => {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : formatter.format(date);
  };
  const formatWritten = (text: string): string => {
    const [date = ''] = WRITTEN.exec(text) ?? [];
    if (date.length === 10) return format(days, date);
    return date.length === 7 ? format(months, `${date}-01`) : text;
  };
  return {
    day: (instant) => format(days, instant),
    month: (month) => format(shortMonths, `${month}-01`),
    number: (value) => numbers.format(value),
    bytes(count) {
      const power = count < 1 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), UNITS.length - 1);
      return sizes[power]?.format(count / 1_000 ** power) ?? String(count);
    },
    language: (tag) => languageName(tag, language),
    written: (date) => date.split('/').map(formatWritten).join(' – '),
  };
};

/** The formats are made once, because they are costly to make. */
export const FORMATS: Readonly<Record<PageLanguage, Format>> = { en: createFormat('en'), pt: createFormat('pt') };

/** Matches the digits of a second beyond the thousandth, which HTML does not allow. */
const FINER = /(\.\d{3})\d+/;

/** Writes the day for people, and the instant for programs. */
export const renderDay = (instant: string, { day }: Format): Html =>
  html`<time datetime="${instant.replace(FINER, '$1')}">${day(instant)}</time>`;

/** An attribute for texts whose language is known. */
export const langAttribute = (language: string | undefined): Html | undefined =>
  language === undefined ? undefined : html` lang="${language}"`;
