import type { ApiClient } from './client.ts';
import { codeOf } from './problem.ts';

/** Sends a file in parts that survive a broken connection (tus 1.0.0). */
const TUS = { 'tus-resumable': '1.0.0' };
const PART_BYTES = 8 * 1_048_576;
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;

export interface FileUpload {
  readonly path: string;
  readonly file: Blob;
  /** Where an upload that was begun before is, if it was. */
  readonly begun: string | undefined;
  readonly onBegin: (address: string) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Answers the id by which a deposit names it. */
export const uploadInParts = async (client: ApiClient, upload: FileUpload): Promise<string> => {
  const address = upload.begun ?? (await begin(client, upload));
  let offset = upload.begun === undefined ? 0 : await findOffset(client, address, upload.signal);
  for (let attempt = 0; offset < upload.file.size; ) {
    try {
      offset = await sendPart(client, { ...upload, address, offset });
      attempt = 0;
    } catch (error) {
      attempt += 1;
      if (codeOf(error) !== 'unreachable' || attempt >= MAX_ATTEMPTS) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** attempt, upload.signal);
      offset = await findOffset(client, address, upload.signal).catch(() => offset);
    }
  }
  return address.slice(address.lastIndexOf('/') + 1);
};

const begin = async (client: ApiClient, { path, file, onBegin, signal }: FileUpload): Promise<string> => {
  const headers = { ...TUS, 'upload-length': String(file.size), 'upload-metadata': `filename ${encodeBase64(path)}` };
  const answer = await client.upload({ method: 'POST', path: '/uploads', headers, signal });
  const address = answer.header('location') ?? '';
  onBegin(address);
  return address;
};

const encodeBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

const findOffset = async (client: ApiClient, address: string, signal: AbortSignal): Promise<number> => {
  const answer = await client.upload({ method: 'HEAD', path: address, headers: TUS, signal });
  return Number(answer.header('upload-offset') ?? 0);
};

const sendPart = async (
  client: ApiClient,
  { file, address, offset, onProgress, signal }: FileUpload & { readonly address: string; readonly offset: number },
): Promise<number> => {
  const answer = await client.upload({
    method: 'PATCH',
    path: address,
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: file.slice(offset, offset + PART_BYTES),
    onProgress: (sent) => onProgress(offset + sent),
    signal,
  });
  return Number(answer.header('upload-offset') ?? 0);
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
