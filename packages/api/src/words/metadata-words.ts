import type { MetadataFieldName, QualifierName } from '@perene/core/item';

/** The words of one language: the names of metadata fields, what belongs into them, and what can be wrong there. */
export interface MetadataWords {
  readonly fields: Readonly<Record<MetadataFieldName, FieldWords>>;
  /** The names of what is said of values. */
  readonly qualifiers: Readonly<Record<QualifierName, string>>;
  /** The words of the lists of DataCite, where they are not those of this language. */
  readonly terms?: Readonly<Record<string, string>>;
  /** Sentences by the problem codes of metadata. */
  readonly problems: Readonly<Record<string, string>>;
}

interface FieldWords {
  readonly name: string;
  readonly hint: string;
}

export interface MetadataTexts {
  /** Returns the name of a field; a field that somebody invented goes by its own name. */
  readonly fieldName: (field: string) => string;
  /** Returns the name of what is said of a value. */
  readonly qualifierName: (qualifier: string) => string;
  /** Returns a word of the lists, such as `ContactPerson`, in this language. */
  readonly termName: (term: string) => string;
  readonly fieldHint: (field: string) => string | undefined;
  readonly problems: Readonly<Record<string, string>>;
}

export const describeMetadata = ({ fields, qualifiers, terms = {}, problems }: MetadataWords): MetadataTexts => {
  const known: ReadonlyMap<string, FieldWords> = new Map(Object.entries(fields));
  const names: ReadonlyMap<string, string> = new Map(Object.entries(qualifiers));
  const listed: ReadonlyMap<string, string> = new Map(Object.entries(terms));
  return {
    termName: (term) => listed.get(term) ?? spaced(term),
    qualifierName: (qualifier) => names.get(qualifier) ?? qualifier,
    fieldName: (field) => known.get(field)?.name ?? field,
    fieldHint: (field) => known.get(field)?.hint,
    problems,
  };
};

/** `ContactPerson` is a contact person. */
const spaced = (term: string): string =>
  /^[A-Z][A-Za-z]+$/.test(term)
    ? term.replaceAll(/(?<=[a-z])[A-Z]|^[A-Z]/g, (letter, at) => `${at === 0 ? '' : ' '}${letter.toLowerCase()}`)
    : term;
