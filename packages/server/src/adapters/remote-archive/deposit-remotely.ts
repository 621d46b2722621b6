import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DepositedFile, DepositRequest, ItemView } from '../../services/archive/archive-operations.ts';
import { multipartBody } from './multipart-body.ts';
import { ConnectionBroke, type NodeClient } from './node-client.ts';
import { readItem } from './read-answer.ts';
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

export const depositRemotely = async (node: NodeClient, request: DepositRequest): Promise<ItemView> => {
  const { files: given, request: keyed, ...description } = request;
  const { uploads, files } = await sendLargeFiles(node, given);
  const item = { ...description, ...(uploads.length > 0 && { uploads }) };
  // The same key every time: a deposit whose answer was lost is not made again.
  const idempotencyKey = keyed?.key ?? randomUUID();
  for (let tries = 1; ; tries += 1) {
    const boundary = `perene-${randomUUID()}`;
    try {
      const answer = await node.ask({
        method: 'POST',
        path: '/items',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'idempotency-key': idempotencyKey,
        },
        body: multipartBody({ item, files }, boundary),
      });
      return readItem(answer);
    } catch (error) {
      if (!(error instanceof ConnectionBroke) || tries === MAX_TRIES) throw error;
      await wait(FIRST_PAUSE_MS * 2 ** tries);
    }
  }
};

const sendLargeFiles = async (node: NodeClient, given: AsyncIterable<DepositedFile>): Promise<Sorted> => {
  const uploads: { id: string; path: string }[] = [];
  const files: OpenableFile[] = [];
  for await (const file of given) {
    if ('uploadId' in file) {
      uploads.push({ id: file.uploadId, path: file.path });
      continue;
    }
    const { path, bytes, open } = file;
    if (bytes === undefined || bytes <= MAX_BYTES_AT_ONCE) files.push(file);
    else uploads.push({ id: await uploadFile(node, { path, bytes, open }), path });
  }
  return { uploads, files };
};
