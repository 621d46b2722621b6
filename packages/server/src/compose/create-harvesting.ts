import { createDiskDumps } from '../adapters/disk/disk-dumps.ts';
import type { Catalogue } from '../ports/archive/catalogue.ts';
import { createHarvest } from '../services/archive/harvest/harvest-items.ts';
import { createChangeReader } from '../services/archive/harvest/read-changes.ts';

/** The parts for programs that copy or watch the Archive. */
export const createHarvesting = ({
  catalogue: { changes },
  folder,
  resolverUrl,
}: {
  readonly catalogue: Pick<Catalogue, 'changes'>;
  readonly folder: string;
  readonly resolverUrl: string;
}) => ({
  itemChanges: createChangeReader({ changes }),
  harvest: createHarvest({ changes, resolverUrl }),
  dumps: createDiskDumps({ folder }),
});
