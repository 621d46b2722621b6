import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { DraftFiles } from '../../ports/archive/desk/draft-files.ts';
import type { Uploads } from '../../ports/archive/item-files.ts';
import { detectMediaType } from '../disk/media-type.ts';
import { writeHashedObject } from './hashed-object.ts';
import type { ObjectStore } from './object-store.ts';
import type { ReadUpload } from './object-uploads.ts';

const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;

/** Keeps each file of a draft as one object, `drafts/<draft>/<file>`. */
export const createObjectDraftFiles = (
  store: ObjectStore,
  uploads: Pick<Uploads, 'find'> & { readonly read: ReadUpload },
): DraftFiles => {
  const receive: DraftFiles['receive'] = async (draft, content, { path, maxBytes }) => {
    const id = randomBytes(ID_BYTES).toString('hex');
    const { bytes, sha256, head } = await writeHashedObject(store, keyOf(draft, id), content, { name: path, maxBytes });
    return { id, bytes, sha256, mediaType: await detectMediaType(head, basename(path)) };
  };
  return {
    receive,
    async adopt(draft, uploadId, { path }) {
      const upload = await uploads.find(uploadId);
      if (upload === undefined || upload.received !== upload.bytes) {
        throw refuse('file-missing', { reason: 'upload', id: uploadId });
      }
      return receive(draft, Readable.from(uploads.read(uploadId)), { path, maxBytes: upload.bytes });
    },
    async open(draft, file, range) {
      const content = await store.get(keyOf(draft, file), range);
      if (content === undefined) throw refuse('file-missing', { reason: 'address', address: file });
      return content;
    },
    remove: (draft, file) => store.remove(keyOf(draft, file)),
    async removeAll(draft) {
      const keys: string[] = [];
      for await (const { key } of store.list(`drafts/${draft}/`)) keys.push(key);
      for (const key of keys) await store.remove(key);
    },
    async *list() {
      const drafts = new Map<string, number>();
      for await (const { key, changedAt } of store.list('drafts/')) {
        const draft = key.split('/')[1] ?? '';
        drafts.set(draft, Math.max(drafts.get(draft) ?? 0, changedAt));
      }
      for (const [draft, changedAt] of drafts) yield { draft, changedAt: BigInt(changedAt) * 1_000n };
    },
  };
};

const keyOf = (draft: string, file: string): string => {
  if (ID.test(draft) && ID.test(file)) return `drafts/${draft}/${file}`;
  throw refuse('file-missing', { reason: 'address', address: file.slice(0, 100) });
};
