import type { CitedKind } from './kind.ts';
import type { CitedName } from './name.ts';
import type { CitedDate, Reference } from './reference.ts';

const TYPES: Readonly<Record<CitedKind, string>> = {
  article: 'JOUR',
  book: 'BOOK',
  chapter: 'CHAP',
  conference: 'CPAPER',
  dataset: 'DATA',
  document: 'GEN',
  image: 'FIGURE',
  map: 'MAP',
  report: 'RPRT',
  software: 'COMP',
  sound: 'SOUND',
  thesis: 'THES',
  video: 'VIDEO',
};

const writeName = (name: CitedName): string =>
  name.kind === 'body' ? name.name : [name.family, name.given, name.suffix].filter((part) => part !== '').join(', ');

/** `YYYY/MM/DD/other`, with every slash. */
const writeDate = ([year, month, day]: CitedDate): string =>
  `${[pad(year, 4), ...[month, day].map((part) => (part === undefined ? '' : pad(part, 2)))].join('/')}/`;

const pad = (number: number, length: number): string => String(number).padStart(length, '0');

/** The format forbids asterisks in values from which programs make lists. */
const withoutAsterisks = (text: string): string => text.replaceAll('*', '').trim();

/**
 * Writes one record of a RIS file. Each value is on one line after its tag, so that none can be read as another tag.
 */
export const formatRis = (reference: Reference): string => {
  const { kind, authors, title, dates, version, publisher, language, abstract, keywords, url, accessed } = reference;
  const [date] = dates;
  const tags: readonly (readonly [tag: string, value: string])[] = [
    ['TY', TYPES[kind]],
    ...authors.map((author) => ['AU', withoutAsterisks(writeName(author))] as const),
    ['TI', title],
    ['PY', date === undefined ? '' : pad(date[0], 4)],
    ['DA', date === undefined ? '' : writeDate(date)],
    // Reference managers read this as the version of software.
    ['ET', version],
    ['PB', publisher],
    ['LA', language],
    ...keywords.map((keyword) => ['KW', withoutAsterisks(keyword)] as const),
    ['AB', abstract],
    ['UR', url],
    ['Y2', accessed === undefined ? '' : writeDate(accessed)],
  ];
  const lines = tags.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${value}\r\n`);
  return `${lines.join('')}ER  - \r\n`;
};
