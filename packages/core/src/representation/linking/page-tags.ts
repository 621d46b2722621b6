import type { Description } from '../description.ts';
import { citedDoiOf } from '../identifiers.ts';
import { type Agent, houseOf, onOneLine, type Reference, readReference } from '../reference.ts';
import type { ResourceKind } from '../resource-type.ts';
import { describeInSchemaOrg } from './schema-org.ts';

/** The name and the content of a `meta` element. */
type Tag = readonly [name: string, content: string];

const MAX_AUTHORS = 200;
const MAX_KEYWORDS = 100;
const MAX_DESCRIPTION_LENGTH = 300;
/** The page lists its files by itself. */
const MAX_FILES = 20;

/** Each kind has its own name for what the work is part of, and for who published it. */
const CONTAINERS: Partial<Readonly<Record<ResourceKind, string>>> = {
  chapter: 'citation_inbook_title',
  conference: 'citation_conference_title',
  article: 'citation_journal_title',
  preprint: 'citation_journal_title',
};
const HOUSES: Partial<Readonly<Record<ResourceKind, string>>> = {
  report: 'citation_technical_report_institution',
  thesis: 'citation_dissertation_institution',
};

/** Institution and ORCID iD follow their author. */
const authorTags = ({ name, said }: Agent): readonly Tag[] => [
  [
    'citation_author',
    name.kind === 'body' ? name.name : [name.family, name.given, name.suffix].filter(Boolean).join(', '),
  ],
  ['citation_author_institution', said.affiliation ?? ''],
  ['citation_author_orcid', said.orcid === undefined ? '' : `https://orcid.org/${said.orcid}`],
];

const writeDate = ({ dates }: Reference): string => {
  const [[year, ...rest] = []] = dates;
  if (year === undefined) return '';
  return [String(year).padStart(4, '0'), ...rest.map((part) => String(part).padStart(2, '0'))].join('/');
};

const shorten = (text: string): string =>
  text.length > MAX_DESCRIPTION_LENGTH ? `${text.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')} …` : text;

/** What reference managers and search engines of papers read in a page (Highwire Press tags). */
const citationTags = (reference: Reference, page: string): readonly Tag[] => {
  const { type, authors, title, container, language, keywords, description } = reference;
  const [first = '', last = ''] = (container?.pages ?? '').split(/\s*[-–]\s*/);
  const { access, files = [] } = description;
  const pdf = access === 'open' ? files.find(({ mediaType }) => mediaType === 'application/pdf') : undefined;
  return [
    ['citation_title', title],
    ...authors.slice(0, MAX_AUTHORS).flatMap(authorTags),
    ['citation_publication_date', writeDate(reference)],
    [CONTAINERS[type.kind] ?? 'citation_series_title', onOneLine(container?.value ?? '')],
    ['citation_volume', container?.volume ?? ''],
    ['citation_issue', container?.issue ?? ''],
    ['citation_firstpage', first],
    ['citation_lastpage', last],
    ['citation_issn', container?.issn ?? ''],
    ['citation_isbn', container?.isbn ?? ''],
    [HOUSES[type.kind] ?? 'citation_publisher', houseOf(reference)],
    ['citation_doi', citedDoiOf(reference) ?? ''],
    ['citation_language', language],
    ...keywords.slice(0, MAX_KEYWORDS).map((keyword): Tag => ['citation_keywords', keyword]),
    ['citation_public_url', description.persistentUrl],
    ['citation_abstract_html_url', page],
    ['citation_pdf_url', pdf?.url ?? ''],
    // The tags above would make an article of everything.
    ['z:itemType', type.zotero],
  ];
};

export interface PageTags {
  /** `meta` elements by name. */
  readonly names: readonly Tag[];
  /** `meta` elements by property (Open Graph). */
  readonly properties: readonly Tag[];
  /** JSON-LD that can stand in a `script` element as it is. */
  readonly jsonLd: string;
}

const isSaid = ([, content]: Tag): boolean => content !== '';

/** What machines read in the page of an item; `page` is its address. */
export const pageTags = (description: Description, page: string): PageTags => {
  const reference = readReference(description);
  const { title, abstract } = reference;
  const names: readonly Tag[] = [...citationTags(reference, page), ['description', shorten(abstract)]];
  const properties: readonly Tag[] = [
    ['og:title', title],
    ['og:type', reference.type.kind === 'book' ? 'book' : 'article'],
    ['og:url', page],
    ['og:description', shorten(abstract)],
  ];
  const { files = [] } = description;
  const few =
    files.length > MAX_FILES ? readReference({ ...description, files: files.slice(0, MAX_FILES) }) : reference;
  return {
    names: names.filter(isSaid),
    properties: properties.filter(isSaid),
    // No text can end the element.
    jsonLd: JSON.stringify(describeInSchemaOrg(few)).replaceAll('<', '\\u003c'),
  };
};
