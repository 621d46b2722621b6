import type { CitedKind } from './kind.ts';
import { type CitedName, initialsOf } from './name.ts';
import { endSentence, type Reference, yearsOf } from './reference.ts';

/** APA 7, section 9.8: if there are more authors than this, the first 19 and the last are named. */
const MAX_AUTHORS = 20;

/** APA 7, section 9.21: the form of an item that is not a text is named. */
const FORMS: Partial<Readonly<Record<CitedKind, string>>> = {
  dataset: 'Data set',
  image: 'Image',
  map: 'Map',
  software: 'Computer software',
  sound: 'Audio',
  thesis: 'Thesis',
  video: 'Video',
};

const writeName = (name: CitedName): string => {
  if (name.kind === 'body') return name.name;
  return [name.family, initialsOf(name.given), name.suffix].filter((part) => part !== '').join(', ');
};

const joinNames = (names: readonly string[]): string => {
  const last = names.slice(-1).join('');
  if (names.length < 2) return last;
  if (names.length > MAX_AUTHORS) return `${names.slice(0, MAX_AUTHORS - 1).join(', ')}, . . . ${last}`;
  return `${names.slice(0, -1).join(', ')}, & ${last}`;
};

/** Writes one line of text, after the Publication Manual of the American Psychological Association, 7th edition. */
export const formatApa = (reference: Reference): string => {
  const { authors, title, version, publisher, kind, url } = reference;
  const names = authors.map(writeName);
  const years = yearsOf(reference, '–');
  const form = FORMS[kind];
  // Section 10.10: the version in round brackets, then the form in square ones.
  const described = [title, version === '' ? [] : `(Version ${version})`, form === undefined ? [] : `[${form}]`];
  const work = endSentence(described.flat().join(' '));
  const date = `(${years === '' ? 'n.d.' : years}).`;
  // An author who is also the publisher is named once (section 9.29).
  const house = publisher === '' || names.includes(publisher) ? [] : [endSentence(publisher)];
  const start = names.length === 0 ? [work, date] : [endSentence(joinNames(names)), date, work];
  return [...start, ...house, url].join(' ');
};
