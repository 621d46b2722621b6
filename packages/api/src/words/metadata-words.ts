import type { MetadataFieldName, QualifierName } from '@perene/core/item';

/** The words of one language: the names of metadata fields, what belongs into them, and what can be wrong there. */
export interface MetadataWords {
  readonly fields: Readonly<Record<MetadataFieldName, FieldWords>>;
  /** The names of what is said of values. */
  readonly qualifiers: Readonly<Record<QualifierName, string>>;
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
  readonly fieldHint: (field: string) => string | undefined;
  readonly problems: Readonly<Record<string, string>>;
}

export const describeMetadata = ({ fields, qualifiers, problems }: MetadataWords): MetadataTexts => {
  const known: ReadonlyMap<string, FieldWords> = new Map(Object.entries(fields));
  const names: ReadonlyMap<string, string> = new Map(Object.entries(qualifiers));
  return {
    qualifierName: (qualifier) => names.get(qualifier) ?? qualifier,
    fieldName: (field) => known.get(field)?.name ?? field,
    fieldHint: (field) => known.get(field)?.hint,
    problems,
  };
};
