import { ApiProblem, readProblem, STOPPED, UNREACHABLE } from './problem.ts';

const API = '/api/v1';

type Query = Readonly<Record<string, string | number | undefined>>;

interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API of this node, asked with one key. */
export interface ApiClient {
  readonly key: string;
  get<Answer>(path: string, query?: Query): Promise<Answer>;
  send<Answer>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, sending?: Sending): Promise<Answer>;
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

const addressOf = (path: string, query: Query = {}): string => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `${path.startsWith('/api/') ? '' : API}${path}${search === '' ? '' : `?${search}`}`;
};

export const createClient = ({ key, onKeyRefused }: ClientNeeds): ApiClient => {
  const authorization = `Bearer ${key}`;

  const refuse = (status: number, body: string): ApiProblem => {
    const problem = readProblem(status, body);
    if (problem.details.code === 'key-wrong') onKeyRefused();
    return problem;
  };

  const request = async <Answer>(address: string, options: RequestInit): Promise<Answer> => {
    const answer = await fetch(address, { ...options, headers: { authorization, ...options.headers } }).catch(() => {
      throw new ApiProblem(UNREACHABLE);
    });
    const text = await answer.text();
    if (!answer.ok) throw refuse(answer.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };

  return {
    key,
    get(path, query) {
      return request(addressOf(path, query), {});
    },
    send(method, path, { body, headers } = {}) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return request(addressOf(path), { method, ...json, headers: { ...type, ...headers } });
    },
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
          if (status < 200 || status >= 300) reject(refuse(status, responseText));
          else resolve({ body: responseText, header: (name) => sending.getResponseHeader(name) });
        };
        signal?.addEventListener('abort', () => sending.abort(), { once: true });
        if (signal?.aborted) reject(new ApiProblem(STOPPED));
        else sending.send(body ?? null);
      });
    },
  };
};
