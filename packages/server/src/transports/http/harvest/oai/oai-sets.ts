import type { RecordColumn } from '../../../../ports/archive/changes.ts';

/** Records of one language, or of one kind. */
export interface OaiSet {
  readonly column: RecordColumn;
  readonly value: string;
}

/** The first part of the name of a set, by what its records have in common. */
const BRANCHES: Readonly<Record<RecordColumn, string>> = { language: 'language', kind: 'type' };
const NAMES: Readonly<Record<RecordColumn, string>> = { language: 'Language', kind: 'Type' };
const SET = /^(language|type):([a-z0-9-]{1,40})$/;

export const specOf = ({ column, value }: OaiSet): string => `${BRANCHES[column]}:${value}`;

export const nameOfSet = ({ column, value }: OaiSet): string => `${NAMES[column]}: ${value}`;

export const parseSet = (spec: string): OaiSet | undefined => {
  const [, branch, value] = SET.exec(spec) ?? [];
  return value === undefined ? undefined : { column: branch === 'type' ? 'kind' : 'language', value };
};

/** The sets of a record; it may have no language. */
export const setsOf = ({ language, kind }: Readonly<Record<RecordColumn, string>>): readonly OaiSet[] => [
  { column: 'kind', value: kind },
  ...(language === '' ? [] : [{ column: 'language', value: language } as const]),
];
