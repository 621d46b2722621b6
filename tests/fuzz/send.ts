import { Agent, request as startRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './request.ts';

export interface FuzzAnswer {
  /** 0 if the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
}

const MAX_TEXT = 2_000;
/** Nobody answers half a request: the sender waits this long for an answer to broken bytes. */
const RAW_PATIENCE_MS = 200;

export type Send = (request: FuzzRequest) => Promise<FuzzAnswer>;

/** Sends requests over connections that are kept open. */
export const createSender = (url: string, connections: number): { readonly send: Send; close(): void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const sendOnce: Send = ({ method, target, headers, body }) =>
    new Promise((resolve, reject) => {
      const outgoing = startRequest(
        { agent, host: hostname, port, method, path: target, headers: Object.fromEntries(headers) },
        (incoming) => {
          let text = '';
          incoming.setEncoding('latin1').on('data', (part: string) => {
            if (text.length < MAX_TEXT) text += part;
          });
          incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
          // An answer that is cut off is no crash: the node ends connections whose request it does not read further.
          incoming.on('error', () => resolve({ status: incoming.statusCode ?? 0, text }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body === undefined ? undefined : Buffer.from(body, 'latin1'));
    });
  return {
    async send(request) {
      if (request.raw !== undefined) return sendRaw({ host: hostname, port: Number(port) }, request.raw);
      try {
        return await sendOnce(request);
      } catch {
        // The node may close a kept connection just when it is used again, or refuse a body that is still being sent.
        return sendOnce(request).catch(() => ({ status: 0, text: '' }));
      }
    },
    close: () => agent.destroy(),
  };
};

const sendRaw = (place: { readonly host: string; readonly port: number }, bytes: string): Promise<FuzzAnswer> =>
  new Promise((resolve) => {
    const socket = connect(place);
    let text = '';
    const end = (): void => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text: text.slice(0, MAX_TEXT) });
    };
    const timer = setTimeout(end, RAW_PATIENCE_MS);
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    for (const event of ['end', 'error', 'close']) {
      socket.on(event, () => {
        clearTimeout(timer);
        end();
      });
    }
    socket.write(Buffer.from(bytes, 'latin1'));
  });
