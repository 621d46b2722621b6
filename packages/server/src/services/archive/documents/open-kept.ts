import { refuse } from '@perene/api/refusals';
import type { CatalogueItem, CatalogueReader } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import type { DepositedFile } from '../archive-operations.ts';
import { dayOf } from '../items/view-item.ts';
import { refuseWithdrawn } from '../withdrawing/withdraw-item.ts';
import { allowsClient } from './allow-client.ts';
import { openCatalogued } from './open-catalogued.ts';

/** Opens files of an item one after the other, for another item that keeps them. */
export async function* openKept(
  {
    catalogue,
    files,
    clock,
  }: {
    readonly catalogue: Pick<CatalogueReader, 'file' | 'isDamaged'>;
    readonly files: Pick<ItemFiles, 'open'>;
    readonly clock: Clock;
  },
  item: CatalogueItem,
  { paths, seesClosed }: { readonly paths: readonly string[]; readonly seesClosed: boolean },
): AsyncGenerator<DepositedFile> {
  const { repository: label, state, access } = item;
  refuseWithdrawn(item);
  if (state.kind === 'deleted') throw refuse('item-removed', { reason: 'because', label, because: state.reason });
  // A new item may show its files to everyone, so closed ones are kept only by those who could open them.
  if (!seesClosed && !allowsClient(access, { address: undefined, today: dayOf(clock.now()) })) {
    throw refuse('role-missing', { reason: 'own-items', label });
  }
  for (const path of paths) {
    const file = await catalogue.file(label, path);
    if (file === undefined) throw refuse('file-missing', { reason: 'of-item', label, path });
    if (await catalogue.isDamaged(label, path)) throw refuse('file-damaged', { reason: 'here', path, label });
    const content = await openCatalogued(files, label, file);
    yield { path, bytes: file.bytes, sha256: file.sha256, open: () => content };
  }
}

/** Refuses content that is not what was known of it, such as of a file that is damaged and was not read since. */
export const checkKept = ({ sha256 }: Pick<ItemFile, 'sha256'>, file: DepositedFile): void => {
  if (!('open' in file) || file.sha256 === undefined || file.sha256 === sha256) return;
  throw refuse('copy-differs', { path: file.path, sha256, announced: file.sha256 });
};
