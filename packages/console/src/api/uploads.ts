import { API_PATH, problemOf } from '@perene/api';
import type { DetailedError } from 'tus-js-client';
import type { ApiClient } from './client.ts';
import { ApiProblem, STOPPED, UNREACHABLE } from './problem.ts';

const PART_BYTES = 8 * 1_048_576;
/** The pauses between attempts that made no progress. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];

export interface FileUpload {
  readonly path: string;
  readonly file: Blob;
  /** The address of an upload that was begun before, if there is one. */
  readonly begun: string | undefined;
  readonly onBegin: (address: string) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file in parts that survive a broken connection (tus 1.0.0); returns the id by which a deposit names it. */
export const uploadInParts = async (
  { headers, refuse }: Pick<ApiClient, 'headers' | 'refuse'>,
  { path, file, begun, onBegin, onProgress, signal }: FileUpload,
): Promise<string> => {
  // The library is loaded late, because only large files need it.
  const { Upload } = await import('tus-js-client');
  const problemIn = (error: Error | DetailedError): ApiProblem => {
    const response = 'originalResponse' in error ? error.originalResponse : null;
    return response === null
      ? new ApiProblem(UNREACHABLE)
      : refuse(problemOf(response.getStatus(), response.getBody() ?? ''));
  };
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${location.origin}${API_PATH}/uploads`,
      uploadUrl: begun ?? null,
      headers: { accept: 'application/json', ...headers },
      metadata: { filename: path },
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => onBegin(upload.url ?? ''),
      onProgress,
      // Retries after a wrong offset, a part that is still being written, a failure of the node, or no answer.
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0;
        return upload.url !== null && (status === 0 || status === 409 || status === 423 || status >= 500);
      },
      onError: (error) => reject(problemIn(error)),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    const stop = (): void => {
      void upload.abort();
      reject(new ApiProblem(STOPPED));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else upload.start();
  });
};
