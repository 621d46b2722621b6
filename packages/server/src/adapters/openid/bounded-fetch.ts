import type { PeerDispatcher } from '../peers/dispatcher.ts';
import { within } from '../peers/dispatcher.ts';
import { readBody } from '../peers/peer-answers.ts';

const MAX_ANSWER_BYTES = 262_144;
const KEPT_HEADERS = ['content-type', 'www-authenticate'];

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Requests to a provider: to allowed addresses only, without redirects, and with a bound of time and size. */
export const createBoundedFetch =
  ({ send }: Pick<PeerDispatcher, 'send'>, limits: { readonly deadlineMs: number }) =>
  (address: string, { method = 'GET', headers = {}, body }: Asked): Promise<Response> => {
    const url = new URL(address);
    return within(limits, url, async (signal) => {
      const answer = await send({
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers,
        ...(body !== undefined && body !== null && { body: String(body) }),
        signal,
      });
      const content = await readBody(answer, url, MAX_ANSWER_BYTES);
      const kept = KEPT_HEADERS.flatMap((name) =>
        answer.headers[name] === undefined ? [] : [[name, String(answer.headers[name])] as [string, string]],
      );
      const isEmpty = content.length === 0 || [204, 205, 304].includes(answer.statusCode);
      return new Response(isEmpty ? null : new Uint8Array(content), { status: answer.statusCode, headers: kept });
    });
  };
