import { refuse } from '@perene/api/refusals';
import { MAX_REASON_LENGTH } from '@perene/core/item';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Author } from '../archive-operations.ts';
import { timeOf } from '../items/view-item.ts';

interface Needs {
  readonly catalogue: Pick<Catalogue, 'change'>;
  readonly clock: Clock;
}

/** Takes an original out of reach for a time. It stays the original, and its claims stay (decision 57). */
export const withdrawItem = async (
  { catalogue, clock }: Needs,
  item: CatalogueItem,
  reason: string,
  { who }: Author,
): Promise<void> => {
  const text = reason.trim();
  if (text === '' || text.length > MAX_REASON_LENGTH) {
    throw refuse('reason-missing', { reason: 'tombstone', max: MAX_REASON_LENGTH });
  }
  checkWithdrawable(item);
  if (item.withdrawal !== undefined) {
    throw refuse('item-refused', { reason: 'withdrawn-before', label: item.repository });
  }
  const at = clock.now();
  await catalogue.change([{ item, change: { withdrawal: { at, reason: text } } }], { who, at, action: 'withdrawn' });
};

export const restoreItem = async ({ catalogue, clock }: Needs, item: CatalogueItem, { who }: Author): Promise<void> => {
  checkWithdrawable(item);
  if (item.withdrawal === undefined) {
    throw refuse('item-refused', { reason: 'not-withdrawn', label: item.repository });
  }
  await catalogue.change([{ item, change: { withdrawal: null } }], { who, at: clock.now(), action: 'restored' });
};

const checkWithdrawable = ({ repository, content, describes, state }: CatalogueItem): void => {
  if (state.kind === 'deleted') throw refuse('item-removed', { reason: 'before', label: repository });
  if (content === 'Service') throw refuse('item-refused', { reason: 'archive-service', label: repository });
  if (content === 'Metadata') {
    throw refuse('item-refused', { reason: 'describes', label: repository, other: describes ?? '' });
  }
  if (state.kind === 'original') return;
  const reason = state.kind === 'copy' ? 'not-original' : 'in-transfer';
  throw refuse('item-refused', { reason, label: repository });
};

/** Refuses what nobody reads as long as the item is withdrawn. */
export const refuseWithdrawn = ({ repository, describes, withdrawal }: CatalogueItem): void => {
  if (withdrawal === undefined) return;
  throw refuse('item-withdrawn', {
    label: describes ?? repository,
    date: timeOf(withdrawal.at),
    because: withdrawal.reason,
  });
};
