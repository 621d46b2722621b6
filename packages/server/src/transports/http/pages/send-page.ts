import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from '../negotiation/is-unchanged.ts';
import { askedLanguage, LANGUAGE_TAGS, languageCookie, type PageLanguage } from '../negotiation/page-language.ts';

interface SentPage {
  readonly page: string;
  readonly language: PageLanguage;
  readonly status?: number;
  /** Whether caches may keep the page for others. */
  readonly isForEveryone?: boolean;
}

/** Browsers keep the page, and ask each time whether it is still the same. */
export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { page, language, status = 200, isForEveryone = true }: SentPage,
): FastifyReply => {
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  const asked = askedLanguage(request.originalUrl);
  reply.headers({
    etag,
    'cache-control': isForEveryone ? 'no-cache' : 'private, no-cache',
    'content-language': LANGUAGE_TAGS[language],
    vary: 'accept, accept-language, cookie, authorization',
    ...(asked !== undefined && { 'set-cookie': languageCookie(asked) }),
  });
  if (status === 200 && isUnchanged(request.headers, { etag })) return reply.code(304).send();
  return reply.code(status).type('text/html; charset=utf-8').send(page);
};
