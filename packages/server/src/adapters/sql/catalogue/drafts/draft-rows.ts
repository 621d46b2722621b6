import type { DraftContent } from '@perene/api';
import type { IbipLabel } from '@perene/core';
import type {
  DraftFile,
  DraftLink,
  DraftNote,
  DraftState,
  Reservation,
  StoredDraft,
} from '../../../../ports/archive/desk/drafts.ts';
import type { SqlSession } from '../../engine/sql-database.ts';
import { groupRows, type Row, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';

type DraftRow = Row<typeof TABLES.drafts>;

/** Reads all that belongs to these drafts, with one statement for each kind. */
export const withParts = async (session: SqlSession, rows: readonly DraftRow[]): Promise<readonly StoredDraft[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const those = `draft in (${ids.map(() => '?').join(', ')})`;
  const byDraft = ({ draft }: { readonly draft: string }): string => draft;
  const files = await readRows(
    session,
    TABLES.draft_files,
    `select * from draft_files where ${those} order by path`,
    ids,
  );
  const people = await readRows(
    session,
    TABLES.draft_people,
    `select * from draft_people where ${those} order by person`,
    ids,
  );
  const links = await readRows(
    session,
    TABLES.draft_links,
    `select * from draft_links where ${those} order by created_at`,
    ids,
  );
  const reserved = await readRows(session, TABLES.reservations, `select * from reservations where ${those}`, ids);
  const [filesOf, peopleOf] = [groupRows(files, byDraft), groupRows(people, byDraft)];
  const [linksOf, reservedOf] = [groupRows(links, byDraft), groupRows(reserved, byDraft)];
  return rows.map((row) => {
    const [reservation] = reservedOf.get(row.id) ?? [];
    return {
      number: row.number,
      id: row.id,
      state: row.state as DraftState,
      owner: row.owner ?? undefined,
      principal: row.principal,
      madeBy: row.made_by,
      content: JSON.parse(row.content) as DraftContent,
      notes: (JSON.parse(row.notes) as readonly KeptNote[]).map(noteOf),
      item: row.item ?? undefined,
      files: (filesOf.get(row.id) ?? []).map(fileOf),
      people: (peopleOf.get(row.id) ?? []).map(({ person }) => person),
      links: (linksOf.get(row.id) ?? []).map(linkOf),
      reservation: reservation && reservationOf(reservation),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      revision: row.revision,
    };
  });
};

interface KeptNote extends Omit<DraftNote, 'at'> {
  readonly at: string;
}

const noteOf = ({ at, ...note }: KeptNote): DraftNote => ({ ...note, at: BigInt(at) });

export const writeNotes = (notes: readonly DraftNote[]): string =>
  JSON.stringify(notes.map(({ at, ...note }) => ({ at: String(at), ...note })));

export const fileOf = (row: Row<typeof TABLES.draft_files>): DraftFile => ({
  id: row.id,
  path: row.path,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  mediaType: row.media_type,
});

export const linkOf = (row: Row<typeof TABLES.draft_links>): DraftLink => ({
  id: row.id,
  purpose: row.purpose === 'preview' ? 'preview' : 'review',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export const reservationOf = (row: Row<typeof TABLES.reservations>): Reservation => ({
  repository: row.repository,
  ...(row.ibip !== null && { ibip: row.ibip as IbipLabel }),
  draft: row.draft,
  state: row.state as Reservation['state'],
  reservedAt: row.reserved_at,
});
