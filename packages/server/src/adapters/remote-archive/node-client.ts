import { Refusal } from '../../refusals/refusal.ts';
import { readRefusal } from './problem-details.ts';

/** A running node that is reached over HTTP. */
export interface NodeClient {
  /** The answer whatever its status; only a connection that fails is refused. */
  send(request: NodeRequest): Promise<NodeAnswer>;
  /** Sends and accepts. */
  ask(request: NodeRequest): Promise<unknown>;
  /** The JSON of an answer, where it says yes. */
  accept(answer: NodeAnswer): unknown;
  /** What an answer that says no means here. */
  refusalOf(answer: NodeAnswer): Refusal;
}

export interface NodeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
}

export interface NodeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The node was reached, and the connection broke afterwards: what was sent may have been done. */
export class ConnectionBroke extends Refusal {}

const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024;
/** Neither an answer nor progress of what is sent for so long. */
const MAX_SILENCE_MS = 300_000;

export const createNodeClient = ({ url, key }: { url: string; key: string | undefined }): NodeClient => {
  // A header that cannot be sent would be shown in an error, with the key.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Refusal('setting-invalid', '--key: expected a key as perene key create shows it, without blanks');
  }
  const send = async ({ method, path, headers, body }: NodeRequest): Promise<NodeAnswer> => {
    const silence = watchSilence();
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }), ...headers },
        redirect: 'manual',
        signal: silence.signal,
        ...bodyOf(body, silence.moved),
      });
      return { status: response.status, headers: response.headers, text: await readText(response, silence.moved) };
    } catch (error) {
      throw refusalIn(error) ?? describeFailure(url, error);
    } finally {
      silence.end();
    }
  };
  const refusalOf = (answer: NodeAnswer): Refusal => readRefusal(answer, { url, key });
  const accept = (answer: NodeAnswer): unknown => {
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer);
    return parseJson(answer.text, url);
  };
  return { send, accept, refusalOf, ask: async (request) => accept(await send(request)) };
};

const watchSilence = () => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), MAX_SILENCE_MS);
  return { signal: controller.signal, moved: () => timer.refresh(), end: () => clearTimeout(timer) };
};

const bodyOf = (body: NodeRequest['body'], onChunk: () => void): RequestInit => {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  return { body: ReadableStream.from(observe(body, onChunk)), duplex: 'half' };
};

async function* observe(chunks: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}

const readText = async (response: Response, onChunk: () => void): Promise<string> => {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    onChunk();
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new Refusal('node-refused', `the node answered more than ${MAX_ANSWER_BYTES} bytes: ask for less at once`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

const parseJson = (text: string, url: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('node-refused', `what answers at ${url} is no JSON: is it a Perene node?`);
  }
};

/** Failures of a connection that was there. */
const BROKEN =
  /^(?:ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED|AbortError|UND_ERR_(?:SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

const describeFailure = (url: string, error: unknown): Refusal => {
  const reason = reasonOf(error);
  const message = `cannot reach the node at ${url} (${reason}): is it running, and is the address right?`;
  return BROKEN.test(reason)
    ? new ConnectionBroke('node-unreachable', message)
    : new Refusal('node-unreachable', message);
};

/** What stopped the body of a request, which fetch wraps in causes. */
const refusalIn = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined;
};

/** The code that the operating system gave, or else what fetch says. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.name === 'AbortError' ? error.name : error.message;
};
