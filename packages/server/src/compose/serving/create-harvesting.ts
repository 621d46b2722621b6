import { createDiskDumps } from '../../adapters/disk/disk-dumps.ts';
import type { Catalogue } from '../../ports/archive/catalogue.ts';
import { createHarvest } from '../../services/archive/harvest/harvest-items.ts';
import { createChangeReader } from '../../services/archive/harvest/read-changes.ts';
import { createActivityReader } from '../../services/archive/upkeep/read-activity.ts';

/** The parts that tell people and programs what is here, and what has changed. */
export const createHarvesting = ({
  catalogue,
  folder,
  resolverUrl,
}: {
  readonly catalogue: Catalogue;
  readonly folder: string;
  readonly resolverUrl: string;
}) => ({
  activity: createActivityReader({ catalogue }),
  itemChanges: createChangeReader(catalogue),
  harvest: createHarvest({ changes: catalogue.changes, collections: catalogue.collections, resolverUrl }),
  dumps: createDiskDumps({ folder }),
});
