import { refuse } from '@perene/api/refusals';
import type { Ibi, RepositoryLabel } from '@perene/core';
import { LRUCache } from 'lru-cache';
import { createFewAtATime } from '../../../concurrency/few-at-a-time.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type {
  ItemPictures,
  ThumbnailMaker,
  ThumbnailSize,
  ThumbnailStore,
} from '../../../ports/archive/thumbnails/thumbnails.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { openCatalogued } from '../documents/open-catalogued.ts';
import { dayOf } from '../items/view-item.ts';
import { refuseWithdrawn } from '../withdrawing/withdraw-item.ts';
import { mayHaveThumbnail } from './item-thumbnail.ts';

export interface Thumbnails {
  /** Returns a JPEG picture, which is made when somebody first asks. Refuses if there is none, or none for everybody. */
  open(ibi: Ibi, size: ThumbnailSize): Promise<Uint8Array>;
  sweep(): Promise<void>;
}

const LIFETIME_MICROSECONDS = 90n * 86_400_000_000n;
const MAX_WAITING = 50;
/** A picture that took too long is not tried again for so long. */
const LATE_MS = 3_600_000;
const MAX_LATE = 1_000;

export const createThumbnails = ({
  catalogue,
  files,
  maker,
  store,
  clock,
}: {
  readonly catalogue: Pick<Catalogue, 'find' | 'isDamaged'> & ItemPictures;
  readonly files: Pick<ItemFiles, 'open'>;
  readonly maker: ThumbnailMaker;
  readonly store: ThumbnailStore;
  readonly clock: Clock;
}): Thumbnails => {
  // One at a time, because a large picture takes a core and much memory.
  const oneAtATime = createFewAtATime(1);
  const making = new Map<string, Promise<void>>();
  const late = new LRUCache<string, true>({ max: MAX_LATE, ttl: LATE_MS });

  const make = async (repository: RepositoryLabel, file: ItemFile): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await openCatalogued(files, repository, file)) chunks.push(chunk);
    const made = await maker.make(Buffer.concat(chunks));
    if (made === 'late') late.set(file.sha256, true);
    else await store.keep(file.sha256, made === 'unfit' ? 'none' : made);
  };
  const makeOnce = (repository: RepositoryLabel, file: ItemFile): Promise<void> => {
    const known = making.get(file.sha256);
    if (known !== undefined) return known;
    if (making.size >= MAX_WAITING) throw refuse('too-many-waiting', { max: MAX_WAITING });
    const work = oneAtATime(() => make(repository, file)).finally(() => making.delete(file.sha256));
    making.set(file.sha256, work);
    return work;
  };
  const findPicture = async (ibi: Ibi): Promise<{ repository: RepositoryLabel; file: ItemFile } | undefined> => {
    const item = await catalogue.find(ibi.text);
    if (item === undefined || item.state.kind === 'deleted') return undefined;
    refuseWithdrawn(item);
    if (!mayHaveThumbnail(item.access, { today: dayOf(clock.now()) })) return undefined;
    const { repository } = item;
    const file = (await catalogue.pictures([repository])).get(repository);
    if (file === undefined || (await catalogue.isDamaged(repository, file.path))) return undefined;
    return { repository, file };
  };

  return {
    async open(ibi, size) {
      const found = await findPicture(ibi);
      if (found !== undefined) {
        const { repository, file } = found;
        const isTried = (await store.read(file.sha256, size)) !== undefined || late.has(file.sha256);
        if (!isTried) await makeOnce(repository, file);
        const kept = await store.read(file.sha256, size);
        if (kept !== undefined && kept !== 'none') return kept;
      }
      throw refuse('file-missing', { reason: 'of-item', label: ibi.text, path: size });
    },
    sweep: () => store.sweep(clock.now() - LIFETIME_MICROSECONDS),
  };
};
