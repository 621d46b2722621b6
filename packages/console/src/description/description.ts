import {
  METADATA_FIELD_NAMES,
  type Metadata,
  type MetadataProblem,
  metadataField,
  parseMetadata,
  parseNetwork,
} from '@perene/core/item';
import type { Access, Item } from '../api/types.ts';

/** A value as somebody wrote it in the form; it may be wrong. */
export interface WrittenValue {
  readonly value: string;
  /** The language of the value; empty for any language. */
  readonly language: string;
  /** What is said of the value, by qualifier. */
  readonly qualifiers?: Readonly<Record<string, string>>;
}

export type WrittenFields = Readonly<Record<string, readonly WrittenValue[]>>;

export interface Description {
  /** The language of the work; empty if it is not given. */
  readonly language: string;
  readonly fields: WrittenFields;
  readonly access: WrittenAccess;
  /** Names of collections; drafts of before have none. */
  readonly collections?: readonly string[];
  /** What the persistent URL opens; empty if collections or the node decide. */
  readonly opens?: 'file' | 'page' | '';
}

export interface WrittenAccess {
  readonly isRestricted: boolean;
  /** The networks, one a line. */
  readonly networks: string;
  readonly isListClosed: boolean;
  readonly isDescriptionClosed: boolean;
  /** The day on which the files open, as YYYY-MM-DD; empty or absent if they are open. */
  readonly embargo?: string;
}

/** The fields that are always shown, in this order; people add others when they need them. */
export const MAIN_FIELDS = ['title', 'creator', 'date', 'abstract', 'subject', 'rights'] as const;

export const FURTHER_FIELDS: readonly string[] = METADATA_FIELD_NAMES.filter(
  (name) => !MAIN_FIELDS.some((main) => main === name),
);

/** Whether people mostly write several lines. */
export const isLong = (field: string): boolean => metadataField(field).lines === 'several';

export const EMPTY_VALUE: WrittenValue = { value: '', language: '' };

const OPEN_ACCESS: WrittenAccess = {
  isRestricted: false,
  networks: '',
  isListClosed: false,
  isDescriptionClosed: false,
};

const withMainFields = (fields: WrittenFields): WrittenFields => ({
  ...Object.fromEntries(MAIN_FIELDS.map((name) => [name, [EMPTY_VALUE]])),
  ...fields,
});

export const EMPTY_DESCRIPTION: Description = { language: '', fields: withMainFields({}), access: OPEN_ACCESS };

const isBlank = ({ value }: WrittenValue): boolean => value.trim() === '';

export const isEmptyDescription = ({ fields }: Description): boolean =>
  Object.values(fields).every((values) => values.every(isBlank));

const writeAccess = ({ networks, fileList, description, embargo = '' }: Access): WrittenAccess => ({
  isRestricted: networks !== undefined,
  networks: networks?.join('\n') ?? '',
  isListClosed: fileList === 'closed',
  isDescriptionClosed: description === 'closed',
  embargo,
});

/** Returns the description of an item as the form shows it. */
export const describeItem = ({
  language,
  metadata,
  access,
  collections = [],
  opens,
}: Pick<Item, 'language' | 'metadata' | 'access' | 'collections' | 'opens'>): Description => ({
  language: language ?? '',
  fields: withMainFields(
    Object.fromEntries(
      Object.entries(metadata?.fields ?? {}).map(([name, values]) => [
        name,
        values.map(({ value, language = '', ...qualifiers }) => ({ value, language, qualifiers })),
      ]),
    ),
  ),
  access: writeAccess(access),
  collections: collections.map(({ name }) => name),
  opens: opens ?? '',
});

const filled = (values: readonly WrittenValue[]): readonly (readonly [WrittenValue, index: number])[] =>
  values.map((value, index) => [value, index] as const).filter(([value]) => !isBlank(value));

/** Returns the fields as the API takes them, without those that were left blank. */
export const readFields = (fields: WrittenFields): Metadata =>
  Object.fromEntries(
    Object.entries(fields)
      .map(
        ([name, values]) =>
          [
            name,
            filled(values).map(([{ value, language, qualifiers = {} }]) => ({
              value: value.trim(),
              ...Object.fromEntries(Object.entries(qualifiers).filter(([, text]) => text.trim() !== '')),
              ...(language !== '' && metadataField(name).isTranslatable && { language }),
            })),
          ] as const,
      )
      .filter(([, values]) => values.length > 0),
  );

/**
 * Problem codes by `field/index` as the form counts, or `field/index/qualifier`; problems of the whole description are
 * at ``.
 */
export type FieldProblems = Readonly<Record<string, string>>;

export const checkFields = (fields: WrittenFields): FieldProblems => {
  const answer = parseMetadata(readFields(fields));
  return answer.ok ? {} : Object.fromEntries(answer.problems.map((problem) => placeProblem(fields, problem)));
};

const PROBLEM_PATH = /^([^[.]+)(?:\[(\d+)\])?(?:\.(\w+))?/;

export const placeProblem = (
  fields: WrittenFields,
  { path, problem }: Pick<MetadataProblem, 'path' | 'problem'>,
): readonly [place: string, problem: string] => {
  const [, field = '', position = '0', qualifier = ''] = PROBLEM_PATH.exec(path) ?? [];
  const values = fields[field];
  if (values === undefined) return ['', problem];
  const index = filled(values)[Number(position)]?.[1] ?? 0;
  const isDetail = Object.hasOwn(metadataField(field).qualifiers ?? {}, qualifier);
  return [`${field}/${index}${isDetail ? `/${qualifier}` : ''}`, problem];
};

const networkLines = ({ networks }: WrittenAccess): readonly string[] =>
  networks
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the first line that is not a network; an empty text if no network is written. */
export const findWrongNetwork = (access: WrittenAccess): string | undefined => {
  if (!access.isRestricted) return undefined;
  const lines = networkLines(access);
  return lines.length === 0 ? '' : lines.find((line) => !parseNetwork(line).ok);
};

/** Whether nothing is restricted. */
export const isOpenAccess = ({ isRestricted, isListClosed, isDescriptionClosed, embargo }: WrittenAccess): boolean =>
  !isRestricted && !isListClosed && !isDescriptionClosed && !embargo;

export const readAccess = (access: WrittenAccess): Access => ({
  ...(access.isRestricted && { networks: networkLines(access) }),
  fileList: access.isListClosed ? 'closed' : 'open',
  ...(access.isDescriptionClosed && { description: 'closed' }),
  ...(access.embargo && { embargo: access.embargo }),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields that an edit changes, as the API takes them: null removes a field. */
export const changedFields = (before: WrittenFields, after: WrittenFields): Readonly<Record<string, unknown>> => {
  const old = readFields(before);
  const now = readFields(after);
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(
    names.filter((name) => !isSame(old[name], now[name])).map((name) => [name, now[name] ?? null]),
  );
};
