import { mayUseMinter } from '@perene/api';
import { Refusal } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import { parseAnvl, writeAnvlPair } from '../../../services/noid/ezid/anvl.ts';
import type { EzidAnswer, EzidRequester } from '../../../services/noid/ezid/ezid-answer.ts';
import type { Registrations } from '../../../services/noid/ezid/registrations.ts';
import { checkRole, createAuthentication } from '../api/authentication.ts';
import { isFromOtherSite } from '../bodies/other-site.ts';
import {
  BAD,
  BUSY,
  FORBIDDEN,
  INTERNAL,
  METHOD_NOT_ALLOWED,
  type StatusLine,
  sayAnvlProblem,
  sayProblem,
  UNAUTHORIZED,
} from './ezid-words.ts';

interface EzidServices {
  readonly registrations: Registrations;
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly isReadingPublic: boolean;
  readonly isSecure: boolean;
  readonly version: string;
}

const MAX_BODY_BYTES = 1_048_576;
const SESSION_SECONDS = 86_400;
const SESSION = 'sessionid';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** Ends a request with a status line. */
class Ended extends Error {
  readonly said: StatusLine;

  constructor(said: StatusLine) {
    super(said.line);
    this.said = said;
  }
}

/** Serves EZID's API (docs/ezid.md): ANVL in and out, the key as the password of HTTP Basic or in a cookie. */
export const registerEzid = (server: FastifyInstance, services: EzidServices): void => {
  const { registrations } = services;
  server.register(async (routes) => {
    routes.addHook('onRequest', async (request) => useSession(request));
    routes.addHook('onRequest', createAuthentication({ ...services, scheme: 'Basic', access: 'anyone' }));
    routes.setErrorHandler((error, request, reply) => send(reply, sayError(error, request)));
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const serve = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
      routes.route({ method: METHODS, url, config: { access: 'anyone' }, handler });

    serve('/shoulder/*', async (request, reply) => {
      if (request.method !== 'POST') throw new Ended(METHOD_NOT_ALLOWED);
      const requester = requesterOf(request);
      const metadata = readMetadata(request);
      readQuery(request, {});
      return sendAnswer(reply, await registrations.mint(pathAfter(request, '/shoulder/'), requester, metadata), 201);
    });
    serve('/id/*', (request, reply) => answerId(services, request, reply));
    serve('/login', async (request, reply) => {
      if (request.method !== 'GET') throw new Ended(METHOD_NOT_ALLOWED);
      readQuery(request, {});
      requesterOf(request);
      reply.header('set-cookie', writeCookie(keyOf(request), services.isSecure, SESSION_SECONDS));
      return send(reply, { status: 200, line: 'success: session cookie returned' });
    });
    serve('/logout', async (request, reply) => {
      if (request.method !== 'GET') throw new Ended(METHOD_NOT_ALLOWED);
      readQuery(request, {});
      reply.header('set-cookie', writeCookie('', services.isSecure, 0));
      return send(reply, { status: 200, line: 'success: authentication credentials flushed' });
    });
    serve('/status', async (request, reply) => {
      if (request.method !== 'GET') throw new Ended(METHOD_NOT_ALLOWED);
      const { subsystems = '' } = readQuery(request, { subsystems: undefined, detailed: ['yes', 'no'] });
      // There is nothing outside this node that it would depend on.
      if (subsystems !== '' && subsystems !== '*') throw new Ended(BAD.subsystem);
      return send(reply, { status: 200, line: 'success: EZID is up' });
    });
    serve('/version', async (request, reply) => {
      if (request.method !== 'GET') throw new Ended(METHOD_NOT_ALLOWED);
      return reply.type('text/plain; charset=utf-8').send(services.version);
    });
  });
};

const answerId = async (
  { registrations, isReadingPublic }: EzidServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const id = pathAfter(request, '/id/');
  switch (request.method) {
    case 'GET': {
      if (!isReadingPublic && request.principal === undefined) throw new Ended(UNAUTHORIZED);
      const { prefix_match: match } = readQuery(request, { prefix_match: ['yes', 'no'] });
      const record = await registrations.view(id, {
        matchesPrefix: match === 'yes',
        isStranger: request.principal === undefined,
      });
      if ('problem' in record) return send(reply, sayProblem(record.problem));
      const lieu = record.inLieuOf === undefined ? '' : ` in_lieu_of ${record.inLieuOf}`;
      const body = record.pairs.map(([label, value]) => writeAnvlPair(label, value)).join('');
      return send(reply, { status: 200, line: `success: ${record.id}${lieu}` }, body);
    }
    case 'PUT': {
      const requester = requesterOf(request);
      const metadata = readMetadata(request);
      const { update_if_exists: updates } = readQuery(request, { update_if_exists: ['yes', 'no'] });
      const asked = { metadata, updatesExisting: updates === 'yes' };
      return sendAnswer(reply, await registrations.create(id, requester, asked), 201);
    }
    case 'POST': {
      const requester = requesterOf(request);
      const metadata = readMetadata(request);
      readQuery(request, {});
      return sendAnswer(reply, await registrations.update(id, requester, metadata), 200);
    }
    default: {
      const requester = requesterOf(request);
      readQuery(request, {});
      return sendAnswer(reply, await registrations.remove(id, requester), 200);
    }
  }
};

/** A cookie of `/login` stands for the header; browsers do not send it from other sites. */
const useSession = ({ headers }: FastifyRequest): void => {
  if (headers.authorization !== undefined) return;
  const [, key] =
    /(?:^|;\s*)sessionid=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,512})/.exec(headers.cookie ?? '') ?? [];
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
};

const writeCookie = (value: string, isSecure: boolean, seconds: number): string =>
  `${SESSION}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

const keyOf = ({ headers: { authorization = '' } }: FastifyRequest): string => {
  const [, scheme = '', given = ''] = /^(\S+) +(\S+)/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return given;
  const text = Buffer.from(given, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
};

/** Returns who asks, with a key that may bind; a request that a page of another site made is refused. */
const requesterOf = (request: FastifyRequest): EzidRequester => {
  const { principal, ip, headers } = request;
  checkRole(principal, 'depositor');
  if (principal === undefined || isFromOtherSite(headers)) throw new Ended(FORBIDDEN);
  const isMaster = principal.role === 'steward' || principal.role === 'admin';
  const mayUse = (minter: string) => mayUseMinter(principal, minter);
  return { name: principal.name, person: principal.person, isMaster, contact: `${principal.name}@${ip}`, mayUse };
};

const pathAfter = ({ originalUrl }: FastifyRequest, start: string): string => {
  const [path = ''] = originalUrl.split('?', 1);
  const text = path.slice(path.indexOf(start) + start.length);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads the parameters; undefined allows any value. */
const readQuery = <Name extends string>(
  { originalUrl }: FastifyRequest,
  allowed: Readonly<Record<Name, readonly string[] | undefined>>,
): Readonly<Partial<Record<Name, string>>> => {
  const mark = originalUrl.indexOf('?');
  const given: Partial<Record<Name, string>> = {};
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : originalUrl.slice(mark + 1))) {
    if (!Object.hasOwn(allowed, name)) throw new Ended(BAD.parameter(name.replaceAll(/[^ -~]/g, '?').slice(0, 100)));
    const words = allowed[name as Name];
    const word = words === undefined ? value : value.toLowerCase();
    if (words !== undefined && !words.includes(word)) throw new Ended(BAD.value(name));
    given[name as Name] = word;
  }
  return given;
};

const readMetadata = ({ headers, body }: FastifyRequest): ReadonlyMap<string, string> => {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  if ((type !== '' && type !== 'text/plain') || (charset !== undefined && charset.replaceAll('"', '') !== 'utf-8')) {
    throw new Ended(BAD.contentType);
  }
  let text: string;
  try {
    text = body === undefined || body === null ? '' : DECODER.decode(body as Buffer);
  } catch {
    throw new Ended(BAD.encoding);
  }
  const answer = parseAnvl(text);
  if ('problem' in answer) throw new Ended(sayAnvlProblem(answer.problem));
  return answer.pairs;
};

const sendAnswer = (reply: FastifyReply, answer: EzidAnswer, status: number): FastifyReply =>
  send(reply, answer.problem === undefined ? { status, line: `success: ${answer.id}` } : sayProblem(answer.problem));

const send = (reply: FastifyReply, { status, line }: StatusLine, body = ''): FastifyReply => {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="EZID"');
  const [, label = '', value = ''] = /^(\w+): (.*)$/s.exec(line) ?? [];
  const first = writeAnvlPair(label, value);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(body === '' ? first.trimEnd() : first + body);
};

const sayError = (error: unknown, request: FastifyRequest): StatusLine => {
  if (error instanceof Ended) return error.said;
  if (error instanceof Refusal) {
    if (['key-missing', 'key-wrong', 'too-many-wrong-keys'].includes(error.code)) return UNAUTHORIZED;
    if (error.code === 'role-missing') return FORBIDDEN;
    if (error.code === 'value-too-large') return BAD.tooLarge;
    return error.code.startsWith('database-') ? BUSY : BAD.body;
  }
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status < 500) return BAD.body;
  request.log.error({ err: error }, 'an EZID request failed');
  return INTERNAL;
};
