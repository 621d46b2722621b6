import { type Metadata, titleIn } from '../item/metadata/metadata.ts';
import { type CitedKind, kindOf } from './kind.ts';
import { type CitedName, readName } from './name.ts';

/** Year, perhaps month, perhaps day. */
export type CitedDate = readonly [year: number, month?: number, day?: number];

/** The item that is cited, and how it was found. */
export interface CitedItem {
  readonly metadata: Metadata;
  /** The language of the item, which chooses among its titles. */
  readonly language?: string | undefined;
  readonly persistentUrl: string;
  /** The day on which the reader saw it, as YYYY-MM-DD. */
  readonly accessed?: string | undefined;
}

/** What every style of citation needs, read once. */
export interface Reference {
  readonly kind: CitedKind;
  readonly authors: readonly CitedName[];
  readonly title: string;
  /** One date, or both ends of an interval; none if it is not known. */
  readonly dates: readonly CitedDate[];
  readonly version: string;
  readonly publisher: string;
  readonly language: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly url: string;
  readonly accessed: CitedDate | undefined;
}

const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T.*)?$/;

const readDate = (text: string): CitedDate | undefined => {
  const parts = DATE.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month, day] = parts
    .slice(1)
    .filter((digits: string | undefined) => digits !== undefined)
    .map(Number);
  if (month === undefined) return [year];
  return day === undefined ? [year, month] : [year, month, day];
};

const readDates = (text: string): readonly CitedDate[] => {
  const dates = text.split('/').map(readDate);
  const known = dates.filter((date) => date !== undefined);
  return known.length === dates.length ? known : [];
};

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export const readReference = ({ metadata, language, persistentUrl, accessed }: CitedItem): Reference => {
  const first = (field: string): string => onOneLine(metadata[field]?.[0]?.value ?? '');
  const all = (field: string): readonly string[] => (metadata[field] ?? []).map(({ value }) => onOneLine(value));
  return {
    kind: kindOf(all('type')),
    authors: all('creator')
      .filter((name) => name !== '')
      .map(readName),
    title: onOneLine(titleIn(metadata, language)),
    dates: readDates(first('date')),
    version: first('version'),
    publisher: first('publisher'),
    language: language ?? first('language'),
    abstract: first('abstract') || first('description'),
    keywords: all('subject'),
    url: persistentUrl,
    accessed: accessed === undefined ? undefined : readDate(accessed),
  };
};

/** "2011", or "2010–2011" with the dash of the style. */
export const yearsOf = ({ dates }: Reference, dash: string): string =>
  [...new Set(dates.map(([year]) => String(year).padStart(4, '0')))].join(dash);

/** Ends a text with one full stop, unless it has its own end. */
export const endSentence = (text: string): string => (/[.?!…。？！]$/u.test(text) ? text : `${text}.`);
