import { Refusal } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { documentPath } from '@perene/core/item';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { HeldFile } from '../../../ports/archive/file-checks.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { PeerArchives } from '../../../ports/federation/peer-archives.ts';

/** Returns the URL of the Archive that gave the file; undefined if nobody did. */
export type HealFile = (file: HeldFile, signal: AbortSignal) => Promise<string | undefined>;

const MAX_SOURCES = 10;
/** Addresses of sources are remembered up to this number. */
const MAX_FAILED = 1_000;

/**
 * Fetches a damaged file from an Archive that has a copy of the item: one after the other, those that failed before
 * last. What comes counts only if it has the hash that the catalogue has, so nobody has to be trusted.
 */
export const createHealer = ({
  catalogue,
  files,
  peers,
  findCopies,
}: {
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly files: Pick<ItemFiles, 'mend'>;
  readonly peers: Pick<PeerArchives, 'openDocument'>;
  /** The URLs of other Archives that hold the item. */
  readonly findCopies: (label: Label, signal: AbortSignal) => Promise<readonly string[]>;
}): HealFile => {
  const failed = new Set<string>();
  return async (file, signal) => {
    const item = await catalogue.find(file.repository);
    if (item === undefined) return undefined;
    const known = item.state.kind === 'copy' ? [item.state.of] : [];
    const sources = [...new Set([...known, ...(await findCopies(file.repository, signal))])].slice(0, MAX_SOURCES);
    for (const source of sources.toSorted((one, other) => Number(failed.has(one)) - Number(failed.has(other)))) {
      if (signal.aborted) return undefined;
      try {
        const content = await peers.openDocument(`${source}${documentPath(item, file.path)}`, { signal });
        await files.mend(file.repository, file, content);
        failed.delete(source);
        return source;
      } catch (error) {
        // This Archive does not answer, does not give the file, or gives another.
        if (!(error instanceof Refusal)) throw error;
        failed.add(source);
        if (failed.size > MAX_FAILED) failed.clear();
      }
    }
    return undefined;
  };
};
