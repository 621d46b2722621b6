import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { refuse } from '@perene/api/refusals';
import type { FileChecksum } from '../../ports/archive/file-checksums.ts';
import { MEDIA_TYPE_HEAD_BYTES } from '../disk/media-type.ts';
import type { MultipartUpload, ObjectStore } from './object-store.ts';

/** Parts have at least 5 MiB, and there are at most 10,000 of them: later ones are larger. */
const FIRST_PART_BYTES = 8 * 1_048_576;
const PARTS_OF_ONE_SIZE = 1_000;

export interface HashedObject {
  readonly bytes: number;
  readonly sha256: string;
  /** The beginning of the content. */
  readonly head: Buffer;
}

/** Sends the content on as it comes; after a failure there is no object. */
export const writeHashedObject = async (
  store: ObjectStore,
  key: string,
  content: Readable,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Promise<HashedObject> => {
  const hash = createHash('sha256');
  let [bytes, parts, held] = [0, 0, 0];
  let pieces: Buffer[] = [];
  let head: Buffer | undefined;
  let upload: MultipartUpload | undefined;
  let sending: Promise<void> = Promise.resolve();

  const takeHeld = (): Buffer => {
    const whole = Buffer.concat(pieces, held);
    pieces = [];
    held = 0;
    head ??= Buffer.from(whole.subarray(0, MEDIA_TYPE_HEAD_BYTES));
    return whole;
  };
  /** One part is sent while the next one comes. */
  const sendPart = async (): Promise<void> => {
    upload ??= await store.beginMultipart(key);
    const part = takeHeld();
    await sending;
    parts += 1;
    sending = upload.addPart(part);
    sending.catch(() => undefined);
  };
  const partBytes = (): number => FIRST_PART_BYTES * 2 ** Math.floor(parts / PARTS_OF_ONE_SIZE);

  try {
    for await (const chunk of content) {
      const piece: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += piece.length;
      if (bytes > maxBytes) throw refuse('file-too-large', { reason: 'come', path: name, bytes, max: maxBytes });
      hash.update(piece);
      pieces.push(piece);
      held += piece.length;
      if (held >= partBytes()) await sendPart();
    }
    if (upload === undefined) await store.put(key, takeHeld());
    else {
      if (held > 0) await sendPart();
      await sending;
      await upload.complete();
    }
    return { bytes, sha256: hash.digest('hex'), head: head ?? Buffer.alloc(0) };
  } catch (error) {
    content.destroy();
    await sending.catch(() => undefined);
    await upload?.abort().catch(() => undefined);
    throw error;
  }
};

/** Reads all of it. */
export const hashContent = async (
  content: Readable,
  pace: (bytes: number) => Promise<void> = async () => undefined,
): Promise<FileChecksum & { readonly bytes: number }> => {
  const hash = createHash('sha256');
  let [bytes, checksum] = [0, 0];
  for await (const chunk of content) {
    const piece = chunk as Buffer;
    hash.update(piece);
    checksum = crc32(piece, checksum);
    bytes += piece.length;
    await pace(piece.length);
  }
  return { bytes, sha256: hash.digest('hex'), crc32: checksum };
};
