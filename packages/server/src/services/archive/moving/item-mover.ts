import type { Ibi } from '@perene/core';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { PeerArchives } from '../../../ports/federation/peer-archives.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { Secrets } from '../../../ports/system/secrets.ts';
import type { Author } from '../archive-operations.ts';
import type { FindCarrier } from '../items/check-aliases.ts';
import { type CopyRequest, type CopyResult, copyItem } from './copy-item.ts';
import type { HandOverSeal } from './hand-over-seal.ts';
import type { TransferReceiver } from './receive-transfer.ts';
import { createTransfers, type Transfers } from './transfer-item.ts';

/** The operations that bring items from one Archive to another. */
export interface ItemMover extends Transfers {
  copy(label: Ibi, request: CopyRequest, author: Author): Promise<CopyResult>;
}

export const createItemMover = ({
  maxFileBytes,
  ...parts
}: {
  readonly catalogue: Catalogue;
  readonly files: ItemFiles;
  readonly clock: Clock;
  readonly peers: PeerArchives;
  readonly secrets: Pick<Secrets, 'randomBytes'>;
  readonly seal: HandOverSeal;
  readonly receiver: Pick<TransferReceiver, 'abort'>;
  readonly findCarrier: FindCarrier;
  readonly maxFileBytes: number;
  readonly publicUrl: string;
  readonly resolverUrl: string;
}): ItemMover => ({
  ...createTransfers(parts),
  copy: (label, request, author) => copyItem({ ...parts, maxFileBytes }, label, request, author),
});
