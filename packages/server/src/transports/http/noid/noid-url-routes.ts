import { PassThrough } from 'node:stream';
import { mayUseMinter } from '@perene/api';
import { type Refusal, refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MinterStore } from '../../../ports/minting/minter-store.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { limitShown } from '../../../services/noid/bindings/limit-records.ts';
import { limitSteps } from '../../../services/noid/bindings/limit-steps.ts';
import { hideContacts } from '../../../services/noid/identifiers/hide-contacts.ts';
import { NOID_VERSION } from '../../../services/noid/minters/creation-report.ts';
import type { MinterEvent, MinterTools } from '../../../services/noid/minters/minter-work.ts';
import { showToEverybody } from '../../../services/noid/names/shown-names.ts';
import { createCommandInput } from '../../noid/command-input.ts';
import { isReading } from '../../noid/commands/commands.ts';
import { runBatch, runCommand } from '../../noid/commands/run-commands.ts';
import { writeHelp } from '../../noid/help-text.ts';
import { createNoidOutput } from '../../noid/noid-output.ts';
import { logLine } from '../../noid/perl-words.ts';
import { shellWords, type Word, wordOf } from '../../noid/words.ts';
import { checkRole, createAuthentication } from '../api/authentication.ts';
import { isFromOtherSite } from '../bodies/other-site.ts';

export interface NoidUrlServices {
  readonly store: Pick<MinterStore, 'change' | 'read'>;
  readonly tools: MinterTools;
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly isReadingPublic: boolean;
  /** Whether old scripts may make changes by GET, which a page of another site can make a browser send. */
  readonly changesByGet: boolean;
}

const MAX_POSTED_BYTES = 64 * 1024 * 1024;
const MAX_MINTS = 100_000;

/**
 * Serves `/nd/noidu_<minter>?<command>` (noid manual, URL INTERFACE): the query is a command, or a posted body has one
 * a line.
 */
export const registerNoidUrls = (server: FastifyInstance, services: NoidUrlServices): void => {
  server.register(async (routes) => {
    routes.addHook('onRequest', createAuthentication({ ...services, scheme: 'Basic' }));
    routes.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) reply.header('www-authenticate', 'Basic realm="noid", charset="UTF-8"');
    });
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    routes.route<{ Params: { minter: string } }>({
      method: ['GET', 'POST'],
      url: '/nd/noidu_:minter(^[a-z0-9][a-z0-9_-]{0,62}$)',
      config: { access: 'reading' },
      bodyLimit: MAX_POSTED_BYTES,
      handler: (request, reply) => answer(request, reply, services),
    });
  });
};

const answer = async (
  request: FastifyRequest<{ Params: { minter: string } }>,
  reply: FastifyReply,
  { store, tools, changesByGet }: NoidUrlServices,
): Promise<unknown> => {
  const { minter } = request.params;
  const words = readWords(request);
  refuseWithoutRight(request, minter, words);
  if (!changesByGet && request.method !== 'POST' && !isReading(words[0])) {
    reply.header('allow', 'POST');
    throw refuse('method-not-allowed', { method: request.method, allowed: 'POST' });
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_POSTED_BYTES) throw tooLarge();
  const exists = await store.read(minter, async () => true);
  if (exists !== true) throw refuse('minter-not-found', { minter });

  const body = new PassThrough();
  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      body.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const output = createNoidOutput({ out: write, error: write });
  const { principal, ip, log } = request;
  const run = {
    session: {
      output,
      input: createCommandInput(() => readPosted(request)),
      work: {
        ...tools,
        patterns: limitSteps(tools.patterns),
        contact: `${principal?.name ?? ''}@${ip}`,
        log: (event: MinterEvent) => log.info({ minter }, logLine(event)),
      },
      fail: () => undefined,
      maxMints: MAX_MINTS,
    },
    store: async () => limitShown(storeFor(store, principal)),
    minter,
    database: minter,
    folder: undefined,
    committed: () => undefined,
  };
  const respond = async (): Promise<void> => {
    if (words.length === 1 && words[0] === '-') await runBatch(run);
    else if (words[0] === '-v') output.out(`This is "noid" version ${NOID_VERSION}.\n`);
    else if (words[0] === '-h') writeHelp(output);
    else await runCommand(run, words);
    await output.flush();
    body.end();
  };
  respond().catch((error: unknown) => {
    log.error({ err: error, minter }, 'a noid command failed');
    body.destroy(error instanceof Error ? error : undefined);
  });
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
  return reply.send(body);
};

const storeFor = (store: NoidUrlServices['store'], principal: FastifyRequest['principal']) => {
  if (principal === undefined) return hideContacts(showToEverybody(store));
  return principal.role === 'reader' ? hideContacts(store) : store;
};

/** Reads words as the original does: `+` separates them, and nothing is unescaped. */
const readWords = ({ originalUrl: url }: FastifyRequest): readonly Word[] => {
  const start = url.indexOf('?');
  return start < 0 ? [] : shellWords(wordOf(url.slice(start + 1).replaceAll('+', ' ')));
};

/** Reading needs the right to read. A change needs a key, and is refused if a page of another site sent it. */
const refuseWithoutRight = ({ principal, headers }: FastifyRequest, minter: string, words: readonly Word[]): void => {
  if (isReading(words[0])) return;
  checkRole(principal, 'depositor');
  if (principal !== undefined && !mayUseMinter(principal, minter)) throw refuse('role-missing', { reason: 'limited' });
  if (isFromOtherSite(headers)) {
    throw refuse('role-missing', { reason: 'other-site' });
  }
};

const tooLarge = (): Refusal => refuse('request-too-large', { reason: 'commands', max: MAX_POSTED_BYTES });

async function* readPosted({ body }: FastifyRequest): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > MAX_POSTED_BYTES) throw tooLarge();
    yield chunk;
  }
}
