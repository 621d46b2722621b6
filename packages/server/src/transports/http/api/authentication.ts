import { mayUseMinter, type RequiredAccess } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type AttemptLimit, createAttemptLimit } from '../../../concurrency/attempt-limit.ts';
import { isAtLeast, type Role } from '../../../ports/node/api-keys.ts';
import type { Principal } from '../../../ports/people/principal.ts';
import type { Author } from '../../../services/archive/archive-operations.ts';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { SessionBook, SignedIn } from '../../../services/people/session-book.ts';
import { refuseOtherSites } from './people/refuse-other-sites.ts';
import { createSessionCookies } from './people/session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The person, if the request came with a session instead of a key. */
    signedIn: SignedIn | undefined;
  }
}

const WRONG_KEYS_A_MINUTE = 20;
const BEARER = /^Bearer +([\x21-\x7e]{1,512}) *$/i;
const BASIC = /^Basic +([A-Za-z0-9+/=]{1,2048}) *$/i;

/** How a key is sent: by itself, or as the password of any user. */
export type KeyScheme = 'Bearer' | 'Basic';

const readKey = (authorization: string, scheme: KeyScheme): string => {
  const [, key = ''] = BEARER.exec(authorization) ?? [];
  if (key !== '' || scheme === 'Bearer') return key;
  const [, encoded = ''] = BASIC.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
};

/** Wrong keys count together, wherever on the node they are tried. */
const limits = new WeakMap<object, AttemptLimit>();

const limitOf = (keys: object): AttemptLimit => {
  const known = limits.get(keys);
  if (known !== undefined) return known;
  const limit = createAttemptLimit({ now: Date.now, most: WRONG_KEYS_A_MINUTE, periodSeconds: 60 });
  limits.set(keys, limit);
  return limit;
};

/** Sessions of browsers, where they count beside keys. */
export interface SessionReading {
  readonly book: Pick<SessionBook, 'recognize'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Identifies the sender of a request by its key or its session, and refuses senders without the right. */
export const createAuthentication = (needs: {
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly isReadingPublic: boolean;
  readonly sessions?: SessionReading | undefined;
  readonly scheme?: KeyScheme;
  /** The access of routes that do not declare it themselves. */
  readonly access?: FastifyRequest['routeOptions']['config']['access'];
}): onRequestAsyncHookHandler => {
  const limit = limitOf(needs.keys);

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Principal | undefined> => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const principal = await needs.keys.authenticate(readKey(authorization, needs.scheme ?? 'Bearer'));
    if (principal !== undefined) return principal;
    const waitSeconds = limit.take(request.ip);
    if (waitSeconds === 0) throw refuse('key-wrong');
    reply.header('retry-after', String(waitSeconds));
    throw refuse('too-many-wrong-keys', { address: request.ip, seconds: waitSeconds });
  };

  const recognize = createRecognition(needs.sessions);

  return async (request, reply) => {
    request.principal = await identify(request, reply);
    // A key that was sent counts, whatever else the browser sends.
    const asPerson = request.headers.authorization === undefined ? await recognize(request) : undefined;
    if (typeof asPerson === 'object') {
      request.signedIn = asPerson;
      request.principal = asPerson.principal;
    }
    const access = request.routeOptions.config.access ?? needs.access ?? 'admin';
    if (access === 'anyone' || (access === 'reading' && needs.isReadingPublic)) return;
    if (asPerson === 'ended') throw refuse('session-ended');
    if (access === 'own') {
      if (request.signedIn === undefined) checkRole(request.principal, 'admin');
    } else
      checkRole(request.principal, access === 'reading' ? 'reader' : access, request.routeOptions.config.operation);
    refuseLimited(request, access);
  };
};

/** A session that is over is as good as none where none is needed. A change by a page of another site is refused. */
const createRecognition = (sessions: SessionReading | undefined) => {
  if (sessions === undefined) return async () => undefined;
  const cookies = createSessionCookies(sessions.publicUrl);
  return async (request: FastifyRequest): Promise<SignedIn | 'ended' | undefined> => {
    const token = cookies.readSession(request);
    if (token === undefined) return undefined;
    const signedIn = await sessions.book.recognize(token);
    if (signedIn === undefined) return 'ended';
    if (!SAFE_METHODS.includes(request.method)) refuseOtherSites(request, sessions);
    return signedIn;
  };
};

/** A limited key reads, and changes only what its limits name: all that no handler compares with them is refused. */
const refuseLimited = ({ principal, routeOptions, params }: FastifyRequest, access: RequiredAccess): void => {
  if (principal?.limits === undefined || access === 'reading' || access === 'reader') return;
  const { isLimitable, tag } = routeOptions.config.operation ?? {};
  const isOther = tag === 'Minters' && !mayUseMinter(principal, (params as { readonly name?: string }).name ?? '');
  if (isLimitable !== true || isOther) throw refuse('role-missing', { reason: 'limited' });
};

export const checkRole = (
  principal: Principal | undefined,
  role: Role,
  { isForCurators = false }: { readonly isForCurators?: boolean } = {},
): void => {
  if (principal === undefined) {
    throw refuse('key-missing', { reason: 'none' });
  }
  if (isAtLeast(principal.role, role)) return;
  // Curators change what is in their collections, whatever else they may; the handler compares the item.
  if (isForCurators && role === 'depositor' && principal.grants?.some((grant) => grant.role === 'curator')) return;
  throw refuse('role-missing', { reason: 'role', role, own: principal.role });
};

/** Returns the owner of the key, on a route that requires one. */
export const principalOf = ({ principal }: Pick<FastifyRequest, 'principal'>): Principal => {
  if (principal === undefined) throw new Error('this route asks for no key');
  return principal;
};

/** Returns the person, on a route that is for people and not for keys. */
export const personOf = ({ signedIn }: Pick<FastifyRequest, 'signedIn'>): SignedIn => {
  if (signedIn === undefined) throw refuse('person-needed');
  return signedIn;
};

/** Returns the author as the history shows it, and the person to whom belongs what they deposit. */
export const authorOf = (request: Pick<FastifyRequest, 'principal'>): Author => {
  const { id, name, person } = principalOf(request);
  return { who: `${name} (${id})`, ...(person !== undefined && { person }) };
};
