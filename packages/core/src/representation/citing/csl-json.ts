import { citedDoiOf } from '../identifiers.ts';
import { type Agent, type CitedDate, houseOf, onOneLine, type Reference } from '../reference.ts';

const writeName = ({ name }: Agent): Readonly<Record<string, string>> =>
  name.kind === 'body'
    ? { literal: name.name }
    : { family: name.family, given: name.given, ...(name.suffix !== '' && { suffix: name.suffix }) };

const writeDates = (dates: readonly CitedDate[]): unknown => (dates.length === 0 ? undefined : { 'date-parts': dates });

/** One item for citation processors (CSL 1.0.2 data). */
const describeInCsl = (reference: Reference): Readonly<Record<string, unknown>> => {
  const { type, authors, contributors, title, dates, version, container, language, abstract, keywords, url, accessed } =
    reference;
  const inRole = (role: string): readonly Agent[] => contributors.filter(({ said }) => said.role === role);
  const fields: Readonly<Record<string, unknown>> = {
    id: url,
    type: type.csl,
    title,
    author: authors.map(writeName),
    editor: inRole('Editor').map(writeName),
    translator: inRole('Translator').map(writeName),
    issued: writeDates(dates),
    version,
    publisher: houseOf(reference),
    'container-title': onOneLine(container?.value ?? ''),
    volume: container?.volume,
    issue: container?.issue,
    page: container?.pages,
    ISSN: container?.issn,
    ISBN: container?.isbn,
    genre: reference.degree?.value,
    DOI: citedDoiOf(reference),
    language,
    abstract,
    keyword: keywords.join(', '),
    URL: url,
    accessed: accessed && writeDates([accessed]),
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && String(value) !== '');
  return Object.fromEntries(given);
};

/** Writes a list with one item, as citation processors read it. */
export const formatCslJson = (reference: Reference): string =>
  `${JSON.stringify([describeInCsl(reference)], null, 2)}\n`;
