import type { Metadata, MetadataValue } from './metadata-json.ts';
import type { QualifierName } from './qualifier-names.ts';

export {
  type Metadata,
  type MetadataAnswer,
  type MetadataProblem,
  type MetadataValue,
  mergeMetadata,
  parseMetadata,
} from './metadata-json.ts';

const primaryLanguage = (language: string | undefined): string | undefined => language?.slice(0, 2);

/**
 * The title in that language, or else in the same language of another country, or else the one without language, or
 * else the first.
 */
export const titleIn = (metadata: Metadata, language?: string): string => {
  const titles = metadata['title'] ?? [];
  const find = (fits: (title: MetadataValue) => boolean): MetadataValue | undefined => titles.find(fits);
  const title =
    find((candidate) => candidate.language === language) ??
    find((candidate) => primaryLanguage(candidate.language) === primaryLanguage(language)) ??
    find((candidate) => candidate.language === undefined) ??
    titles[0];
  return title?.value ?? '';
};

/** The date of issue: the first that is said to be it or has no type, or else the first. */
export const issueDate = (metadata: Metadata): string | undefined => {
  const dates = metadata['date'] ?? [];
  const issued = dates.find(({ type = 'Issued' }) => type === 'Issued') ?? dates[0];
  return issued?.value;
};

/** What people look for beside the values themselves. Words of vocabularies are in too many items. */
const SEARCHED: readonly QualifierName[] = [
  'orcid',
  'isni',
  'ror',
  'affiliation',
  'affiliationRor',
  'award',
  'awardTitle',
  'discipline',
  'grantor',
  'issn',
  'isbn',
];

/** The texts of a value that people look for. */
export const searchedOf = (value: MetadataValue): readonly string[] => [
  value.value,
  ...SEARCHED.flatMap((name) => value[name] ?? []),
];
