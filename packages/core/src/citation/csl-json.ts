import type { CitedKind } from './kind.ts';
import type { CitedName } from './name.ts';
import type { CitedDate, Reference } from './reference.ts';

const TYPES: Readonly<Record<CitedKind, string>> = {
  article: 'article-journal',
  book: 'book',
  chapter: 'chapter',
  conference: 'paper-conference',
  dataset: 'dataset',
  document: 'document',
  image: 'graphic',
  map: 'map',
  report: 'report',
  software: 'software',
  sound: 'song',
  thesis: 'thesis',
  video: 'motion_picture',
};

const writeName = (name: CitedName): Readonly<Record<string, string>> =>
  name.kind === 'body'
    ? { literal: name.name }
    : { family: name.family, given: name.given, ...(name.suffix !== '' && { suffix: name.suffix }) };

const writeDates = (dates: readonly CitedDate[]): unknown => (dates.length === 0 ? undefined : { 'date-parts': dates });

/** Writes one item for citation processors (CSL 1.0.2 data), in a list as they read it. */
export const formatCslJson = (reference: Reference): string => {
  const { kind, authors, title, dates, version, publisher, language, abstract, keywords, url, accessed } = reference;
  const fields: Readonly<Record<string, unknown>> = {
    id: url,
    type: TYPES[kind],
    title,
    author: authors.map(writeName),
    issued: writeDates(dates),
    version,
    publisher,
    language,
    abstract,
    keyword: keywords.join(', '),
    URL: url,
    accessed: accessed && writeDates([accessed]),
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && String(value) !== '');
  return `${JSON.stringify([Object.fromEntries(given)], null, 2)}\n`;
};
