import { createHash } from 'node:crypto';
import { constants, type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { FileChecksum } from '../../../ports/archive/file-checksums.ts';
import { onDisk } from '../disk-failure.ts';
import { MEDIA_TYPE_HEAD_BYTES } from '../media-type.ts';

/** Large enough that the cost of system calls and of hash calls does not matter. */
const CHUNK_BYTES = 1_048_576;
/** Syncing early leaves the disk little to do at the end. */
const SYNC_EVERY_BYTES = 64 * CHUNK_BYTES;
const MAX_SPARE_CHUNKS = 16;

/** Chunks are used again: new ones for every small file would keep the garbage collector busy. */
const spareChunks: Buffer<ArrayBuffer>[] = [];

const takeChunk = (): Buffer<ArrayBuffer> => spareChunks.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Nothing may read or write the chunk any more. */
const giveBackChunk = (chunk: Buffer<ArrayBuffer>): void => {
  if (spareChunks.length < MAX_SPARE_CHUNKS) spareChunks.push(chunk);
};

export interface HashedFile {
  readonly bytes: number;
  readonly sha256: string;
  /** The beginning of the content. */
  readonly head: Buffer;
}

/** Writes the content to a new file at `path`, durably; after a failure there is no file. */
export const writeHashedFile = async (
  path: string,
  content: Readable,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Promise<HashedFile> => {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  try {
    const handle = await onDisk(path, () => open(path, flags, 0o600));
    const writer = createHashedWriter(handle, path);
    try {
      for await (const chunk of content) {
        const bytes = await writer.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        if (bytes > maxBytes) throw refuseLarge(name, { bytes, maxBytes });
      }
      return await writer.finish();
    } finally {
      await writer.settle();
      await handle.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

const refuseLarge = (name: string, { bytes, maxBytes }: { bytes: number; maxBytes: number }): Refusal =>
  refuse('file-too-large', { reason: 'come', path: name, bytes, max: maxBytes });

interface HashedWriter {
  /** Returns how many bytes have come so far. */
  write(chunk: Uint8Array): Promise<number>;
  finish(): Promise<HashedFile>;
  /** Waits for the writes under way, whether they fail or not; nothing can be written afterwards. */
  settle(): Promise<void>;
}

/** Collects content in one buffer while another thread writes the other one. */
const createHashedWriter = (handle: FileHandle, path: string): HashedWriter => {
  const hash = createHash('sha256');
  /** Chunks are taken when they are needed: small files, of which there are many, need one. */
  let [filling, spare]: (Buffer<ArrayBuffer> | undefined)[] = [];
  let filled = 0;
  let flushed = 0;
  let head: Buffer | undefined;
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    const full = filling?.subarray(0, filled) ?? Buffer.alloc(0);
    head ??= Buffer.from(full.subarray(0, MEDIA_TYPE_HEAD_BYTES));
    await writing;
    const position = flushed;
    writing = startOnDisk(path, () => writeAll(handle, full, position));
    if (position > 0 && position % SYNC_EVERY_BYTES === 0) {
      await syncing;
      syncing = startOnDisk(path, () => handle.datasync());
    }
    hash.update(full);
    flushed += filled;
    filled = 0;
    [filling, spare] = [spare, filling];
  };

  return {
    async write(chunk) {
      for (let taken = 0; taken < chunk.length; ) {
        const piece = chunk.subarray(taken, taken + CHUNK_BYTES - filled);
        filling ??= takeChunk();
        filling.set(piece, filled);
        filled += piece.length;
        taken += piece.length;
        if (filled === CHUNK_BYTES) await flush();
      }
      return flushed + filled;
    },
    async finish() {
      await flush();
      await writing;
      await syncing;
      await onDisk(path, () => handle.sync());
      return { bytes: flushed, sha256: hash.digest('hex'), head: head ?? Buffer.alloc(0) };
    },
    async settle() {
      await Promise.allSettled([writing, syncing]);
      for (const chunk of [filling, spare]) if (chunk) giveBackChunk(chunk);
    },
  };
};

/** Starts `work`; its failure is thrown when the promise is awaited later. */
const startOnDisk = (path: string, work: () => Promise<void>): Promise<void> => {
  const started = onDisk(path, work);
  started.catch(() => undefined);
  return started;
};

const writeAll = async (handle: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
};

/** Reads the whole file; it reads the next piece while this one is hashed. */
export const hashFile = async (
  handle: FileHandle,
  pace: (bytes: number) => Promise<void> = async () => undefined,
): Promise<HashedFile & FileChecksum> => {
  const hash = createHash('sha256');
  let checksum = 0;
  let bytes = 0;
  let head: Buffer | undefined;
  let [reading, spare] = [takeChunk(), takeChunk()];
  let next = handle.read(reading, 0, CHUNK_BYTES, 0);
  try {
    for (;;) {
      const { bytesRead } = await next;
      const piece = reading.subarray(0, bytesRead);
      head ??= Buffer.from(piece.subarray(0, MEDIA_TYPE_HEAD_BYTES));
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex'), crc32: checksum, head };
      bytes += bytesRead;
      next = handle.read(spare, 0, CHUNK_BYTES, bytes);
      hash.update(piece);
      checksum = crc32(piece, checksum);
      await pace(bytesRead);
      [reading, spare] = [spare, reading];
    }
  } finally {
    for (const chunk of [reading, spare]) giveBackChunk(chunk);
  }
};
