import { type Client, createClient } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { refusalOf, refusalOfFailure } from './refusal-of-answer.ts';

/** The URL of the node to act on, and the key. */
export interface RemoteAddress {
  readonly url: string;
  readonly key: string | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024;
/** The longest time without an answer and without progress in sending. */
export const MAX_SILENCE_MS = 300_000;

/** The API of a node that runs elsewhere; refusals of the node become refusals here. */
export const createRemoteClient = (address: RemoteAddress, maxSilenceMs = MAX_SILENCE_MS): Client => {
  const { url, key } = address;
  // Checked first, because the error for an invalid header would show the key.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw refuse('setting-invalid', { reason: 'key-unfit' });
  }
  return createClient({
    url,
    key,
    fetch: fetchWithin(maxSilenceMs),
    toError: (refused) => refusalOf(refused, address),
  });
};

/** Returns a complete answer; gives up if the node stops sending, or never ends. */
const fetchWithin =
  (maxSilenceMs: number) =>
  async (url: string, { body, ...request }: RequestInit): Promise<Response> => {
    const silence = watchSilence(maxSilenceMs);
    try {
      const response = await fetch(url, {
        ...request,
        signal: silence.signal,
        ...(body && {
          body: body instanceof ReadableStream ? ReadableStream.from(observe(body, silence.moved)) : body,
        }),
      });
      const text = await readText(response, silence.moved);
      return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
    } catch (error) {
      throw refusalOfFailure(new URL(url).origin, error);
    } finally {
      silence.end();
    }
  };

const watchSilence = (maxMs: number) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), maxMs);
  return { signal: controller.signal, moved: () => timer.refresh(), end: () => clearTimeout(timer) };
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
      throw refuse('node-refused', { reason: 'too-long', max: MAX_ANSWER_BYTES });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
