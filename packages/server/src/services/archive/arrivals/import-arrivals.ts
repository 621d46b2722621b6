import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import { type ImportOptions, type ImportSummary, importItems, type KeyedLine } from '../importing/import-items.ts';
import type { MintLabels } from '../items/deposit-item.ts';
import type { Arrival, ReadArrivals } from './arrival.ts';
import { findArrived } from './find-arrived.ts';
import { type Difference, type Reconciliation, reconcile } from './reconcile.ts';

export interface ArrivalOptions extends ImportOptions {
  readonly onDifference?: (difference: Difference) => Promise<void> | void;
}

/**
 * Imports the items of another repository, then compares all that the source has with what is here. Items that came
 * earlier are found again, so that an interrupted import can simply be repeated.
 */
export const importArrivals = async (
  node: Parameters<typeof importItems>[0] & Parameters<typeof reconcile>[0],
  read: ReadArrivals,
  { onDifference, ...options }: ArrivalOptions,
): Promise<ImportSummary & { readonly reconciliation: Reconciliation }> => {
  const summary = await importItems(node, linesOf(node, read()), options);
  return { ...summary, reconciliation: await reconcile(node, read(), onDifference) };
};

/** Labels that are not used up are lost, so only a few are minted ahead. */
const LABELS_AT_A_TIME = 16;

async function* linesOf(
  { catalogue, mint }: { readonly catalogue: Catalogue; readonly mint: MintLabels },
  arrivals: AsyncIterable<Arrival>,
): AsyncGenerator<KeyedLine> {
  const minted: Awaited<ReturnType<MintLabels>>[number][] = [];
  let number = 0;
  for await (const arrival of arrivals) {
    const { place, record, refused, request } = arrival;
    number += 1;
    const line = { number, end: number, place, request };
    if (record === undefined) {
      yield { ...line, text: undefined, ...(refused && { refused }) };
      continue;
    }
    if (record.repository !== undefined) {
      yield { ...line, text: JSON.stringify(record) };
      continue;
    }
    const here = await findArrived(catalogue, arrival);
    if (here === undefined && minted.length === 0) minted.push(...(await mint(LABELS_AT_A_TIME)));
    const label = here === undefined ? minted.shift() : undefined;
    const ibips = label?.ibip === undefined ? {} : { ibips: [label.ibip] };
    yield { ...line, text: JSON.stringify({ repository: here?.repository ?? label?.repository, ...ibips, ...record }) };
  }
}
