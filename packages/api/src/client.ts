import { API_PATH, IDEMPOTENCY_KEY } from './address.ts';
import { ApiError, problemOf, type RefusedAnswer } from './api-error.ts';
import { type AnswerOf, OPERATION_LIST, type OperationId, type RequestOf } from './operations/index.ts';
import type { Operation } from './operations/operation.ts';
import type { UPLOAD_OPERATIONS } from './operations/uploads.ts';
import { hasShape } from './shape.ts';

export interface ClientSettings {
  /** The URL of the node, such as `https://example.org`; empty in a page of the node itself. */
  readonly url: string;
  readonly key?: string | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends requests in place of the global `fetch`. */
  readonly fetch?: (address: string, request: RequestInit) => Promise<Response>;
  /** Whether the caller checks the shape of answers: a node of another version may have left something out. */
  readonly isCheckedByCaller?: boolean;
  /** Makes the error that is thrown for a failed request; by default an `ApiError`. */
  readonly toError?: (refused: RefusedAnswer) => Error;
}

export interface CallOptions {
  /** A request that is sent again under the same key is not carried out again. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** The files of a deposit, which go with the description in one form, each with its path in the item. */
  readonly files?: readonly { readonly path: string; readonly content: Blob }[];
  /** A body that is sent unchanged, in place of the one that the client would write. */
  readonly body?: { readonly mediaType: string; readonly content: NonNullable<RequestInit['body']> };
  /** Sends this one request in place of the `fetch` of the client. */
  readonly fetch?: ClientSettings['fetch'];
}

/** Uploads have a protocol of their own, tus, and clients of their own. */
type CalledId = Exclude<OperationId, keyof typeof UPLOAD_OPERATIONS>;

type Call<Id extends OperationId> =
  Record<never, never> extends RequestOf<Id>
    ? (request?: RequestOf<Id>, options?: CallOptions) => Promise<AnswerOf<Id>>
    : (request: RequestOf<Id>, options?: CallOptions) => Promise<AnswerOf<Id>>;

/** Every operation of a node, as a function with the name of the operation. */
export type Client = { readonly [Id in CalledId]: Call<Id> };

export const createClient = (settings: ClientSettings): Client =>
  Object.fromEntries(
    OPERATION_LIST.map(([id, operation]) => [
      id,
      (request: Values = {}, options: CallOptions = {}) => call(settings, operation, request, options),
    ]),
  ) as unknown as Client;

type Values = Readonly<Record<string, unknown>>;

const call = async (
  {
    url,
    key,
    headers: always,
    fetch: send = (address, init) => fetch(address, init),
    toError = ApiError.of,
    isCheckedByCaller = false,
  }: ClientSettings,
  operation: Operation,
  given: Values,
  options: CallOptions,
): Promise<unknown> => {
  const { body, mediaType } = writeBody(operation, given, options);
  const headers = {
    accept: 'application/json',
    ...always,
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(mediaType !== undefined && { 'content-type': mediaType }),
    ...(options.idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: options.idempotencyKey }),
    ...options.headers,
  };
  const request = {
    method: operation.method,
    headers,
    // A redirect is not followed, because the key is only for this node.
    redirect: 'manual' as const,
    ...(options.signal !== undefined && { signal: options.signal }),
    ...(body !== undefined && { body, duplex: 'half' }),
  };
  let status = 0;
  let text: string;
  try {
    const response = await (options.fetch ?? send)(`${url}${API_PATH}${addressOf(operation, given)}`, request);
    status = response.status;
    text = await response.text();
  } catch (cause) {
    throw toError({ status: 0, code: options.signal?.aborted ? 'stopped' : 'unreachable', cause });
  }
  if (status < 200 || status > 299) throw toError(problemOf(status, text));
  if (operation.answer.body === undefined) return undefined;
  const answer = parseJson(text);
  const isTaken = isCheckedByCaller ? answer !== undefined && answer !== null : hasShape(operation.answer.body, answer);
  if (isTaken) return answer;
  throw toError({ status, code: answer === undefined ? 'answer-no-json' : 'answer-unexpected' });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const addressOf = ({ path, query, body }: Operation, given: Values): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => escapePart(name, String(given[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    const isInQuery = name in (query?.properties ?? {}) && !(name in (body?.properties ?? {}));
    if (value !== undefined && isInQuery) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
};

/** The slashes of a label are part of the path, so they are not escaped. */
const escapePart = (name: string, value: string): string =>
  name === 'ibi' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);

interface WrittenBody {
  readonly body?: NonNullable<RequestInit['body']>;
  /** The media type; absent if `fetch` sets it. */
  readonly mediaType?: string;
}

const writeBody = (operation: Operation, given: Values, options: CallOptions): WrittenBody => {
  if (options.body !== undefined) return { body: options.body.content, mediaType: options.body.mediaType };
  if (operation.body === undefined) return {};
  const { properties } = operation.body;
  const values = Object.entries(given).filter(([name]) => name in properties);
  const json = JSON.stringify(Object.fromEntries(values));
  if (operation.formPart === undefined || options.files === undefined) {
    return { body: json, mediaType: 'application/json' };
  }
  const form = new FormData();
  form.append(operation.formPart, new Blob([json], { type: 'application/json' }));
  // Clients would write a quotation mark as %22, which is a possible name, too.
  for (const { path, content } of options.files) form.append('file', content, path.replaceAll('"', '\\x22'));
  return { body: form };
};
