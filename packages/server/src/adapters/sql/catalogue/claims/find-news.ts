import type { IbipLabel } from '@perene/core';
import { type ItemState, type Metadata, wireState } from '@perene/core/item';
import {
  type Claim,
  hashManifest,
  type Manifest,
  type ManifestFile,
  type Sha256,
  type Transfer,
} from '@perene/core/trust';
import type { SqlSession } from '../../engine/sql-database.ts';
import { type Row, readFirst, readRows } from '../../engine/typed-rows.ts';
import { metadataOf, wordsOf } from '../catalogue-rows.ts';
import { signedOf } from './claim-rows.ts';

const FILES_PER_STEP = 1_000;

/** An item, with what its manifest and its next statement need. */
export const CLAIMED = {
  number: 'integer',
  repository: 'repository',
  ibips: 'text',
  content: 'text',
  state: 'text',
  described_by: 'text?',
  last: 'text?',
  last_hash: 'text?',
  place: 'integer',
} as const;

export type ClaimedRow = Row<typeof CLAIMED>;

const lastOwn = (column: 'statement' | 'hash'): string =>
  `(select c.${column} from claims c where c.repository = i.repository and c.kind in ('claim', 'transfer')
    order by c.place desc limit 1)`;

export const SELECT_CLAIMED = `select i.number, i.repository, i.ibips, i.content, i.state, i.described_by,
    ${lastOwn('statement')} as last, ${lastOwn('hash')} as last_hash,
    coalesce((select max(c.place) from claims c where c.repository = i.repository), 0) as place
  from items i`;

/** The last statement of this Archive about the item. */
export const lastOf = ({ last }: ClaimedRow): Claim | Transfer | undefined =>
  last === null ? undefined : signedOf(last).statement;

/** What a claim of the item as it is now says; undefined where the last claim says the same. */
export const findNews = async (
  session: SqlSession,
  row: ClaimedRow,
  sha256: Sha256,
): Promise<Pick<Claim, 'ibip' | 'state' | 'hash'> | undefined> => {
  const last = lastOf(row);
  // A holder that claims the original again would withdraw its transfer.
  if (row.state === 'releasing' && last?.kind === 'transfer') return undefined;
  const [ibip] = wordsOf(row.ibips) as readonly IbipLabel[];
  const state = wireState({ kind: row.state as ItemState['kind'] });
  // A tombstone is one of what there was.
  const isGone = state === 'Deleted' && last !== undefined;
  const hash = isGone ? last.hash : hashManifest(await readManifest(session, row), sha256);
  const isSaid = last?.kind === 'claim' && last.ibip === ibip && last.state === state && last.hash === hash;
  return isSaid ? undefined : { ibip, state, hash };
};

/** Of the item as it is; undefined if it is not here, or deleted. */
export const findManifest = async (session: SqlSession, repository: string): Promise<Manifest | undefined> => {
  const query = `${SELECT_CLAIMED} where i.repository = ? and i.state <> 'deleted'`;
  const row = await readFirst(session, CLAIMED, query, [repository]);
  return row && readManifest(session, row);
};

const readManifest = async (session: SqlSession, row: ClaimedRow): Promise<Manifest> => ({
  labels: [row.repository, ...(wordsOf(row.ibips) as readonly IbipLabel[])],
  files: row.content === 'Data' ? await readFiles(session, row.repository) : [],
  metadata: await readMetadata(session, row.content === 'Data' ? row.described_by : row.repository),
});

/** Of one item at a time, because each may have a megabyte. */
const readMetadata = async (session: SqlSession, repository: string | null): Promise<Metadata> => {
  const query = 'select metadata from items where repository = ?';
  const row = await readFirst(session, { metadata: 'text?' }, query, [repository]);
  return metadataOf(row?.metadata ?? null) ?? {};
};

/** In steps, because an item may have thousands of files. */
const readFiles = async (session: SqlSession, repository: string): Promise<readonly ManifestFile[]> => {
  const files: ManifestFile[] = [];
  for (;;) {
    const rows = await readRows(
      session,
      { path: 'text', bytes: 'integer', sha256: 'text' },
      `select path, bytes, sha256 from files where repository = ? and path > ? order by path limit ${FILES_PER_STEP}`,
      [repository, files.at(-1)?.path ?? ''],
    );
    for (const { path, bytes, sha256 } of rows) files.push({ path, bytes: Number(bytes), sha256 });
    if (rows.length < FILES_PER_STEP) return files;
  }
};
