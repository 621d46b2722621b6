import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createFixedAnswer, type FixedAnswer } from '../negotiation/fixed-answer.ts';

/** Pages of text need even fewer rights than the other pages. */
const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
};

const START_PAGE = 'index';

/** Serves the guide at `/docs`, as it was built from the documents of the project. */
export const registerDocs = (server: FastifyInstance, { docsFolder }: { readonly docsFolder: string }): void => {
  let files: ReadonlyMap<string, FixedAnswer> | undefined;
  const send = (request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> => {
    files ??= readGuide(docsFolder);
    const answer = files.get(name);
    if (answer === undefined) {
      throw refuse('address-unknown', { reason: 'guide', page: name.slice(0, 200) });
    }
    reply.headers({ 'content-security-policy': GUIDE_POLICY, 'cache-control': 'no-cache' });
    return answer(request, reply);
  };
  server.get('/docs', async (request, reply) => send(request, reply, START_PAGE));
  server.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301));
  server.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) =>
    send(request, reply, request.params['*']),
  );
};

/**
 * The guide is small and does not change while the program runs, so all of it is kept in memory, from the first request
 * on. Sources that run unbuilt have no guide.
 */
const readGuide = (folder: string): ReadonlyMap<string, FixedAnswer> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => {
        const content = readFileSync(join(folder, path));
        const mediaType = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
        return [path.replaceAll(sep, '/').replace(/\.html$/, ''), createFixedAnswer(content, mediaType)];
      }),
  );
