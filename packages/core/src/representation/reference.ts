import { findLicense } from '../item/metadata/licenses.ts';
import { issueDate, type MetadataValue, titleIn } from '../item/metadata/metadata.ts';
import type { Description } from './description.ts';
import { escapeAddress, licenseAddress } from './identifiers.ts';
import { type CitedName, readBody, readName, readPerson } from './name.ts';
import { type ResourceType, resourceTypeOf } from './resource-type.ts';

/** Year, perhaps month, perhaps day. */
export type CitedDate = readonly [year: number, month?: number, day?: number];

/** A person or a body that took part in the work. */
export interface Agent {
  readonly name: CitedName;
  /** The name as it was written, and what else was said. */
  readonly said: MetadataValue;
}

interface Rights {
  readonly said: MetadataValue;
  /** The identifier of SPDX. */
  readonly license?: string;
  readonly uri?: string;
}

/** What every format needs, read once. Texts of citations are on one line. */
export interface Reference {
  readonly description: Description;
  readonly type: ResourceType;
  readonly authors: readonly Agent[];
  readonly contributors: readonly Agent[];
  readonly title: string;
  /** One date, or both ends of an interval; the year of deposit if none was given; none if it cannot be read. */
  readonly dates: readonly CitedDate[];
  readonly version: string;
  readonly publisher: string;
  readonly language: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly rights: readonly Rights[];
  /** Where the work was published: a journal, a book, a series. */
  readonly container: MetadataValue | undefined;
  /** For which a thesis was written. */
  readonly degree: MetadataValue | undefined;
  readonly url: string;
  readonly accessed: CitedDate | undefined;
  /** The values of a field as they were given. */
  readonly all: (field: string) => readonly MetadataValue[];
}

const YEAR_LENGTH = 4;
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

export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const readAgent = (said: MetadataValue): Agent => {
  if (said.kind === 'organization' || said.ror !== undefined) return { name: readBody(said.value), said };
  const isPerson = said.kind === 'person' || said.orcid !== undefined;
  return { name: isPerson ? readPerson(said.value) : readName(said.value), said };
};

const readAgents = (values: readonly MetadataValue[]): readonly Agent[] =>
  values.filter(({ value }) => value.trim() !== '').map(readAgent);

/** The text of a right may be the identifier of a licence, or its address. */
const readRights = (said: MetadataValue): Rights => {
  const license = said.license ?? findLicense(said.value.trim().replaceAll(' ', '-'));
  const written = /^https?:\/\/\S+$/.test(said.value) ? said.value : undefined;
  const uri = said.uri ?? (license === undefined ? written : licenseAddress(license));
  return {
    said,
    ...(license !== undefined && { license }),
    ...(uri !== undefined && { uri: escapeAddress(uri) }),
  };
};

const READ = new WeakMap<Description, Reference>();

/** A page is made of many formats of one description, which is read once. */
export const readReference = (description: Description): Reference => {
  const known = READ.get(description);
  if (known !== undefined) return known;
  const reference = read(description);
  READ.set(description, reference);
  return reference;
};

const read = (description: Description): Reference => {
  const { metadata, language, persistentUrl, accessed, created } = description;
  const all = (field: string): readonly MetadataValue[] => metadata[field] ?? [];
  const first = (field: string): string => onOneLine(all(field)[0]?.value ?? '');
  return {
    description,
    type: resourceTypeOf(all('type').map(({ value }) => onOneLine(value))),
    authors: readAgents(all('creator')),
    contributors: readAgents(all('contributor')),
    title: onOneLine(titleIn(metadata, language)),
    // Where nobody has said when it was published, it was published when it was deposited.
    dates: readDates(issueDate(metadata) ?? created?.slice(0, YEAR_LENGTH) ?? ''),
    version: first('version'),
    publisher: first('publisher'),
    language: language ?? first('language'),
    abstract: first('abstract') || first('description'),
    keywords: all('subject').map(({ value }) => onOneLine(value)),
    rights: all('rights').map(readRights),
    container: all('container')[0],
    degree: all('degree')[0],
    url: persistentUrl,
    accessed: accessed === undefined ? undefined : readDate(accessed),
    all,
  };
};

/** Where licences and rights are told in full, but for addresses that were given as the text itself. */
export const rightsAddresses = ({ rights }: Reference): readonly string[] =>
  rights.flatMap(({ said, uri }) => (uri === undefined || uri === said.value ? [] : [uri]));

/** "2011", or "2010–2011" with the dash of the style. */
export const yearsOf = ({ dates }: Reference, dash: string): string =>
  [...new Set(dates.map(([year]) => String(year).padStart(4, '0')))].join(dash);

/** Ends a text with one full stop, unless it has its own end. */
export const endSentence = (text: string): string => (/[.?!…。？！]$/u.test(text) ? text : `${text}.`);

/** The publisher; of a thesis without one, the body that granted its degree. */
export const houseOf = ({ publisher, degree }: Reference): string =>
  publisher === '' ? onOneLine(degree?.grantor ?? '') : publisher;
