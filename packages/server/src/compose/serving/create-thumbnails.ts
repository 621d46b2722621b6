import { createDiskThumbnails } from '../../adapters/thumbnails/disk-thumbnails.ts';
import { createWorkerThumbnails } from '../../adapters/thumbnails/worker-thumbnails.ts';
import type { Settings } from '../../config/settings.ts';
import type { Catalogue } from '../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../ports/archive/item-files.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { createThumbnails, type Thumbnails } from '../../services/archive/thumbnails/open-thumbnail.ts';

/** Small pictures are kept in the data folder, also where files are in object storage: each machine makes its own. */
export const createNodeThumbnails = (
  { dataFolder: folder }: Pick<Settings, 'dataFolder'>,
  parts: { readonly catalogue: Catalogue; readonly files: ItemFiles; readonly clock: Clock },
): Thumbnails =>
  createThumbnails({ ...parts, maker: createWorkerThumbnails(), store: createDiskThumbnails({ folder }) });
