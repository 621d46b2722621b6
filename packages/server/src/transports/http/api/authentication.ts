import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Role } from '../../../ports/api-keys.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { KeyRing, Principal } from '../../../services/keys/key-ring.ts';
import { createWrongKeyLimit } from './wrong-key-limit.ts';

/** `reading` is open to everyone where reading is public, `anyone` always; a wrong key is refused everywhere. */
export type RequiredAccess = Role | 'reading' | 'anyone';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RequiredAccess;
  }
  interface FastifyRequest {
    principal: Principal | undefined;
  }
}

const RANKS: Readonly<Record<Role, number>> = { reader: 1, depositor: 2, admin: 3 };
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

/** Finds out who asks, and refuses who may not. */
export const createAuthentication = (needs: {
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly isReadingPublic: boolean;
  readonly scheme?: KeyScheme;
}): onRequestAsyncHookHandler => {
  const limit = createWrongKeyLimit();

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Principal | undefined> => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const principal = await needs.keys.authenticate(readKey(authorization, needs.scheme ?? 'Bearer'));
    if (principal !== undefined) return principal;
    const waitSeconds = limit.take(request.ip);
    if (waitSeconds === 0) throw new Refusal('key-wrong', 'this key is wrong or was revoked: ask for another');
    reply.header('retry-after', String(waitSeconds));
    throw new Refusal('too-many-wrong-keys', `too many wrong keys came from ${request.ip}: wait ${waitSeconds} s`);
  };

  return async (request, reply) => {
    request.principal = await identify(request, reply);
    const access = request.routeOptions.config.access ?? 'admin';
    if (access === 'anyone' || (access === 'reading' && needs.isReadingPublic)) return;
    checkRole(request.principal, access === 'reading' ? 'reader' : access);
  };
};

export const checkRole = (principal: Principal | undefined, role: Role): void => {
  if (principal === undefined) {
    throw new Refusal('key-missing', 'this needs a key: send it as "Authorization: Bearer KEY"');
  }
  if (RANKS[principal.role] >= RANKS[role]) return;
  throw new Refusal('role-missing', `this needs a key with the role ${role}, and this one is a ${principal.role}'s`);
};

/** Who acts, on a route that asks for a key. */
export const principalOf = ({ principal }: FastifyRequest): Principal => {
  if (principal === undefined) throw new Error('this route asks for no key');
  return principal;
};

/** As the history shows it. */
export const authorOf = (request: FastifyRequest): { readonly who: string } => {
  const { id, name } = principalOf(request);
  return { who: `${name} (${id})` };
};
