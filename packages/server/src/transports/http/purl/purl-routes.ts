import { refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resolvePurl } from '../../../services/noid/purl/resolve-purl.ts';

const START = '/purl/';
/** The target of a PURL may change at any time, also of one that is called permanent. */
const REDIRECT_CACHING = 'private, max-age=60';
const MAX_PATH_LENGTH = 1_024;

/** Serves `/purl/DOMAIN/PATH` (docs/purls.md). */
export const registerPurls = (server: FastifyInstance, parts: Parameters<typeof resolvePurl>[0]): void => {
  server.get(`${START}*`, async (request, reply) => {
    const { domain, path, written, query } = readRequest(request);
    const resolution = await resolvePurl(parts, { domain, path, written, query });
    const purl = `${domain}/${path}`.slice(0, 200);
    switch (resolution.kind) {
      case 'location':
        return reply.header('cache-control', REDIRECT_CACHING).redirect(resolution.location, resolution.status);
      case 'gone':
        throw refuse(
          'purl-gone',
          resolution.reason === '' ? { reason: 'unsaid', purl } : { reason: 'said', purl, why: resolution.reason },
        );
      case 'unknown':
        throw refuse('purl-not-found', { purl });
    }
  });
};

const readRequest = ({ originalUrl }: FastifyRequest) => {
  const [address = ''] = originalUrl.slice(START.length).split('#', 1);
  const mark = address.indexOf('?');
  const whole = mark < 0 ? address : address.slice(0, mark);
  const text = unescapePath(whole);
  if (text === undefined || text.length > MAX_PATH_LENGTH)
    throw refuse('purl-not-found', { purl: whole.slice(0, 200) });
  const slash = text.indexOf('/');
  const domain = slash < 0 ? text : text.slice(0, slash);
  const path = slash < 0 ? '' : text.slice(slash + 1);
  const written = whole.replace(/^.*?(?:\/|%2f|$)/i, '');
  return { domain, path, written, query: mark < 0 ? '' : address.slice(mark + 1) };
};

/** Both databases can look for the text. */
const unescapePath = (text: string): string | undefined => {
  try {
    const plain = decodeURIComponent(text);
    return plain.includes('\0') ? undefined : plain;
  } catch {
    return undefined;
  }
};
