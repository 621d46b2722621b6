import type { ItemState, Metadata } from '@perene/core/item';
import type { CatalogueItem, FileNameEncoding, ItemContent } from '../../ports/catalogue.ts';
import type { ItemFile } from '../../ports/item-files.ts';
import type { SqlRow, SqlValue } from './sql-database.ts';

/** What a query of items must select, from a table called `i`. */
export const ITEM_COLUMNS = [
  'number',
  'repository',
  'ibips',
  'content',
  'state',
  'state_detail',
  'language',
  'target',
  'file_name_encoding',
  'networks',
  'file_list',
  'described_by',
  'describes',
  'metadata',
  'created_at',
  'updated_at',
  'revision',
]
  .map((name) => `i.${name}`)
  .join(', ');

export const textOf = (value: SqlValue | undefined): string => String(value ?? '');
const maybeText = (value: SqlValue | undefined): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

export const itemOf = (row: SqlRow): CatalogueItem => ({
  number: BigInt(row['number'] ?? 0n),
  repository: textOf(row['repository']),
  ibips: wordsOf(row['ibips']),
  content: textOf(row['content']) as ItemContent,
  state: stateOf(row),
  language: maybeText(row['language']),
  target: maybeText(row['target']),
  fileNameEncoding: textOf(row['file_name_encoding']) as FileNameEncoding,
  access: {
    ...(row['networks'] === null ? {} : { networks: wordsOf(row['networks']) }),
    fileList: row['file_list'] === 'closed' ? 'closed' : 'open',
  },
  describedBy: maybeText(row['described_by']),
  describes: maybeText(row['describes']),
  metadata: metadataOf(row['metadata']),
  createdAt: BigInt(row['created_at'] ?? 0n),
  updatedAt: BigInt(row['updated_at'] ?? 0n),
  revision: BigInt(row['revision'] ?? 0n),
});

const wordsOf = (value: SqlValue | undefined): readonly string[] => textOf(value).split(' ').filter(Boolean);

export const metadataOf = (value: SqlValue | undefined): Metadata | undefined =>
  typeof value === 'string' ? (JSON.parse(value) as Metadata) : undefined;

/** The kind of a state has a column of its own, so that queries can ask for it. */
export const stateColumns = (state: ItemState): readonly [kind: string, detail: string] => {
  const { kind, ...detail } = state;
  return [kind, JSON.stringify('at' in detail ? { ...detail, at: String(detail.at) } : detail)];
};

const stateOf = (row: SqlRow): ItemState => {
  const kind = textOf(row['state']);
  if (kind === 'original') return { kind };
  const detail = JSON.parse(textOf(row['state_detail'])) as Record<string, string>;
  return { kind, ...detail, ...('at' in detail ? { at: BigInt(detail['at'] ?? 0) } : {}) } as ItemState;
};

export const fileOf = (row: SqlRow): ItemFile => ({
  path: textOf(row['path']),
  bytes: Number(row['bytes'] ?? 0n),
  sha256: textOf(row['sha256']),
  mediaType: textOf(row['media_type']),
});
