import { refuse } from '@perene/api/refusals';
import type { Collection } from '../../../ports/archive/desk/collections.ts';
import type { FileFolder, FileLine } from '../../../ports/node/given-files.ts';
import { describeCollection } from '../importing/export-record.ts';

/** The collections of packaged items, one a line. OCFL 1.1 section 4.1: a storage root may have other files beside it. */
export const COLLECTIONS_NAME = 'collections.jsonl';

/** Writes the collections beside the packages. Those that an earlier export has written there stay. */
export const writeCollections = async (
  folder: FileFolder,
  root: string,
  collections: AsyncIterable<Collection> | Iterable<Collection>,
): Promise<void> => {
  const told = new Map<string, string>();
  for await (const one of collections) told.set(one.name, JSON.stringify({ collection: describeCollection(one) }));
  if (told.size === 0) return;
  const place = `${root}/${COLLECTIONS_NAME}`;
  const isThere = (await folder.size(place)) !== undefined;
  const before = new Map(isThere ? await readNames(folder.readLines(place), place) : []);
  const lines = new Map([...before, ...told]);
  const isSame = lines.size === before.size && [...told].every(([name, line]) => before.get(name) === line);
  if (isSame) return;
  await folder.writeText(
    place,
    [...lines]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, line]) => line)
      .join('\n'),
  );
};

const readNames = async (lines: AsyncIterable<FileLine>, path: string): Promise<readonly [string, string][]> => {
  const found: [string, string][] = [];
  for await (const { text = '' } of lines) found.push([nameIn(text, path), text]);
  return found;
};

const nameIn = (text: string, path: string): string => {
  try {
    const { collection } = JSON.parse(text) as { readonly collection: { readonly name: unknown } };
    if (typeof collection.name === 'string') return collection.name;
  } catch {
    // Refused below, as any other line that this program has not written.
  }
  throw refuse('package-invalid', { reason: 'unreadable', path });
};
