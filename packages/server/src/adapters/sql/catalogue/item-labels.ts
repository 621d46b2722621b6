import { type Refusal, refuse } from '@perene/api/refusals';
import type { IbipLabel } from '@perene/core';
import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { WritingSession } from '../engine/sql-database.ts';
import { hasRows } from '../engine/typed-rows.ts';
import { findReserved } from './drafts/reservations.ts';
import type { Writing } from './history/keep-history.ts';
import { keepLabelChange } from './sql-label-changes.ts';

export const labelTaken = (label: string): Refusal => refuse('label-taken', { reason: 'here', label });

/** A reserved label was told when it was reserved. */
export const addLabels = async (
  { session, authorship }: Writing,
  number: bigint,
  labels: readonly string[],
): Promise<void> => {
  const told = await findReserved(session, labels, authorship.draft?.id);
  for (const label of labels) {
    const isAdded = await hasRows(
      session,
      'insert into labels (label, number) values (?, ?) on conflict (label) do nothing returning label',
      [label, number],
    );
    if (!isAdded) throw labelTaken(label);
    if (!told.has(label)) keepLabelChange(session, label, 'added');
  }
};

export const removeLabels = async (
  session: WritingSession,
  { number, ibips }: Pick<CatalogueItem, 'number' | 'ibips'>,
  labels: readonly IbipLabel[],
): Promise<void> => {
  for (const label of labels.filter((one) => ibips.includes(one))) {
    await session.run('delete from labels where label = ? and number = ?', [label, number]);
    keepLabelChange(session, label, 'removed');
  }
};
