import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { Reservation, ReservedLabels } from '../../../../ports/archive/desk/drafts.ts';
import type { SqlSession, WritingSession } from '../../engine/sql-database.ts';
import { hasRows, readFirst, readRows } from '../../engine/typed-rows.ts';
import { TABLES } from '../../migrations/tables.ts';
import { keepLabelChange } from '../sql-label-changes.ts';
import { reservationOf } from './draft-rows.ts';

export const findReservation = async (session: SqlSession, label: string): Promise<Reservation | undefined> => {
  const query = 'select * from reservations where repository = ? union all select * from reservations where ibip = ?';
  const row = await readFirst(session, TABLES.reservations, query, [label, label]);
  return row && reservationOf(row);
};

/**
 * Resolvers hear of a label when it is reserved: they ask this Archive for it from then on, and never call it unknown by
 * themselves.
 */
export const reserveLabels = async (
  session: WritingSession,
  draft: string,
  { repository, ibip }: ReservedLabels,
  at: bigint,
): Promise<Reservation> => {
  const row = await readFirst(
    session,
    TABLES.reservations,
    `insert into reservations (repository, ibip, draft, state, reserved_at) values (?, ?, ?, 'reserved', ?)
     on conflict (draft) do nothing returning *`,
    [repository, ibip ?? null, draft, at],
  );
  if (row === undefined) {
    const known = await readFirst(session, TABLES.reservations, 'select * from reservations where draft = ?', [draft]);
    if (known === undefined) throw new Error('a reservation is never removed');
    return reservationOf(known);
  }
  for (const label of ibip === undefined ? [repository] : [repository, ibip]) {
    if (await hasRows(session, 'select label from labels where label = ?', [label])) {
      throw refuse('label-taken', { reason: 'here', label });
    }
    keepLabelChange(session, label, 'added');
  }
  return reservationOf(row);
};

/** Those of the labels that were reserved for this draft; refuses one that is reserved for another. */
export const findReserved = async (
  session: SqlSession,
  labels: readonly string[],
  draft: string | undefined,
): Promise<ReadonlySet<string>> => {
  if (labels.length === 0) return new Set();
  const those = `(${labels.map(() => '?').join(', ')})`;
  const query = `select * from reservations where repository in ${those}
    union select * from reservations where ibip in ${those}`;
  const reserved = new Map<string, string>();
  for (const row of await readRows(session, TABLES.reservations, query, [...labels, ...labels])) {
    reserved.set(row.repository, row.draft);
    if (row.ibip !== null) reserved.set(row.ibip, row.draft);
  }
  const taken = labels.find((label) => reserved.has(label) && reserved.get(label) !== draft);
  if (taken !== undefined) throw refuse('label-taken', { reason: 'reserved', label: taken });
  return new Set(reserved.keys());
};

/** Makes the draft the item, in the transaction that adds the item; refuses if it is not as it was read. */
export const settleDraft = async (
  session: SqlSession,
  { id, revision }: { readonly id: string; readonly revision: bigint },
  repository: RepositoryLabel,
  at: bigint,
): Promise<void> => {
  const isSettled = await hasRows(
    session,
    `update drafts set state = 'published', item = ?, content = '{}', updated_at = ?, revision = revision + 1
     where id = ? and revision = ? and state in ('open', 'review') returning id`,
    [repository, at, id, revision],
  );
  if (!isSettled) throw refuse('draft-changed', { id });
  await session.run(`update reservations set state = 'published' where draft = ? and repository = ?`, [id, repository]);
  await forgetParts(session, id);
};

export const forgetParts = async (session: SqlSession, draft: string): Promise<void> => {
  for (const table of ['draft_files', 'draft_people', 'draft_links']) {
    await session.run(`delete from ${table} where draft = ?`, [draft]);
  }
};
