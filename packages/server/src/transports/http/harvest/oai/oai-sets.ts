import type { HarvestRecord, RecordColumn } from '../../../../ports/archive/changes.ts';

/** Records of one language, of one kind, or in one collection. */
export interface OaiSet {
  readonly column: RecordColumn | 'collection';
  readonly value: string;
  /** The title of a collection. */
  readonly title?: string | undefined;
}

/** The first part of the name of a set, by what its records have in common. */
const BRANCHES: Readonly<Record<OaiSet['column'], string>> = {
  collection: 'collection',
  language: 'language',
  kind: 'type',
};
const NAMES: Readonly<Record<OaiSet['column'], string>> = {
  collection: 'Collection',
  language: 'Language',
  kind: 'Type',
};
const COLUMNS: Readonly<Record<string, OaiSet['column']>> = {
  collection: 'collection',
  language: 'language',
  type: 'kind',
};
const SET = /^(collection|language|type):([a-z0-9-]{1,64})$/;

export const specOf = ({ column, value }: OaiSet): string => `${BRANCHES[column]}:${value}`;

export const nameOfSet = ({ column, value, title }: OaiSet): string => `${NAMES[column]}: ${title ?? value}`;

export const parseSet = (spec: string): OaiSet | undefined => {
  const [, branch = '', value] = SET.exec(spec) ?? [];
  const column = COLUMNS[branch];
  return value === undefined || column === undefined ? undefined : { column, value };
};

/** The sets of a record; it may have no language. */
export const setsOf = ({
  language,
  kind,
  collections,
}: Pick<HarvestRecord, 'language' | 'kind' | 'collections'>): readonly OaiSet[] => [
  { column: 'kind', value: kind },
  ...(language === '' ? [] : [{ column: 'language', value: language } as const]),
  ...collections.map((value) => ({ column: 'collection', value }) as const),
];
