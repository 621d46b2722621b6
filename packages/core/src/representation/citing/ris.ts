import { citedDoiOf } from '../identifiers.ts';
import type { CitedName } from '../name.ts';
import { type CitedDate, houseOf, onOneLine, type Reference } from '../reference.ts';

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
  const { type, authors, contributors, title, dates, version, container, language, abstract, keywords, url, accessed } =
    reference;
  const editors = contributors.filter(({ said }) => said.role === 'Editor');
  const [startPage = '', endPage = ''] = (container?.pages ?? '').split(/\s*[-–]\s*/);
  const [date] = dates;
  const tags: readonly (readonly [tag: string, value: string])[] = [
    ['TY', type.ris],
    ...authors.map(({ name }) => ['AU', withoutAsterisks(writeName(name))] as const),
    ...editors.map(({ name }) => ['ED', withoutAsterisks(writeName(name))] as const),
    ['TI', title],
    ['T2', onOneLine(container?.value ?? '')],
    ['VL', container?.volume ?? ''],
    ['IS', container?.issue ?? ''],
    ['SP', startPage],
    ['EP', endPage],
    ['SN', container?.issn ?? container?.isbn ?? ''],
    ['PY', date === undefined ? '' : pad(date[0], 4)],
    ['DA', date === undefined ? '' : writeDate(date)],
    // Reference managers read this as the version of software.
    ['ET', version],
    ['PB', houseOf(reference)],
    ['LA', language],
    ...keywords.map((keyword) => ['KW', withoutAsterisks(keyword)] as const),
    ['AB', abstract],
    ['DO', citedDoiOf(reference) ?? ''],
    ['UR', url],
    ['Y2', accessed === undefined ? '' : writeDate(accessed)],
  ];
  const lines = tags.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${value}\r\n`);
  return `${lines.join('')}ER  - \r\n`;
};
