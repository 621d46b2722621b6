import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@perene/api';
import type { DepositedFile, DepositRequest, ItemView } from '../../services/archive/archive-operations.ts';
import { multipartBody } from './multipart-body.ts';
import { ConnectionBroke } from './refusal-of-answer.ts';
import type { RemoteAddress } from './remote-client.ts';
import { uploadFile } from './resumable-upload.ts';

/** Larger files are sent in parts, so that an interruption costs little. */
const MAX_BYTES_AT_ONCE = 64 * 1_024 * 1_024;
const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 250;

type OpenableFile = Extract<DepositedFile, { open: unknown }>;

interface Sorted {
  readonly uploads: readonly { readonly id: string; readonly path: string }[];
  readonly files: readonly OpenableFile[];
}

export const depositRemotely = async (
  client: Client,
  address: RemoteAddress,
  request: DepositRequest,
): Promise<ItemView> => {
  const { files: given, request: keyed, ...description } = request;
  const { uploads, files } = await sendLargeFiles(address, given);
  const item = { ...description, ...(uploads.length > 0 && { uploads }) };
  // Each attempt uses the same key, so that a deposit whose answer was lost is not made twice.
  const idempotencyKey = keyed?.key ?? randomUUID();
  for (let tries = 1; ; tries += 1) {
    const boundary = `perene-${randomUUID()}`;
    try {
      const content = ReadableStream.from(multipartBody({ item, files }, boundary));
      const mediaType = `multipart/form-data; boundary=${boundary}`;
      return await client.depositItem({}, { idempotencyKey, body: { mediaType, content } });
    } catch (error) {
      if (!(error instanceof ConnectionBroke) || tries === MAX_TRIES) throw error;
      await wait(FIRST_PAUSE_MS * 2 ** tries);
    }
  }
};

export const sendLargeFiles = async (address: RemoteAddress, given: AsyncIterable<DepositedFile>): Promise<Sorted> => {
  const uploads: { id: string; path: string }[] = [];
  const files: OpenableFile[] = [];
  for await (const file of given) {
    if ('uploadId' in file) {
      uploads.push({ id: file.uploadId, path: file.path });
      continue;
    }
    const { path, bytes, open } = file;
    if (bytes === undefined || bytes <= MAX_BYTES_AT_ONCE) files.push(file);
    else uploads.push({ id: await uploadFile(address, { path, bytes, open }), path });
  }
  return { uploads, files };
};
