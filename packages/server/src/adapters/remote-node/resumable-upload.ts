import { Readable } from 'node:stream';
import { API_PATH, problemOf } from '@perene/api';
import { type Refusal, refuse } from '@perene/api/refusals';
import { DetailedError, Upload } from 'tus-js-client';
import { refusalOf, refusalOfFailure } from './refusal-of-answer.ts';
import { MAX_SILENCE_MS, type RemoteAddress } from './remote-client.ts';

export interface UploadedFile {
  readonly path: string;
  readonly bytes: number;
  readonly open: (start: number) => Readable;
}

/** The pauses between attempts in a row without progress. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000];

/** Sends a large file by tus 1.0.0, and goes on after an interruption; returns the name of the upload on the node. */
export const uploadFile = (
  address: RemoteAddress,
  file: UploadedFile,
  { retryDelaysMs = RETRY_DELAYS_MS }: { readonly retryDelaysMs?: readonly number[] } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { url, key } = address;
    const giveUp = (error: Error): void => {
      clearTimeout(silence);
      void upload.abort();
      reject(describeUploadFailure(error, address));
    };
    const silence = setTimeout(() => giveUp(new DOMException('', 'AbortError')), MAX_SILENCE_MS);
    const upload: Upload = new Upload(Buffer.alloc(0), {
      endpoint: `${url}${API_PATH}/uploads`,
      headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      metadata: { filename: file.path },
      uploadSize: file.bytes,
      retryDelays: [...retryDelaysMs],
      storeFingerprintForResuming: false,
      fileReader: { openFile: async () => sourceOf(file, giveUp) },
      onProgress: () => void silence.refresh(),
      onAfterResponse: () => void silence.refresh(),
      // Retries after a wrong offset, a part that is still being written, a failure of the node, or no answer.
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0;
        return upload.url !== null && (status === 0 || status === 409 || status === 423 || status >= 500);
      },
      onError: giveUp,
      onSuccess() {
        clearTimeout(silence);
        const id = upload.url?.split('/').at(-1) ?? '';
        if (/^[\w-]{1,200}$/.test(id)) resolve(id);
        else reject(refuse('node-refused', { reason: 'upload-nowhere' }));
      },
    });
    upload.start();
  });

/** Parts are read while they are sent, and after an interruption again from the place that the node has reached. */
const sourceOf = ({ path, bytes, open }: UploadedFile, onError: (error: Error) => void) => ({
  size: bytes,
  async slice(start: number, end: number) {
    const part = Readable.from(checkLength(open(start), path, end - start)).on('error', onError);
    return { value: Object.assign(part, { size: end - start }), done: end >= bytes };
  },
  close: () => undefined,
});

async function* checkLength(
  content: AsyncIterable<Uint8Array>,
  path: string,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of content) {
    read += chunk.byteLength;
    yield chunk;
  }
  if (read !== bytes) {
    throw refuse('file-unreadable', { reason: 'shorter', path });
  }
}

const describeUploadFailure = (error: Error, address: RemoteAddress): Refusal => {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (response !== null) return refusalOf(problemOf(response.getStatus(), response.getBody()), address);
  const { causingError = error } = error as Partial<DetailedError>;
  return refusalOfFailure(address.url, causingError);
};
