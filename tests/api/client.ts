import type { Role } from '../../packages/server/src/ports/node/api-keys.ts';
import type { ItemView } from '../../packages/server/src/services/archive/archive-operations.ts';
import type { ApiServer } from './api-server.ts';

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Sent {
  readonly as?: Role | 'nobody';
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request to the API, by default as a depositor. */
export const send = async <Body = Record<string, unknown>>(
  { url, keys }: ApiServer,
  method: string,
  path: string,
  { as = 'depositor', json, body, headers = {} }: Sent = {},
): Promise<Answer<Body>> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(as !== 'nobody' && { authorization: `Bearer ${keys[as]}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : {}) as Body };
};

/** Makes a form as browsers send it, by default with the description first. */
export const formOf = (item: unknown, files: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData();
  form.append('item', new Blob([JSON.stringify(item)], { type: 'application/json' }));
  for (const [path, content] of Object.entries(files)) form.append('file', new Blob([content]), path);
  return form;
};

export const deposit = async (
  server: ApiServer,
  { item = {}, files = { 'report.txt': 'hello' } }: { item?: unknown; files?: Record<string, string | Blob> } = {},
): Promise<ItemView> => {
  const { status, body } = await send<ItemView>(server, 'POST', '/items', { body: formOf(item, files) });
  if (status !== 201) throw new Error(`not deposited: ${JSON.stringify(body)}`);
  return body;
};
