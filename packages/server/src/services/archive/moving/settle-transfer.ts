import { Refusal, refuse } from '@perene/api/refusals';
import type { Signed, Transfer } from '@perene/core/trust';
import type { Authorship, Catalogue } from '../../../ports/archive/catalogue.ts';
import type { TransferRecord } from '../../../ports/archive/catalogue-records.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { TransferAnswer } from '../../../ports/federation/peer-archives.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { removeUncatalogued } from '../upkeep/remove-uncatalogued.ts';
import type { TransferAuthor } from './check-offer.ts';
import type { HandOverSeal } from './hand-over-seal.ts';
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

export interface Decision {
  readonly id: string;
  readonly decision: 'committed' | 'aborted';
  /** Signed by the old holder, for a commit. */
  readonly transfers?: readonly string[];
  readonly author: TransferAuthor;
}

/**
 * Records the decision in the same transaction as its effect; of two decisions, the first counts. Only who began the
 * transfer, or an administrator, may settle it.
 */
export const settleTransfer = async (
  { clock, seal, ...holdings }: Holdings & { readonly clock: Clock; readonly seal: HandOverSeal },
  { id, decision: outcome, transfers = [], author: { who, isAdmin } }: Decision,
): Promise<TransferAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    const record = await holdings.catalogue.findTransfer(id);
    if (record !== undefined && record.outcome !== 'open') return answerOf(record);
    if (record !== undefined && record.who !== who && !isAdmin) {
      throw refuse('transfer-unproved', { reason: 'other-key', label: record.repository ?? '' });
    }
    try {
      const handedOver = await readTransfers(holdings, seal, record, transfers);
      await decide(holdings, { id, outcome, repository: record?.repository }, { who, at: clock.now(), handedOver });
    } catch (error) {
      // Another decision may have come between the looks at the record and at the item, which then refuses this one.
      const later = await holdings.catalogue.findTransfer(id);
      if (later?.outcome === record?.outcome && (!isOvertaken(error) || attempt === MAX_ATTEMPTS)) throw error;
    }
  }
};

/** The claims of the new holder follow these: each must be of what is here, and from whom the receipt names. */
const readTransfers = async (
  { catalogue }: Holdings,
  seal: HandOverSeal,
  record: TransferRecord | undefined,
  transfers: readonly string[],
): Promise<readonly Signed<Transfer>[]> => {
  const item = record?.repository === undefined ? undefined : await catalogue.find(record.repository);
  if (transfers.length === 0 || item === undefined) return [];
  const [, describing] = await withDescription(catalogue, item);
  const items = [
    { ...item, metadata: describing?.metadata, files: await catalogue.files(item.repository) },
    ...(describing === undefined ? [] : [{ ...describing, files: [] }]),
  ];
  const sides = seal.sidesOf(record?.receipt);
  const read = sides && seal.readTransfers(transfers, { ...sides, items });
  if (read !== undefined) return read;
  throw refuse('transfer-unproved', { reason: 'signature', label: item.repository });
};

const decide = async (
  { catalogue, documents }: Holdings,
  transfer: TransferRecord,
  { who, at, handedOver }: Authorship,
): Promise<void> => {
  const { id, outcome, repository } = transfer;
  const authorship = { who, at, transfer, handedOver };
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
