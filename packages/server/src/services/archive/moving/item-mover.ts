import type { Author } from '../archive-operations.ts';
import { type CopyNeeds, type CopyRequest, type CopyResult, copyItem } from './copy-item.ts';
import type { TransferReceiver } from './receive-transfer.ts';
import {
  abortTransfer,
  type TransferNeeds,
  type TransferRequest,
  type TransferResult,
  transferItem,
} from './transfer-item.ts';

/** The operations that bring items from one Archive to another. */
export interface ItemMover {
  copy(label: string, request: CopyRequest, author: Author): Promise<CopyResult>;
  transfer(label: string, request: TransferRequest, author: Author): Promise<TransferResult>;
  /** The key must be one of the receiver if this Archive is the holder. */
  abort(label: string, request: { readonly key: string | undefined }, author: Author): Promise<TransferResult>;
}

export const createItemMover = (
  needs: CopyNeeds & TransferNeeds & { readonly receiver: Pick<TransferReceiver, 'abort'> },
): ItemMover => ({
  copy: (label, request, author) => copyItem(needs, label, request, author),
  transfer: (label, request, author) => transferItem(needs, label, request, author),
  abort: (label, request, author) => abortTransfer(needs, label, request, author),
});
