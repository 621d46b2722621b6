import { useMemo } from 'preact/hooks';
import { LOCALES, useLanguage } from '../i18n/language.ts';

export interface DayWords {
  readonly short: (day: string) => string;
  readonly long: (day: string) => string;
  readonly span: (span: { readonly from: string; readonly to: string }) => string;
}

/** Writes days as people write them. They are days of UTC, wherever the reader is. */
export const createDayWords = (locale: string): DayWords => {
  const shorts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const longs = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const long = (day: string): string => longs.format(new Date(day));
  return {
    short: (day) => shorts.format(new Date(day)),
    long,
    span: ({ from, to }) => (from === to ? long(from) : `${long(from)} – ${long(to)}`),
  };
};

export const useDays = (): DayWords => {
  const { language } = useLanguage();
  return useMemo(() => createDayWords(LOCALES[language]), [language]);
};
