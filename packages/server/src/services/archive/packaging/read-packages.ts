import { Refusal, refuse } from '@perene/api/refusals';
import type { FileFolder, FileLine, FolderEntry } from '../../../ports/node/given-files.ts';
import { isOfCollection } from '../importing/record-collections.ts';
import { readBag } from './bagit/read-bag.ts';
import { COLLECTIONS_NAME } from './collections-file.ts';
import { OBJECT_DECLARATION } from './ocfl/inventory.ts';
import { readObject } from './ocfl/read-object.ts';
import { readCrate } from './ro-crate/read-crate.ts';
import { CRATE_NAME } from './ro-crate/write-crate.ts';
import { type GivenPackage, join, openPackage } from './walk-package.ts';

/** More folders than the layouts of packages have above one another. */
const MAX_DEPTH = 32;

type Read = (given: GivenPackage) => Promise<string>;

const READERS: ReadonlyMap<string, Read> = new Map([
  ['bagit.txt', readBag],
  ['0=ocfl_object_1.0', readObject],
  [OBJECT_DECLARATION, readObject],
  [CRATE_NAME, readCrate],
]);

/**
 * Finds all packages in a folder, or the one that it is, checks each, and tells them as the lines of an import, whose
 * files are in that folder; the collections beside packages come before them. Links are not followed.
 */
export async function* readPackages(folder: FileFolder): AsyncGenerator<FileLine> {
  let number = 0;
  for await (const { path, read } of findPackages(folder, '', 0)) {
    if (read === undefined) {
      for await (const line of folder.readLines(path)) {
        number += 1;
        yield { ...onlyCollection(line, path), number, end: number };
      }
      continue;
    }
    number += 1;
    try {
      yield { number, end: number, text: await read(await openPackage(folder, path)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      yield { number, end: number, text: undefined, refused: error };
    }
  }
  if (number === 0) throw refuse('package-invalid', { reason: 'no-package', path: '.' });
}

/** The items are in packages, which are checked. */
const onlyCollection = (line: FileLine, path: string): FileLine =>
  line.text === undefined || isOfCollection(line.text)
    ? line
    : { ...line, text: undefined, refused: refuse('package-invalid', { reason: 'unreadable', path }) };

/** Packages, and lists of collections, which need no reader. */
async function* findPackages(
  folder: FileFolder,
  path: string,
  depth: number,
): AsyncGenerator<{ readonly path: string; readonly read: Read | undefined }> {
  const entries: readonly FolderEntry[] = await folder.list(path);
  const read = entries.map(({ name }) => READERS.get(name)).find((reader) => reader !== undefined);
  if (read !== undefined) {
    yield { path, read };
    return;
  }
  const hasCollections = entries.some(({ name, kind }) => name === COLLECTIONS_NAME && kind === 'file');
  if (hasCollections) yield { path: join(path, COLLECTIONS_NAME), read: undefined };
  if (depth === MAX_DEPTH) return;
  for (const { name, kind } of entries) if (kind === 'folder') yield* findPackages(folder, join(path, name), depth + 1);
}
