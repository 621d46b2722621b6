import type { MetadataFieldName } from '@perene/core/item';

/** The words of one language: the names of metadata fields, what belongs into them, and what can be wrong there. */
export interface MetadataWords {
  readonly fields: Readonly<Record<MetadataFieldName, FieldWords>>;
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
  readonly fieldHint: (field: string) => string | undefined;
  readonly problems: Readonly<Record<string, string>>;
}

export const describeMetadata = ({ fields, problems }: MetadataWords): MetadataTexts => {
  const known: ReadonlyMap<string, FieldWords> = new Map(Object.entries(fields));
  return {
    fieldName: (field) => known.get(field)?.name ?? field,
    fieldHint: (field) => known.get(field)?.hint,
    problems,
  };
};
