import { createHash, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseRepositoryName, type RepositoryLabel } from '@perene/core';
import { parseItemFilePath } from '@perene/core/item';
import type { ItemFile } from '../../ports/archive/item-files.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Objects cannot be renamed, so documents stay where they were received, as a set, and a small object, the pointer, makes
 * a set the documents of an item:
 *
 *     doc/<set>/<hash of the path>              the content of one file
 *     col/<repository>/doc-<moment>-<set>.json  the pointer, with the list of the files
 *     removed/<repository>/doc-<moment>-<set>.json   the pointer of documents that were removed
 *     incoming/<set>.json                       a set on its way; after a crash it is swept, unless a pointer names it
 *     uploads/<id>/                             uploads that may be resumed
 *
 * Where an item has two pointers for a moment, the later one counts.
 */
export interface DocumentSet {
  readonly key: string;
  readonly set: string;
  /** Microseconds since 1970. */
  readonly at: bigint;
}

const SET_BYTES = 12;
const POINTER = /\/doc-(\d{16})-([0-9a-f]{24})\.json$/;

export const newSet = (): string => randomBytes(SET_BYTES).toString('hex');

export const keyOfFile = (set: string, path: string): string => `doc/${set}/${hashOfPath(path)}`;

export const hashOfPath = (path: string): string => createHash('sha256').update(path).digest('hex');

/** The name was checked before. A database may come from anywhere, so what becomes a key is checked once more. */
const folderOf = (kind: 'col' | 'removed', repository: RepositoryLabel): string => {
  const name = parseRepositoryName(repository);
  if (!name.ok) throw new Error(`not a repository name: ${JSON.stringify(repository)}`);
  return `${kind}/${name.value.text}/doc-`;
};

export const pointerKey = (kind: 'col' | 'removed', repository: RepositoryLabel, at: bigint, set: string): string =>
  `${folderOf(kind, repository)}${String(at).padStart(16, '0')}-${set}.json`;

export const readPointerKey = (key: string): DocumentSet | undefined => {
  const [, at, set] = POINTER.exec(key) ?? [];
  return at === undefined || set === undefined ? undefined : { key, set, at: BigInt(at) };
};

/** The repository name that a pointer among the documents is of. */
export const repositoryOf = (key: string): RepositoryLabel | undefined => {
  const name = parseRepositoryName(key.replace(/^col\//, '').replace(/\/[^/]*$/, ''));
  return name.ok ? (name.value.text as RepositoryLabel) : undefined;
};

/** The oldest first. */
export const listSets = async (
  store: ObjectStore,
  kind: 'col' | 'removed',
  repository: RepositoryLabel,
): Promise<readonly DocumentSet[]> => {
  const sets: DocumentSet[] = [];
  for await (const { key } of store.list(folderOf(kind, repository))) {
    const pointer = readPointerKey(key);
    if (pointer !== undefined) sets.push(pointer);
  }
  return sets;
};

export const currentSet = async (store: ObjectStore, repository: RepositoryLabel): Promise<DocumentSet | undefined> =>
  (await listSets(store, 'col', repository)).at(-1);

/** The key of a document; undefined if the item has no documents, or the path is none. */
export const findDocument = async (
  store: ObjectStore,
  repository: RepositoryLabel,
  path: string,
): Promise<string | undefined> => {
  const parsed = parseItemFilePath(path);
  const current = parsed.ok ? await currentSet(store, repository) : undefined;
  return parsed.ok && current ? keyOfFile(current.set, parsed.value) : undefined;
};

export const writePointer = (store: ObjectStore, key: string, files: readonly ItemFile[]): Promise<void> =>
  store.put(key, Buffer.from(JSON.stringify({ files })));

export const readPointer = async (store: ObjectStore, key: string): Promise<readonly ItemFile[]> => {
  const content = await store.get(key);
  return content === undefined ? [] : (JSON.parse(await text(content)) as { files: ItemFile[] }).files;
};

/** Moves the pointers among the removed ones, where nobody can reach the documents. */
export const removeSets = async (
  store: ObjectStore,
  repository: RepositoryLabel,
  sets: readonly DocumentSet[],
): Promise<readonly { readonly set: DocumentSet; readonly files: readonly ItemFile[] }[]> => {
  const removed = [];
  for (const set of sets) {
    const files = await readPointer(store, set.key);
    await writePointer(store, pointerKey('removed', repository, now(), set.set), files);
    await store.remove(set.key);
    removed.push({ set, files });
  }
  return removed;
};

let last = 0n;

/** Later each time, also within a millisecond. */
export const now = (): bigint => {
  const wall = BigInt(Date.now()) * 1_000n;
  last = wall > last ? wall : last + 1n;
  return last;
};
