import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { parseItemFilePath } from '@perene/core/item';
import type { ItemFile, ItemFiles } from '../../ports/archive/item-files.ts';
import {
  currentSet,
  findDocument,
  hashOfPath,
  keyOfFile,
  listSets,
  newSet,
  now,
  pointerKey,
  readPointer,
  readPointerKey,
  removeSets,
  repositoryOf,
  writePointer,
} from './document-sets.ts';
import { hashContent, writeHashedObject } from './hashed-object.ts';
import { createIncomingObjects, markerOf } from './incoming-objects.ts';
import { createObjectDraftFiles } from './object-draft-files.ts';
import { type ObjectPlace, type ObjectStore, openObjectStore } from './object-store.ts';
import { createObjectUploads } from './object-uploads.ts';

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;

interface ObjectFilesOptions {
  /** Whether readers are sent to the store itself for files. */
  readonly areLinked: boolean;
  /** Milliseconds since 1970. */
  readonly readClock?: () => number;
}

/** Keeps the files of items in a bucket that all nodes share. `document-sets.ts` has the names of its objects. */
export const createObjectItemFiles = (
  place: ObjectPlace,
  { areLinked, readClock = Date.now }: ObjectFilesOptions,
): ItemFiles => {
  const store = openObjectStore(place);
  const uploads = createObjectUploads(store);
  return {
    uploads,
    drafts: createObjectDraftFiles(store, uploads),
    begin: async () => createIncomingObjects(store, uploads),
    async open(repository, path, range) {
      const key = await findDocument(store, repository, path);
      const content = key === undefined ? undefined : await store.get(key, range);
      if (content === undefined) throw refuse('file-missing', { reason: 'not-listed', path, label: repository });
      return content;
    },
    async link(repository, path, headers) {
      const key = areLinked ? await findDocument(store, repository, path) : undefined;
      return key === undefined ? undefined : store.link(key, headers);
    },
    async hash(repository, path, pace) {
      const key = await findDocument(store, repository, path);
      const content = key === undefined ? undefined : await store.get(key);
      return content && hashContent(content, pace);
    },
    async remove(repository) {
      await removeSets(store, repository, await listSets(store, 'col', repository));
    },
    openRemoved: (repository, path) => openRemoved(store, repository, path),
    async keptAt(repository) {
      return (await currentSet(store, repository))?.at;
    },
    mend: (repository, file, content) => mend(store, { repository, file, content }),
    walk: () => walk(store),
    async sweep() {
      const before = readClock() - ABANDONED_AFTER_MS;
      await store.sweepMultipart(before);
      await sweepSets(store, before);
    },
  };
};

async function* openRemoved(store: ObjectStore, repository: RepositoryLabel, path: string): AsyncGenerator<Readable> {
  const parsed = parseItemFilePath(path);
  if (!parsed.ok) return;
  for (const { set } of (await listSets(store, 'removed', repository)).toReversed()) {
    const content = await store.get(keyOfFile(set, parsed.value));
    if (content !== undefined) yield content;
  }
}

async function* walk(store: ObjectStore): ReturnType<ItemFiles['walk']> & AsyncGenerator {
  for await (const { key } of store.list('col/')) {
    const [pointer, repository] = [readPointerKey(key), repositoryOf(key)];
    if (pointer === undefined || repository === undefined) continue;
    const paths = new Map((await readPointer(store, key)).map(({ path }) => [hashOfPath(path), path]));
    const found: { repository: RepositoryLabel; path: string; bytes: number }[] = [];
    for await (const { key: file, bytes } of store.list(`doc/${pointer.set}/`)) {
      const path = paths.get(file.slice(file.lastIndexOf('/') + 1));
      if (path !== undefined) found.push({ repository, path, bytes });
    }
    yield* found.sort((one, other) => (one.path < other.path ? -1 : 1));
  }
}

/** Receives the content beside the damaged file, compares its hash, and copies it over the file in one step. */
const mend = async (
  store: ObjectStore,
  {
    repository,
    file,
    content,
  }: { readonly repository: RepositoryLabel; readonly file: ItemFile; readonly content: Readable },
): Promise<void> => {
  const { path, bytes, sha256 } = file;
  const key = `incoming/mend-${newSet()}`;
  try {
    const written = await writeHashedObject(store, key, content, { name: path, maxBytes: bytes });
    if (written.sha256 !== sha256) throw refuse('copy-differs', { path, sha256: written.sha256, announced: sha256 });
    const set = (await currentSet(store, repository))?.set ?? (await makeSet(store, repository, file));
    await store.copy({ key, bytes, changedAt: 0 }, keyOfFile(set, path));
  } finally {
    content.destroy();
    await store.remove(key);
  }
};

/** All documents of the item are lost: a set for those that come again. */
const makeSet = async (store: ObjectStore, repository: RepositoryLabel, file: ItemFile): Promise<string> => {
  const set = newSet();
  await writePointer(store, pointerKey('col', repository, now(), set), [file]);
  return set;
};

/** Removes sets that crashes have left, unless a pointer names them. */
const sweepSets = async (store: ObjectStore, before: number): Promise<void> => {
  for await (const { key, changedAt } of store.list('incoming/')) {
    if (changedAt >= before) continue;
    const set = /^incoming\/([0-9a-f]{24})\.json$/.exec(key)?.[1];
    if (set !== undefined) {
      const marker = await store.get(markerOf(set));
      const { repository } = marker === undefined ? {} : (JSON.parse(await text(marker)) as Partial<Marker>);
      if (repository === undefined || !(await isNamed(store, repository, set))) await removeFiles(store, set);
    }
    await store.remove(key);
  }
};

interface Marker {
  readonly repository: RepositoryLabel;
}

const isNamed = async (store: ObjectStore, repository: RepositoryLabel, set: string): Promise<boolean> => {
  const named = [...(await listSets(store, 'col', repository)), ...(await listSets(store, 'removed', repository))];
  return named.some((one) => one.set === set);
};

/** A set whose deposit still goes on, however long ago it began, has young files. */
const removeFiles = async (store: ObjectStore, set: string): Promise<void> => {
  for await (const { key } of store.list(`doc/${set}/`)) await store.remove(key);
};
