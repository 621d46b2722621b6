import { type CheckedText, checkDate, checkLanguage } from '../text-checks.ts';
import { QUALIFIERS, type Qualifier } from './metadata-qualifiers.ts';

export type DublinCoreElement =
  | 'title'
  | 'creator'
  | 'subject'
  | 'description'
  | 'publisher'
  | 'contributor'
  | 'date'
  | 'type'
  | 'format'
  | 'identifier'
  | 'source'
  | 'language'
  | 'relation'
  | 'coverage'
  | 'rights';

/** What is known of a field of metadata. Parsers, forms, tables, pages and harvesters all go by this. */
export interface MetadataField {
  /** The element of Dublin Core that harvesters see it as. */
  readonly element?: DublinCoreElement;
  /** How many lines a text has; `any` if people mostly write one, and may write more. */
  readonly lines: 'one' | 'several' | 'any';
  /**
   * How many values people give: one; one in each language, which is enforced, for readers choose among them by
   * language; a list, of which a cell of a table holds several; or any number.
   */
  readonly values: 'one' | 'one-per-language' | 'list' | 'any';
  /** Names, dates and codes are the same in every language. */
  readonly isTranslatable: boolean;
  /** Whether the first lines of an item's page show it: its texts alone, or with the name of the field. */
  readonly headline?: 'text' | 'name-and-text';
  /** What else may be said of a value. */
  readonly qualifiers?: Readonly<Record<string, Qualifier>>;
  /** What a text must be. It may correct the spelling. */
  readonly check?: (text: string) => CheckedText;
}

const PLAIN = { lines: 'one', values: 'any', isTranslatable: true } as const;
const CODE = { ...PLAIN, isTranslatable: false } as const;
const NAMES = { ...CODE, values: 'list' } as const;
/** A field of this kind was anybody's own field once: its texts may be what they were then. */
const LATE = { ...PLAIN, lines: 'any' } as const;

const MAX_VERSION_LENGTH = 64;

const checkVersion = (text: string): CheckedText =>
  text.length <= MAX_VERSION_LENGTH
    ? { ok: true, text }
    : { ok: false, problem: 'metadata/version', expected: `at most ${MAX_VERSION_LENGTH} characters, such as 2.1.0` };

/** The fields that people know by name: the elements of Dublin Core in their order, and those beside them. */
const FIELDS = {
  title: { ...PLAIN, element: 'title', values: 'one-per-language' },
  creator: { ...NAMES, element: 'creator', qualifiers: QUALIFIERS.creator },
  subject: { ...PLAIN, element: 'subject', values: 'list', qualifiers: QUALIFIERS.subject },
  description: { ...PLAIN, element: 'description', lines: 'several' },
  // Simple Dublin Core knows no abstract: it is a description.
  abstract: { ...PLAIN, element: 'description', lines: 'several', values: 'one-per-language' },
  publisher: { ...PLAIN, element: 'publisher', headline: 'text', qualifiers: QUALIFIERS.publisher },
  contributor: { ...NAMES, element: 'contributor', qualifiers: QUALIFIERS.contributor },
  date: { ...CODE, element: 'date', check: checkDate, qualifiers: QUALIFIERS.date },
  type: { ...PLAIN, element: 'type', headline: 'text' },
  format: { ...CODE, element: 'format' },
  identifier: { ...CODE, element: 'identifier', qualifiers: QUALIFIERS.identifier },
  source: { ...PLAIN, element: 'source' },
  language: { ...CODE, element: 'language', check: checkLanguage },
  relation: { ...PLAIN, element: 'relation', qualifiers: QUALIFIERS.relation },
  coverage: { ...PLAIN, element: 'coverage', qualifiers: QUALIFIERS.coverage },
  rights: { ...PLAIN, element: 'rights', qualifiers: QUALIFIERS.rights },
  version: { ...CODE, values: 'one', headline: 'name-and-text', check: checkVersion },
  // Simple Dublin Core has one element for all titles.
  alternative: { ...LATE, element: 'title', qualifiers: QUALIFIERS.alternative },
  funding: { ...LATE, isTranslatable: false, qualifiers: QUALIFIERS.funding },
  degree: { ...LATE, qualifiers: QUALIFIERS.degree },
  container: { ...LATE, element: 'source', qualifiers: QUALIFIERS.container },
} as const satisfies Readonly<Record<string, MetadataField>>;

export type MetadataFieldName = keyof typeof FIELDS;

export const METADATA_FIELD_NAMES = Object.keys(FIELDS) as readonly MetadataFieldName[];

/** Anybody may write other fields. */
const UNKNOWN_FIELD: MetadataField = { lines: 'any', values: 'any', isTranslatable: true };

const BY_NAME: ReadonlyMap<string, MetadataField> = new Map(Object.entries(FIELDS));

export const metadataField = (name: string): MetadataField => BY_NAME.get(name) ?? UNKNOWN_FIELD;
