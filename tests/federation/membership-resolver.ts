import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Label } from '@perene/core';
import { type Network, parseNetwork } from '@perene/core/item';
import { onTestFinished } from 'vitest';
import { createHttpMessenger } from '../../packages/server/src/adapters/peers/http-messenger.ts';
import { createNode } from '../../packages/server/src/compose/create-node.ts';
import type { Mail } from '../../packages/server/src/ports/federation/mail.ts';
import type { Messenger } from '../../packages/server/src/ports/federation/messenger.ts';
import { createResolverServiceListener } from '../../packages/server/src/transports/http/resolve/resolver-service.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { settingsOf } from '../fixtures/test-node.ts';

export const networksOf = (...texts: readonly string[]): readonly Network[] =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(text);
    return network.value;
  });

const LOOPBACK = networksOf('127.0.0.0/8', '::1');

/** Starts an HTTP server of the test's own, which stops when the test is over. */
export const serve = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, close };
};

interface ResolverOptions {
  readonly allowedNetworks?: readonly Network[];
  readonly trustedProxies?: readonly Network[];
  readonly aroundMessenger?: (messenger: Messenger) => Pick<Messenger, 'send'>;
  readonly mail?: Mail;
  readonly port?: number;
  readonly folder?: string;
}

/** Starts the membership of a resolver over real HTTP, on SQLite. */
export const startResolver = async (options: ResolverOptions = {}) => {
  const settings = settingsOf({
    data: options.folder ?? createTemporaryFolder(),
    roles: 'resolver',
    'public-url': 'http://resolver.example.org',
  });
  const real = createHttpMessenger({ allowedNetworks: options.allowedNetworks ?? LOOPBACK });
  const logged: unknown[] = [];
  const mailErrors: unknown[] = [];
  const node = await createNode(settings, {
    messenger: { ...real, ...options.aroundMessenger?.(real) },
    ...(options.mail && { mail: options.mail }),
    onError: (error, what) => void (what.includes('e-mail') ? mailErrors : logged).push(error),
  });
  onTestFinished(() => node.close());
  const { database, members } = node;
  const { membership: operations, directory, circuits, leases, service } = await node.federation();
  const listener = createResolverServiceListener({ service, trustedProxies: options.trustedProxies ?? [] });
  const note = (...given: readonly unknown[]): void => void logged.push(given);
  const watchers = {
    log: { info: note, warn: note, error: note },
    metrics: { observeRequest: () => undefined },
  } as unknown as Parameters<typeof listener>[2];
  const requests: string[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${request.method} ${request.url}`);
    if (!listener(request, response, watchers)) response.writeHead(404).end();
  };
  const server = await serve(handle, options.port);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    database,
    stop: () => server.close(),
    operations,
    members,
    directory,
    circuits,
    leases,
    logged,
    mailErrors,
    requests,
    register: (archive: Label, registrationKey: string) =>
      operations.register({ service: archive, registrationKey }, { kind: 'operator' }),
  };
};

export type TestResolver = Awaited<ReturnType<typeof startResolver>>;

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Asks like a program that escapes nothing by itself. */
export const askRaw = (
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });

/** Writes the pairs of RTC-11 Table 7.2 in their order, as in Examples 7.2 and 7.3. */
export const queryOf = (subject: string, pairs: Readonly<Record<string, string | undefined>> = {}): string =>
  Object.entries({
    servicesubject: subject,
    archiveaddress: 'mtc-m21.sid.inpe.br',
    archiveserviceibi: 'sid.inpe.br/mtc-m21/2012/06.05.15.34.39',
    archiveip: '150.163.34.239',
    archiveprotocol: 'HTTP',
    archiveplatformversion: '2014:11.09.02.16.15',
    archiveadmemailaddress: 'banon@dpi.inpe.br',
    registrationkey: '1234567890',
    ...pairs,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
