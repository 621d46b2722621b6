import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { Upload, Uploads } from '../../ports/archive/item-files.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';

const MAX_OPEN_OF_ONE = 100;
const MAX_OPEN_UPLOADS = 10_000;
const PAUSE_MS = 200;
const PART_BYTES = 8 * 1_048_576;
const ID = /^[0-9a-f]{32}$/;
/** The server closes a silent connection long before. */
const SILENT_AFTER_MS = 120_000;
const MICROSECONDS_PER_MILLISECOND = 1_000n;

/** The content of an upload, in order. */
export type ReadUpload = (id: string) => AsyncGenerator<Buffer>;

type Announced = Pick<Upload, 'owner' | 'path' | 'bytes'>;

/**
 * Uploads that can be resumed at any node: `uploads/<id>/info.json` has what was announced, and each object `part-<offset>`
 * what came from there on. The id begins with a hash of its owner, so that those of one owner are listed together.
 */
export const createObjectUploads = (store: ObjectStore): Uploads & { readonly read: ReadUpload } => {
  const inUse = new Set<string>();
  const folderOf = (id: string): string => `uploads/${id}/`;

  const readInfo = async (id: string): Promise<Announced | undefined> => {
    const found = ID.test(id) ? await store.get(`${folderOf(id)}info.json`) : undefined;
    return found && (JSON.parse(await text(found)) as Announced);
  };

  /** Those that follow one another without a gap. */
  const listParts = async (id: string): Promise<readonly StoredObject[]> => {
    const parts: StoredObject[] = [];
    let end = 0;
    for await (const object of store.list(`${folderOf(id)}part-`)) {
      if (offsetOf(object) !== end) continue;
      parts.push(object);
      end += object.bytes;
    }
    return parts;
  };

  const find = async (id: string): Promise<Upload | undefined> => {
    const announced = await readInfo(id);
    return announced && { id, ...announced, received: endOf(await listParts(id)) };
  };

  const removeAll = async (id: string): Promise<void> => {
    const keys: string[] = [];
    for await (const { key } of store.list(folderOf(id))) keys.push(key);
    // The announcement is removed last, so that after a crash the rest can still be found.
    const last = `${folderOf(id)}info.json`;
    for (const key of [...keys.filter((one) => one !== last), last]) await store.remove(key);
  };

  /** Whoever finds only its own lock, after it wrote it, may go on. */
  const lock = async (id: string): Promise<string | undefined> => {
    const own = `${folderOf(id)}lock-${randomBytes(8).toString('hex')}`;
    await store.put(own, Buffer.alloc(0));
    const silentSince = Date.now() - SILENT_AFTER_MS;
    for await (const { key, changedAt } of store.list(`${folderOf(id)}lock-`)) {
      if (key === own) continue;
      if (changedAt < silentSince) await store.remove(key);
      else {
        await store.remove(own);
        return undefined;
      }
    }
    return own;
  };

  const append = async (id: string, { offset, content }: { offset: number; content: Readable }): Promise<number> => {
    const upload = await find(id);
    if (upload === undefined) throw refuse('upload-not-found', { id });
    const own = await lock(id);
    if (own === undefined) throw busy(id);
    try {
      const { received, bytes } = (await find(id)) ?? upload;
      if (received !== offset) throw refuse('upload-offset', { id, received, offset });
      return await appendPart({ id, received, bytes }, content, own);
    } finally {
      await store.remove(own);
    }
  };

  const appendPart = async (
    { id, received, bytes }: Pick<Upload, 'id' | 'received' | 'bytes'>,
    content: Readable,
    own: string,
  ): Promise<number> => {
    let [stored, held] = [received, 0];
    let pieces: Buffer[] = [];
    const flush = async (): Promise<void> => {
      if (held === 0) return;
      await store.put(`${folderOf(id)}part-${String(stored).padStart(16, '0')}`, Buffer.concat(pieces, held));
      await store.put(own, Buffer.alloc(0));
      stored += held;
      pieces = [];
      held = 0;
    };
    for await (const chunk of orPause(unbroken(content))) {
      if (chunk === undefined) {
        await flush();
        continue;
      }
      if (stored + held + chunk.length > bytes) {
        await flush();
        throw refuse('file-too-large', { reason: 'upload', id, bytes });
      }
      pieces.push(chunk);
      held += chunk.length;
      if (held >= PART_BYTES) await flush();
    }
    await flush();
    return stored;
  };

  const checkRoom = async (owner: string): Promise<void> => {
    let [all, own] = [0, 0];
    for await (const { key } of store.list('uploads/')) {
      if (!key.endsWith('/info.json')) continue;
      all += 1;
      if (key.startsWith(`uploads/${hashOf(owner)}`)) own += 1;
      if (own >= MAX_OPEN_OF_ONE) throw refuse('too-many-uploads', { max: MAX_OPEN_OF_ONE });
      if (all >= MAX_OPEN_UPLOADS) throw refuse('too-many-uploads', { max: MAX_OPEN_UPLOADS });
    }
  };

  return {
    find,
    async *read(id) {
      for (const { key } of await listParts(id)) {
        for await (const piece of (await store.get(key)) ?? []) yield piece as Buffer;
      }
    },
    async begin({ owner, path, bytes }) {
      await checkRoom(owner);
      const id = hashOf(owner) + randomBytes(12).toString('hex');
      await store.put(
        `${folderOf(id)}info.json`,
        Buffer.from(JSON.stringify({ owner, path, bytes } satisfies Announced)),
      );
      return { id, owner, path, bytes, received: 0 };
    },
    async append(id, part) {
      if (inUse.has(id)) throw busy(id);
      inUse.add(id);
      try {
        return await append(id, part);
      } finally {
        inUse.delete(id);
      }
    },
    async abandon(id) {
      if (ID.test(id)) await removeAll(id);
    },
    async sweep(before) {
      const touched = new Map<string, number>();
      for await (const { key, changedAt } of store.list('uploads/')) {
        const id = key.split('/')[1] ?? '';
        touched.set(id, Math.max(touched.get(id) ?? 0, changedAt));
      }
      for (const [id, at] of touched) {
        if (!inUse.has(id) && BigInt(at) * MICROSECONDS_PER_MILLISECOND < before) await removeAll(id);
      }
    },
  };
};

const busy = (id: string): Refusal => refuse('upload-busy', { id });

const hashOf = (owner: string): string => createHash('sha256').update(owner).digest('hex').slice(0, 8);

const offsetOf = ({ key }: StoredObject): number => Number(key.slice(key.lastIndexOf('-') + 1));

const endOf = (parts: readonly StoredObject[]): number => parts.reduce((end, { bytes }) => end + bytes, 0);

/** Yields undefined where nothing comes for a while, so that what has come is stored. */
async function* orPause(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer | undefined> {
  for (;;) {
    const next = chunks.next();
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), PAUSE_MS);
    });
    const first = await Promise.race([next, pause]);
    clearTimeout(timer);
    if (first === undefined) yield undefined;
    const { value, done } = await next;
    if (done) return;
    yield value;
  }
}

/** A broken connection ends the part, and what came before is kept. */
async function* unbroken(content: Readable): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch(() => undefined);
      if (next === undefined || next.done) return;
      yield next.value as Buffer;
    }
  } finally {
    content.destroy();
  }
}
