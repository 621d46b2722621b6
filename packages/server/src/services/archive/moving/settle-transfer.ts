import { Refusal, refuse } from '@perene/api/refusals';
import type { Authorship, Catalogue, TransferRecord } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { TransferAnswer } from '../../../ports/federation/peer-archives.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { removeUncatalogued } from '../upkeep/remove-uncatalogued.ts';
import type { TransferAuthor } from './check-offer.ts';
import { nextState, withDescription } from './hand-over-steps.ts';

/** What is known of items here, and their documents. */
export interface Holdings {
  readonly catalogue: Catalogue;
  readonly documents: ItemFiles;
}

const MAX_ATTEMPTS = 5;

export const isOvertaken = (error: unknown): boolean =>
  error instanceof Refusal && ['item-changed', 'label-taken'].includes(error.code);

export const answerOf = (record: TransferRecord | undefined): TransferAnswer => ({
  outcome: record?.outcome ?? 'open',
  isReceived: record?.outcome === 'open',
  missing: [],
  ...(record?.receipt !== undefined && { receipt: record.receipt }),
});

interface Decision {
  readonly id: string;
  readonly decision: 'committed' | 'aborted';
  readonly author: TransferAuthor;
}

/**
 * Records the decision in the same transaction as its effect; of two decisions, the first counts. Only who began the
 * transfer, or an administrator, may settle it.
 */
export const settleTransfer = async (
  { clock, ...holdings }: Holdings & { readonly clock: Clock },
  { id, decision: outcome, author: { who, isAdmin } }: Decision,
): Promise<TransferAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    const record = await holdings.catalogue.findTransfer(id);
    if (record !== undefined && record.outcome !== 'open') return answerOf(record);
    if (record !== undefined && record.who !== who && !isAdmin) {
      throw refuse('transfer-unproved', { reason: 'other-key', label: record.repository ?? '' });
    }
    try {
      await decide(holdings, { id, outcome, repository: record?.repository }, { who, at: clock.now() });
    } catch (error) {
      // Another decision may have come between the looks at the record and at the item, which then refuses this one.
      const later = await holdings.catalogue.findTransfer(id);
      if (later?.outcome === record?.outcome && (!isOvertaken(error) || attempt === MAX_ATTEMPTS)) throw error;
    }
  }
};

const decide = async (
  { catalogue, documents }: Holdings,
  transfer: TransferRecord,
  { who, at }: Authorship,
): Promise<void> => {
  const { id, outcome, repository } = transfer;
  const authorship = { who, at, transfer };
  if (repository === undefined) {
    if (outcome === 'aborted') return catalogue.change([], { ...authorship, action: 'transfer aborted' });
    throw refuse('transfer-not-found', { reason: 'nothing-come', id });
  }
  const item = await catalogue.find(repository);
  if (item === undefined) throw refuse('item-changed', { reason: 'meanwhile', label: repository });
  const kind = outcome === 'committed' ? 'commitTransfer' : 'abortTransfer';
  const items = await withDescription(catalogue, item);
  const states = items.map((each) => nextState(each, { kind, transfer: id, outcome: 'open' }));
  if (states[0] === undefined) {
    await catalogue.forget(items.toReversed(), authorship);
    return removeUncatalogued({ catalogue, files: documents }, repository, { who, at, action: 'transfer aborted' });
  }
  const changes = items.map((each, index) => ({
    item: each,
    change: { state: states[index], updatedAt: each.updatedAt },
  }));
  return catalogue.change(changes, { ...authorship, action: `transfer ${outcome}` });
};
