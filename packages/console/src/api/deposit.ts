import type { Metadata } from '@perene/core/item';
import type { ApiClient } from './client.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import type { Access, Item } from './types.ts';
import { uploadInParts } from './uploads.ts';

/** The description of a deposit, in the form that the API takes. */
export interface DepositDescription {
  readonly metadata: Metadata;
  readonly language?: string;
  readonly target?: string;
  readonly access?: Access;
  readonly opens?: 'file' | 'page';
  readonly collections?: readonly string[];
  readonly editionOf?: string;
  readonly translationOf?: string;
  readonly keptFiles?: { readonly of: string; readonly paths: readonly string[] };
}

export interface Deposit {
  readonly description: DepositDescription;
  readonly files: readonly { readonly path: string; readonly file: Blob }[];
  /** A deposit that is sent again under the same key is not made twice. */
  readonly idempotencyKey: string;
  /** The addresses of large files that were begun, by path. The caller keeps them, so that another attempt goes on. */
  readonly begunUploads: Map<string, string>;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Files from this size on are sent in parts, smaller ones together with the description. */
const LARGE_BYTES = 16 * 1_048_576;

export const depositItem = async (client: ApiClient, deposit: Deposit): Promise<Item> => {
  const { description, files, idempotencyKey, begunUploads, onProgress, signal } = deposit;
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const report = (sent: number): void => onProgress(total === 0 ? 1 : Math.min(1, sent / total));
  const uploads: { readonly id: string; readonly path: string }[] = [];
  let sent = 0;
  for (const { path, file } of files.filter(({ file }) => file.size > LARGE_BYTES)) {
    const before = sent;
    const id = await uploadInParts(client, {
      path,
      file,
      begun: begunUploads.get(path),
      onBegin: (address) => begunUploads.set(path, address),
      onProgress: (bytes) => report(before + bytes),
      signal,
    });
    uploads.push({ id, path });
    sent += file.size;
  }
  return client.api.depositItem(uploads.length === 0 ? description : { ...description, uploads }, {
    idempotencyKey,
    files: files.filter(({ file }) => file.size <= LARGE_BYTES).map(({ path, file }) => ({ path, content: file })),
    fetch: fetchWithProgress((bytes) => report(sent + bytes)),
    signal,
  });
};

/** Browsers give `randomUUID` to secure pages only. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
