import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../../refusals/refusal.ts';
import type { AddressRule } from './allowed-address.ts';

export interface PeerRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  /** How long nothing may come or go. */
  readonly idleMs?: number;
}

/** One request, within the limits of decision 23; redirects are answers like others. */
export type SendToPeer = (request: PeerRequest) => Promise<IncomingMessage>;

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
const MAX_HEADER_BYTES = 16_384;

export const createSender = (rule: AddressRule): SendToPeer => {
  // A connection serves one request: one that has been left open may be closed at any time by the other side.
  const http = { request: requestHttp, agent: new HttpAgent({ keepAlive: false }) };
  const https = { request: requestHttps, agent: new HttpsAgent({ keepAlive: false }) };
  return async ({ method, url, headers, body, idleMs = IDLE_MS }) => {
    const target = new URL(url);
    if (target.protocol !== 'http:' && target.protocol !== 'https:') {
      throw new Refusal(
        'peer-not-allowed',
        `${target.protocol} is not spoken here: Archives are at http:// and https://`,
      );
    }
    rule.check(target.hostname);
    const { request, agent } = target.protocol === 'http:' ? http : https;
    const sent = request(target, {
      method,
      agent,
      lookup: rule.lookup,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      timeout: idleMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    return answerTo(sent, body, target);
  };
};

const answerTo = (sent: ClientRequest, body: PeerRequest['body'], target: URL): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const connecting = setTimeout(() => sent.destroy(silent(target)), CONNECT_MS);
    const stopWaiting = (): void => clearTimeout(connecting);
    sent.on('socket', (socket) => {
      socket.once(target.protocol === 'http:' ? 'connect' : 'secureConnect', stopWaiting);
    });
    sent.on('timeout', () => sent.destroy(silent(target)));
    sent.on('close', stopWaiting);
    sent.on('error', (error) => reject(describeFailure(error, target)));
    sent.on('response', (response) => {
      response.on('error', () => undefined);
      resolve(response);
    });
    if (body === undefined || typeof body === 'string') sent.end(body);
    // What breaks while sending is told by the request, unless the source itself broke.
    else pipeline(Readable.from(body), sent).catch((error: unknown) => reject(describeFailure(error, target)));
  });

const silent = (target: URL): Refusal =>
  new Refusal('peer-unreachable', `${target.origin} does not answer: is it running, and is the address right?`);

/** Anything that went wrong on the way; what was refused here stays as it is. */
export const describeFailure = (error: unknown, { origin }: URL): Refusal => {
  if (error instanceof Refusal) return error;
  const reason = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);
  return new Refusal(
    'peer-unreachable',
    `cannot reach ${origin} (${reason}): is it running, and is the address right?`,
  );
};
