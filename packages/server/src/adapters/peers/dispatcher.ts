import { Readable } from 'node:stream';
import { Refusal, refuse } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type AddressRule, createAddressRule, type LookUpAll } from './allowed-address.ts';

export interface PeerRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  /** How long the connection may be idle. */
  readonly idleMs?: number;
  readonly signal?: AbortSignal;
}

export type PeerAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** Sends every request to other nodes, within the limits of decision 23. */
export interface PeerDispatcher {
  /** Returns a redirect like any other answer. A failure is a refusal: `peer-unreachable` or `peer-not-allowed`. */
  send(request: PeerRequest): Promise<PeerAnswer>;
  /** Ends all requests without waiting for their answers. */
  close(): Promise<void>;
}

type OnConnected = (ip: string) => void;

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
const IDLE_CONNECTION_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS_PER_ORIGIN = 16;

export const createPeerDispatcher = ({
  allowedNetworks,
  keepAlive,
  connectMs = CONNECT_MS,
  lookUp,
  onConnected = () => undefined,
}: {
  readonly allowedNetworks: readonly Network[];
  /**
   * Whether connections are kept open. This suits only requests that may be sent twice, because the other side may
   * close a kept connection at any time.
   */
  readonly keepAlive: boolean;
  readonly connectMs?: number;
  readonly lookUp?: LookUpAll | undefined;
  /** Is called with the IP address at the other end of each new connection. */
  readonly onConnected?: OnConnected;
}): PeerDispatcher => {
  const rule = createAddressRule(allowedNetworks, lookUp);
  let opening: Promise<Agent> | undefined;

  const sendOnce = async ({ method, url, headers, body, idleMs = IDLE_MS, signal }: PeerRequest) => {
    opening ??= openAgent(rule, { connectMs, onConnected });
    const answer = await (await opening).request({
      method,
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: { 'accept-encoding': 'identity', ...headers },
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      reset: !keepAlive,
      ...(body !== undefined && { body: typeof body === 'string' ? body : Readable.from(body) }),
      ...(signal !== undefined && { signal }),
    });
    // Readers of the body get its errors. Without a reader, an error must not end the process.
    answer.body.on('error', () => undefined);
    return answer;
  };

  return {
    async send(request) {
      const { protocol } = request.url;
      if (protocol !== 'http:' && protocol !== 'https:') {
        throw refuse('peer-not-allowed', { reason: 'protocol', protocol });
      }
      const sendAgain = (error: unknown): Promise<PeerAnswer> => {
        if (!keepAlive || !CLOSED_BY_PEER.has(codeOf(error)) || request.signal?.aborted) throw error;
        return sendOnce(request);
      };
      try {
        return await sendOnce(request).catch(sendAgain);
      } catch (error) {
        throw describeFailure(error, request.url);
      }
    },
    async close() {
      await (await opening)?.destroy();
    },
  };
};

/** Loads undici with the first request: most commands send none, and would take half as long again to start. */
const openAgent = async (
  rule: AddressRule,
  { connectMs, onConnected }: { readonly connectMs: number; readonly onConnected: OnConnected },
): Promise<Agent> => {
  const undici = await import('undici');
  return new undici.Agent({
    connect: guard(undici.buildConnector({ lookup: rule.lookup, timeout: connectMs }), rule, onConnected),
    connections: MAX_CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
};

/** Checks each new connection at the moment of connecting, so that a name cannot change its address after the check. */
const guard =
  (connect: buildConnector.connector, rule: AddressRule, onConnected: OnConnected): buildConnector.connector =>
  (target, callback) => {
    const refusal = rule.check(target.hostname);
    if (refusal !== undefined) return queueMicrotask(() => callback(refusal, null));
    return connect(target, (...made) => {
      const [, socket] = made;
      if (socket?.remoteAddress !== undefined) onConnected(socket.remoteAddress);
      callback(...made);
    });
  };

/** The other side may just have closed a connection that was kept open; a new one may work. */
const CLOSED_BY_PEER: ReadonlySet<string | undefined> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const SILENT: ReadonlySet<string | undefined> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Turns any failure on the way into a refusal; a refusal stays unchanged. */
export const describeFailure = (error: unknown, { origin }: URL): Refusal => {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  if (SILENT.has(code)) return refuse('peer-unreachable', { reason: 'silent', origin });
  const cause = code ?? (error instanceof Error ? error.message : String(error));
  return refuse('peer-unreachable', { reason: 'failed', origin, cause });
};

/** Ends work in time. The race is needed because undici ignores a signal until the connection is made. */
export const within = async <Value>(
  { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined },
  { origin }: URL,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const ending = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  const stop = (): void => ending.abort(refuse('peer-unreachable', { reason: 'not-waited', origin }));
  const late = { reason: 'late', origin, milliseconds: deadlineMs } as const;
  const timer = setTimeout(() => ending.abort(refuse('peer-unreachable', late)), deadlineMs);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([ended, work(ending.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};
