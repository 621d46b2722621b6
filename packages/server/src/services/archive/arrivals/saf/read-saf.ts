import { Refusal, refuse } from '@perene/api/refusals';
import type { FileFolder } from '../../../../ports/node/given-files.ts';
import { join, openPackage } from '../../packaging/walk-package.ts';
import type { Arrival } from '../arrival.ts';
import { readSafItem, type SafSite } from './read-saf-item.ts';

/** An export has a folder for each item, perhaps in folders of collections. */
const MAX_DEPTH = 32;
const OF_ITEM = /^(?:dublin_core\.xml|metadata_[^/]+\.xml|contents)$/;

/**
 * Reads all items of DSpace's Simple Archive Format in a folder, or the one that it is. Each folder with metadata or a
 * list of contents is an item. Links are refused.
 */
export async function* readSaf(folder: FileFolder, site: SafSite): AsyncGenerator<Arrival> {
  let isEmpty = true;
  for await (const arrival of readFolder(folder, site, { path: '', depth: 0 })) {
    isEmpty = false;
    yield arrival;
  }
  if (isEmpty) throw refuse('package-invalid', { reason: 'no-items', path: '.' });
}

async function* readFolder(
  folder: FileFolder,
  site: SafSite,
  { path, depth }: { readonly path: string; readonly depth: number },
): AsyncGenerator<Arrival> {
  const entries = await folder.list(path);
  if (entries.some(({ name, kind }) => kind === 'file' && OF_ITEM.test(name))) {
    yield await readItem(folder, path, site);
    return;
  }
  for (const { name, kind } of entries) {
    const inner = join(path, name);
    if (kind === 'file') continue;
    if (kind === 'other' || depth === MAX_DEPTH) {
      const refused = refuse('package-invalid', { reason: kind === 'other' ? 'link' : 'too-many', path: inner });
      yield { place: inner, refused };
    } else yield* readFolder(folder, site, { path: inner, depth: depth + 1 });
  }
}

const readItem = async (folder: FileFolder, path: string, site: SafSite): Promise<Arrival> => {
  const place = path === '' ? '.' : path;
  try {
    return { place, ...(await readSafItem(folder, await openPackage(folder, path), site)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { place, refused: error };
  }
};
