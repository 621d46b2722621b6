import type { IbipLabel } from '@perene/core';
import type { FileNameEncoding, ItemState, Metadata } from '@perene/core/item';
import type { CatalogueItem, ItemContent } from '../../../ports/archive/catalogue.ts';
import type { Opens } from '../../../ports/archive/desk/collections.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import type { Row } from '../engine/typed-rows.ts';
import { TABLES } from '../migrations/tables.ts';

/** The columns that a query of items must select, from a table called `i`. */
export const ITEM_COLUMNS = Object.keys(TABLES.items)
  .map((name) => `i.${name}`)
  .join(', ');

type ItemRow = Row<typeof TABLES.items>;

export const itemOf = (row: ItemRow): CatalogueItem => ({
  number: row.number,
  repository: row.repository,
  ibips: wordsOf(row.ibips) as readonly IbipLabel[],
  aliases: wordsOf(row.aliases),
  content: row.content as ItemContent,
  state: stateOf(row),
  language: row.language ?? undefined,
  target: row.target ?? undefined,
  fileNameEncoding: row.file_name_encoding as FileNameEncoding,
  access: {
    ...(row.networks === null ? {} : { networks: wordsOf(row.networks) }),
    fileList: row.file_list === 'closed' ? 'closed' : 'open',
    ...(row.description === 'closed' && { description: 'closed' }),
    ...(row.embargo !== null && { embargo: row.embargo }),
  },
  opens: opensOf(row.opens),
  ...(row.withdrawn_at !== null && { withdrawal: { at: row.withdrawn_at, reason: row.withdrawn_reason ?? '' } }),
  describedBy: row.described_by ?? undefined,
  describes: row.describes ?? undefined,
  metadata: metadataOf(row.metadata),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  revision: row.revision,
  owner: row.owner ?? undefined,
});

const opensOf = (text: string | null): Opens | undefined => (text === 'page' || text === 'file' ? text : undefined);

export const wordsOf = (text: string): readonly string[] => text.split(' ').filter(Boolean);

export const metadataOf = (text: string | null): Metadata | undefined =>
  text === null ? undefined : (JSON.parse(text) as Metadata);

/** The kind of a state has a column of its own, so that queries can ask for it. */
export const stateColumns = (state: ItemState): readonly [kind: string, detail: string] => {
  const { kind, ...detail } = state;
  return [kind, JSON.stringify('at' in detail ? { ...detail, at: String(detail.at) } : detail)];
};

const stateOf = ({ state: kind, state_detail: detail }: ItemRow): ItemState => {
  if (kind === 'original') return { kind };
  const { at, ...rest } = JSON.parse(detail) as { readonly at?: string };
  return { kind, ...rest, ...(at === undefined ? {} : { at: BigInt(at) }) } as ItemState;
};

export const fileOf = (row: Row<typeof TABLES.files>): ItemFile => ({
  path: row.path,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  mediaType: row.media_type,
});
