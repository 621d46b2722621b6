import { RESOLVER_SERVICE, type ResolverLink } from '../../ports/resolver-link.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { describeFailure } from './peer-request.ts';

const MAX_BYTES = 16_384;
const PLAIN_TEXT = /^text\/plain\s*(?:;|$)/i;

/** The operator named this resolver, so that it may be anywhere. */
export const createHttpResolverLink = ({ url }: { readonly url: string }): ResolverLink => ({
  async send(query, { deadlineMs, signal }) {
    const deadline = AbortSignal.timeout(deadlineMs);
    const target = new URL(`${url}/${RESOLVER_SERVICE}?${query}`);
    try {
      const response = await fetch(target, {
        redirect: 'manual',
        headers: { accept: 'text/plain' },
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      return await readAnswer(response, target);
    } catch (error) {
      if (deadline.aborted) {
        throw new Refusal('peer-unreachable', `${target.origin} did not answer within ${deadlineMs} ms`);
      }
      throw describeFailure(causeOf(error), target);
    }
  },
});

/** fetch wraps what went wrong. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error);

const readAnswer = async (response: Response, { origin }: URL): Promise<string> => {
  const { status, headers, body } = response;
  if (status >= 300 && status < 400) {
    throw new Refusal('peer-refused', `${origin} leads elsewhere (${status}): give the address that it leads to`);
  }
  if (status >= 500) throw new Refusal('peer-unreachable', `${origin} answers with status ${status}`);
  if (!PLAIN_TEXT.test(headers.get('content-type') ?? '')) {
    throw new Refusal('peer-refused', `${origin} does not answer as a resolver does: is the address right?`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Refusal('peer-refused', `${origin} answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
};
