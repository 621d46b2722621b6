import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import { type CitedName, initialsOf } from '../name.ts';
import { endSentence, houseOf, onOneLine, type Reference, yearsOf } from '../reference.ts';
import type { CitationLocale } from '../resource-type.ts';

/** APA 7, section 9.8: if there are more authors than this, the first 19 and the last are named. */
const MAX_AUTHORS = 20;

const WORDS: Readonly<Record<CitationLocale, Readonly<Record<'version' | 'undated' | 'and', string>>>> = {
  en: { version: 'Version', undated: 'n.d.', and: '&' },
  pt: { version: 'Versão', undated: 's.d.', and: 'e' },
};

const writeName = (name: CitedName): string => {
  if (name.kind === 'body') return name.name;
  return [name.family, initialsOf(name.given), name.suffix].filter((part) => part !== '').join(', ');
};

const joinNames = (names: readonly string[], and: string): string => {
  const last = names.slice(-1).join('');
  if (names.length < 2) return last;
  if (names.length > MAX_AUTHORS) return `${names.slice(0, MAX_AUTHORS - 1).join(', ')}, . . . ${last}`;
  return `${names.slice(0, -1).join(', ')}, ${and} ${last}`;
};

/** Section 10.1: where a part stands in a periodical, a book or a series. */
const writePart = ({ value, volume, issue, pages }: MetadataValue): string => {
  const place = `${volume ?? ''}${issue === undefined ? '' : `(${issue})`}`;
  return endSentence([onOneLine(value), place, pages ?? ''].filter((part) => part !== '').join(', '));
};

/** Writes one line of text, after the Publication Manual of the American Psychological Association, 7th edition. */
export const formatApa = (reference: Reference, locale: CitationLocale = 'en'): string => {
  const words = WORDS[locale];
  const { authors, title, version, type, container, url } = reference;
  const names = authors.map(({ name }) => writeName(name));
  const years = yearsOf(reference, '–');
  // Section 10.10: the version in round brackets, then the form in square ones.
  const described = [
    title,
    version === '' ? [] : `(${words.version} ${version})`,
    type.form === undefined ? [] : `[${type.form[locale]}]`,
  ];
  const work = endSentence(described.flat().join(' '));
  const date = `(${years === '' ? words.undated : years}).`;
  // An author who is also the publisher is named once (section 9.29).
  const publisher = houseOf(reference);
  const isSaid = publisher === '' || names.includes(publisher);
  const house = isSaid ? [] : [endSentence(publisher)];
  const start = names.length === 0 ? [work, date] : [endSentence(joinNames(names, words.and)), date, work];
  return [...start, ...(container === undefined ? house : [writePart(container)]), url].join(' ');
};
