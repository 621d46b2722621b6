import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import type { Network } from '@perene/core/item';
import type { ArchiveAddress, ArchiveMessenger, MessageLimits } from '../../ports/archive-messenger.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createAddressRule } from './allowed-address.ts';
import { describeFailure } from './peer-request.ts';

const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS_PER_ARCHIVE = 16;
const IDLE_CONNECTION_MS = 4_000;
const PLAIN_TEXT = /^text\/plain\s*(?:;|$)/i;

/** Messages over HTTP, within the limits of decision 23: no redirects, plain text only, no private addresses. */
export const createHttpMessenger = ({
  allowedNetworks,
}: {
  readonly allowedNetworks: readonly Network[];
}): ArchiveMessenger => {
  const rule = createAddressRule(allowedNetworks);
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS_PER_ARCHIVE,
    timeout: IDLE_CONNECTION_MS,
    scheduling: 'lifo',
  });
  const sendOnce = async (
    { address, service }: ArchiveAddress,
    query: string,
    limits: MessageLimits,
  ): Promise<string> => {
    const url = new URL(`http://${address}/${service}?${query}`);
    rule.check(url.hostname);
    if (limits.signal?.aborted) throw new Refusal('peer-unreachable', `${url.origin} was not waited for`);
    return new Promise((resolve, reject) => {
      const sent = sendRequest(url, {
        agent,
        lookup: rule.lookup,
        headers: { accept: 'text/plain', 'accept-encoding': 'identity' },
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      const fail = (error: unknown): void => {
        clearTimeout(deadline);
        limits.signal?.removeEventListener('abort', stop);
        reject(describeFailure(error, url));
        sent.destroy();
      };
      const stop = (): void => fail(new Refusal('peer-unreachable', `${url.origin} was not waited for`));
      const deadline = setTimeout(
        () => fail(new Refusal('peer-unreachable', `${url.origin} did not answer within ${limits.deadlineMs} ms`)),
        limits.deadlineMs,
      );
      limits.signal?.addEventListener('abort', stop);
      sent.on('error', fail);
      sent.on('response', (response) => {
        readText(response, url, limits.maxBytes).then((text) => {
          clearTimeout(deadline);
          limits.signal?.removeEventListener('abort', stop);
          resolve(text);
        }, fail);
      });
      sent.end();
    });
  };
  return {
    async send(archive, query, limits) {
      const start = performance.now();
      try {
        return await sendOnce(archive, query, limits);
      } catch (error) {
        // A connection that was kept may have been closed by the other side just now: once more, on a new one.
        const isStale = error instanceof Refusal && /ECONNRESET|EPIPE/.test(error.message);
        const deadlineMs = limits.deadlineMs - (performance.now() - start);
        if (!isStale || deadlineMs <= 0 || limits.signal?.aborted) throw error;
        return sendOnce(archive, query, { ...limits, deadlineMs });
      }
    },
    async close() {
      agent.destroy();
    },
  };
};

const readText = async (response: IncomingMessage, { origin }: URL, maxBytes: number): Promise<string> => {
  const { statusCode, headers } = response;
  if (statusCode !== 200) {
    throw new Refusal('peer-refused', `${origin} answers with status ${statusCode}`);
  }
  if (!PLAIN_TEXT.test(headers['content-type'] ?? '')) {
    throw new Refusal(
      'peer-refused',
      `${origin} answers with ${headers['content-type'] ?? 'no media type'}, not text/plain`,
    );
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Refusal('peer-refused', `${origin} answers with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
};
