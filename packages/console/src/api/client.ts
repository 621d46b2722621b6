import { type Client, createClient as createApiClient, problemOf, type RefusedAnswer } from '@perene/api';
import { ApiProblem, STOPPED, UNREACHABLE } from './problem.ts';

const API = '/api/v1';

/** The API of this node, asked with one key. */
export interface ApiClient {
  readonly key: string;
  readonly api: Client;
  /** A request whose body is long enough for its progress to matter. */
  upload(request: UploadRequest): Promise<UploadAnswer>;
}

interface UploadRequest {
  readonly method: 'POST' | 'PATCH' | 'HEAD';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: XMLHttpRequestBodyInit;
  readonly onProgress?: (sentBytes: number) => void;
  readonly signal?: AbortSignal | undefined;
}

interface UploadAnswer {
  readonly body: string;
  header(name: string): string | null;
}

export interface ClientNeeds {
  readonly key: string;
  /** Called when the node does not take the key any more. */
  readonly onKeyRefused: () => void;
}

const addressOf = (path: string): string => (path.startsWith('/api/') ? path : `${API}${path}`);

export const createClient = ({ key, onKeyRefused }: ClientNeeds): ApiClient => {
  const authorization = `Bearer ${key}`;

  const refuse = (refused: RefusedAnswer): ApiProblem => {
    if (refused.code === 'key-wrong') onKeyRefused();
    return ApiProblem.of(refused);
  };

  return {
    key,
    api: createApiClient({ url: '', key, toError: refuse }),
    upload({ method, path, headers = {}, body, onProgress, signal }) {
      return new Promise((resolve, reject) => {
        const sending = new XMLHttpRequest();
        sending.open(method, addressOf(path));
        for (const [name, value] of Object.entries({ authorization, ...headers }))
          sending.setRequestHeader(name, value);
        sending.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
        sending.onerror = () => reject(new ApiProblem(UNREACHABLE));
        sending.onabort = () => reject(new ApiProblem(STOPPED));
        sending.onload = () => {
          const { status, responseText } = sending;
          if (status < 200 || status >= 300) reject(refuse(problemOf(status, responseText)));
          else resolve({ body: responseText, header: (name) => sending.getResponseHeader(name) });
        };
        signal?.addEventListener('abort', () => sending.abort(), { once: true });
        if (signal?.aborted) reject(new ApiProblem(STOPPED));
        else sending.send(body ?? null);
      });
    },
  };
};
