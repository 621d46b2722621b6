import type { MetadataValue } from '../../item/metadata/metadata-json.ts';
import type { CitedName } from '../name.ts';
import { type CitedDate, endSentence, houseOf, onOneLine, type Reference, yearsOf } from '../reference.ts';

/** NBR 6023:2018, annex A. */
const MONTHS = [
  'jan.',
  'fev.',
  'mar.',
  'abr.',
  'maio',
  'jun.',
  'jul.',
  'ago.',
  'set.',
  'out.',
  'nov.',
  'dez.',
] as const;

const writeName = (name: CitedName): string => {
  if (name.kind === 'body') return name.name.toUpperCase();
  return [name.family.toUpperCase(), name.given, name.suffix].filter((part) => part !== '').join(', ');
};

const writeDay = ([year, month, day]: CitedDate): string =>
  [day, month === undefined ? undefined : MONTHS[month - 1], year].filter((part) => part !== undefined).join(' ');

/** Section 8.1.3: without an author, the first word of the title is the entry. */
const raiseFirstWord = (title: string): string => title.replace(/^\S+/, (word) => word.toUpperCase());

/** Sections 8.5 and 8.6: Dublin Core has no place of publication. */
const writeImprint = (publisher: string, years: string): string => {
  const date = years === '' ? '[s. d.]' : years;
  return publisher === '' ? `[S. l.: s. n.], ${date}.` : `[S. l.]: ${publisher}, ${date}.`;
};

/** Section 7.7: a part of a periodical or of a book, with where it stands in it. */
const writePart = ({ value, volume, issue, pages }: MetadataValue, reference: Reference): string => {
  const years = yearsOf(reference, '-');
  const parts = [
    onOneLine(value),
    volume && `v. ${volume}`,
    issue && `n. ${issue}`,
    pages && `p. ${pages}`,
    years === '' ? '[s. d.]' : years,
  ];
  return endSentence(parts.filter((part) => part !== undefined).join(', '));
};

/** Writes one line of text, after NBR 6023:2018 of the Associação Brasileira de Normas Técnicas. */
export const formatAbnt = (reference: Reference): string => {
  const { title, version, container, url, accessed } = reference;
  const authors = reference.authors.map(({ name }) => name);
  return [
    ...(authors.length === 0
      ? [endSentence(raiseFirstWord(title))]
      : [endSentence(authors.map(writeName).join('; ')), endSentence(title)]),
    // Section 8.3: the version of an electronic document stands where the edition of a book does.
    ...(version === '' ? [] : [endSentence(`Versão ${version}`)]),
    ...(container === undefined
      ? [writeImprint(houseOf(reference), yearsOf(reference, '-'))]
      : [writePart(container, reference)]),
    `Disponível em: ${url}.`,
    ...(accessed === undefined ? [] : [`Acesso em: ${writeDay(accessed)}.`]),
  ].join(' ');
};
