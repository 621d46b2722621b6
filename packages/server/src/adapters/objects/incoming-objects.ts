import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { IncomingDocuments, ItemFile, Uploads } from '../../ports/archive/item-files.ts';
import { detectMediaType } from '../disk/media-type.ts';
import { createFileNames } from '../disk/names/taken-names.ts';
import {
  type DocumentSet,
  keyOfFile,
  listSets,
  newSet,
  now,
  pointerKey,
  removeSets,
  writePointer,
} from './document-sets.ts';
import { type HashedObject, writeHashedObject } from './hashed-object.ts';
import type { ObjectStore } from './object-store.ts';
import type { ReadUpload } from './object-uploads.ts';

const MAX_TRIES = 8;
const MAX_PAUSE_MS = 300;

export const markerOf = (set: string): string => `incoming/${set}.json`;

/** Collects documents in a set of their own, and makes them those of an item by one small object. */
export const createIncomingObjects = (
  store: ObjectStore,
  uploads: Pick<Uploads, 'find'> & { readonly read: ReadUpload },
): IncomingDocuments => {
  const set = newSet();
  const names = createFileNames();
  const files: ItemFile[] = [];
  let marking: Promise<void> | undefined;
  let kept: { readonly repository: RepositoryLabel; readonly key: string } | undefined;
  let replaced: readonly { readonly set: DocumentSet; readonly files: readonly ItemFile[] }[] = [];

  const mark = (text: string): Promise<void> => store.put(markerOf(set), Buffer.from(text));

  const place = async (
    path: string,
    write: (key: string, name: string) => Promise<HashedObject>,
  ): Promise<ItemFile> => {
    const name = names.take(path);
    try {
      marking ??= mark('{}');
      await marking;
      const { bytes, sha256, head } = await write(keyOfFile(set, name), name);
      const file = { path: name, bytes, sha256, mediaType: await detectMediaType(head, basename(name)) };
      files.push(file);
      return file;
    } catch (error) {
      names.release(name);
      throw error;
    }
  };

  /** From here on a crash leaves either no pointer, or one that the sweep finds by the repository. */
  const point = async (repository: RepositoryLabel): Promise<string> => {
    const key = pointerKey('col', repository, now(), set);
    await writePointer(store, key, files);
    return key;
  };

  /**
   * Whoever finds only its own pointer, after it wrote it, has the place: a second one that writes later finds the first.
   * Of two that find each other, both take theirs back and try again after a while.
   */
  const keep = async (repository: RepositoryLabel): Promise<void> => {
    await mark(JSON.stringify({ repository }));
    for (let tries = 1; ; tries += 1) {
      if ((await listSets(store, 'col', repository)).length > 0) throw refuseSecond(repository);
      const key = await point(repository);
      const found = await listSets(store, 'col', repository);
      if (found.every((one) => one.key === key)) {
        kept = { repository, key };
        return;
      }
      await store.remove(key);
      if (tries === MAX_TRIES) throw refuseSecond(repository);
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  };

  return {
    async receive(path, content, limits) {
      try {
        return await place(path, (key, name) => writeHashedObject(store, key, content, { name, ...limits }));
      } catch (error) {
        content.destroy();
        throw error;
      }
    },
    async adopt(path, id) {
      const upload = await uploads.find(id);
      if (upload === undefined || upload.received !== upload.bytes)
        throw refuse('file-missing', { reason: 'upload', id });
      const { bytes } = upload;
      return place(path, (key, name) =>
        writeHashedObject(store, key, Readable.from(uploads.read(id)), { name, maxBytes: bytes }),
      );
    },
    async keep(repository) {
      await keep(repository);
      await store.remove(markerOf(set));
    },
    async replace(repository) {
      await mark(JSON.stringify({ repository }));
      const before = await listSets(store, 'col', repository);
      kept = { repository, key: await point(repository) };
      replaced = await removeSets(store, repository, before);
      await store.remove(markerOf(set));
    },
    async withdraw(repository) {
      if (kept?.repository !== repository || !(await store.has(kept.key))) return;
      await mark('{}');
      for (const one of replaced) await writePointer(store, one.set.key, one.files);
      await store.remove(kept.key);
      kept = undefined;
    },
    async discard() {
      if (kept !== undefined || marking === undefined) return;
      for (const { path } of files) await store.remove(keyOfFile(set, path));
      await store.remove(markerOf(set));
    },
  };
};

const refuseSecond = (repository: RepositoryLabel) =>
  refuse('documents-exist', { reason: 'deposit', label: repository });
