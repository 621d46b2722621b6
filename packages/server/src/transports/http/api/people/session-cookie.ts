import type { FastifyReply, FastifyRequest } from 'fastify';
import { JOURNEY_SECONDS } from '../../../../services/people/openid/sealed-journey.ts';

/**
 * The cookies of a node: of the session, of a browser in which somebody signed in before, and of somebody who is on the
 * way to another service and back.
 */
interface Cookie {
  readonly name: string;
  readonly maxAgeSeconds: number | undefined;
}

const SESSION = 'perene-session';
const KNOWN = 'perene-known';
const KNOWN_SECONDS = 15_552_000;
const JOURNEY = 'perene-journey';

/**
 * Browsers take `__Host-` cookies only from this very host over TLS, so that no neighbour can bring in a session of
 * its own. Over plain http there is no such cookie.
 */
export const createSessionCookies = (publicUrl: string) => {
  const isSecure = (request: FastifyRequest): boolean => publicUrl.startsWith('https:') || request.protocol === 'https';
  const nameOf = (request: FastifyRequest, name: string): string => (isSecure(request) ? `__Host-${name}` : name);
  const write = (request: FastifyRequest, { name, maxAgeSeconds }: Cookie, value: string): string =>
    [
      `${nameOf(request, name)}=${value}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure(request) ? ['Secure'] : []),
      ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    ].join('; ');
  return {
    readSession: (request: FastifyRequest) => readCookie(request, nameOf(request, SESSION)),
    readKnown: (request: FastifyRequest) => readCookie(request, nameOf(request, KNOWN)),
    readJourney: (request: FastifyRequest) => readCookie(request, nameOf(request, JOURNEY)),
    setJourney(request: FastifyRequest, reply: FastifyReply, kept: string): void {
      reply.header('set-cookie', write(request, { name: JOURNEY, maxAgeSeconds: JOURNEY_SECONDS }, kept));
    },
    clearJourney(request: FastifyRequest, reply: FastifyReply): void {
      reply.header('set-cookie', write(request, { name: JOURNEY, maxAgeSeconds: 0 }, ''));
    },
    /** The browser forgets the session when it is closed; the node ends it sooner or later as well. */
    setSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
      reply.header('set-cookie', write(request, { name: SESSION, maxAgeSeconds: undefined }, token));
    },
    setKnown(request: FastifyRequest, reply: FastifyReply, known: string): void {
      reply.header('set-cookie', write(request, { name: KNOWN, maxAgeSeconds: KNOWN_SECONDS }, known));
    },
    clearSession(request: FastifyRequest, reply: FastifyReply): void {
      reply.header('set-cookie', write(request, { name: SESSION, maxAgeSeconds: 0 }, ''));
    },
  };
};

/** Returns undefined if the browser sends none, or several: then one of them was brought in by somebody else. */
const readCookie = ({ headers: { cookie = '' } }: FastifyRequest, name: string): string | undefined => {
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 ? found[0] : undefined;
};
