import { mayUseMinter } from '@perene/api';
import { Refusal } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '../../../services/keys/key-ring.ts';
import type { HandleRequester } from '../../../services/noid/handle/handle-rights.ts';
import { readValues } from '../../../services/noid/handle/handle-value.ts';
import type { Handles } from '../../../services/noid/handle/handles.ts';
import { checkRole, createAuthentication } from '../api/authentication.ts';
import { isFromOtherSite } from '../bodies/other-site.ts';
import {
  BAD_REQUEST,
  BUSY,
  FAILED,
  FORBIDDEN,
  type HandleRefusal,
  NOT_SUPPORTED,
  sayProblem,
  UNAUTHENTICATED,
} from './handle-words.ts';

interface HandleServices {
  readonly handles: Handles;
  readonly keys: Pick<KeyRing, 'authenticate'>;
  readonly isReadingPublic: boolean;
}

const MAX_BODY_BYTES = 1_048_576;
const MAX_PAGE_SIZE = 10_000;
const DEFAULT_LOOK_UP_LIMIT = 1_000;
/** Values that a handle is looked up by. */
const MAX_LOOKED_UP = 20;
const METHODS = ['GET', 'PUT', 'POST', 'DELETE'];
const LOOK_UP_SETTINGS = ['limit', 'page'];

/** Ends a request with a refusal. */
class Ended extends Error {
  readonly refusal: HandleRefusal;

  constructor(refusal: HandleRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Serves the API of the Handle System (docs/handles.md): JSON in and out, the key as the password of HTTP Basic. */
export const registerHandles = (server: FastifyInstance, services: HandleServices): void => {
  const { handles } = services;
  server.register(async (routes) => {
    routes.addHook('onRequest', createAuthentication({ ...services, scheme: 'Basic', access: 'anyone' }));
    routes.setErrorHandler((error, request, reply) => send(request, reply, { ...sayError(error, request) }));
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const config = { access: 'anyone' } as const;
    routes.route({
      method: METHODS,
      url: '/api/handles/*',
      config,
      handler: (request, reply) => answerHandle(services, request, reply),
    });
    routes.get('/api/handles', { config }, async (request, reply) => {
      const query = queryOf(request);
      const prefix = query.get('prefix') ?? '';
      if (prefix === '') throw new Ended(BAD_REQUEST);
      requesterOf(request, 'reader');
      const page = readCount(query.get('page'), 0);
      const pageSize = Math.min(readCount(query.get('pageSize'), MAX_PAGE_SIZE), MAX_PAGE_SIZE);
      const { handles: listed, total } = await handles.list(prefix, { page, pageSize });
      const totalCount = total === undefined ? undefined : String(total);
      return send(request, reply, {
        status: 200,
        responseCode: 1,
        prefix,
        totalCount,
        page,
        pageSize,
        handles: listed,
      });
    });
    for (const url of ['/hrls/handles', '/hrls/handles/']) {
      routes.get(url, { config }, async (request, reply) => {
        requesterOf(request, 'reader');
        const query = queryOf(request);
        const pairs = [...query].filter(([name]) => !LOOK_UP_SETTINGS.includes(name));
        // Values are found whole: there is no index of their parts.
        if (pairs.length === 0 || pairs.length > MAX_LOOKED_UP || pairs.some(([, value]) => value.includes('*')))
          throw new Ended(BAD_REQUEST);
        const limit = Math.min(readCount(query.get('limit'), DEFAULT_LOOK_UP_LIMIT), MAX_PAGE_SIZE);
        const found = await handles.lookUp({ pairs, limit, page: readCount(query.get('page'), 0) });
        return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(found));
      });
    }
  });
};

const answerHandle = async (
  { handles, isReadingPublic }: HandleServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const handle = pathAfter(request, '/api/handles/');
  const query = queryOf(request);
  const indexes = query.getAll('index');
  switch (request.method) {
    case 'GET': {
      if (!isReadingPublic && request.principal === undefined) throw new Ended(UNAUTHENTICATED);
      const record = await handles.show(handle, {
        indexes: indexes.map(readIndex),
        types: query.getAll('type'),
        requester: request.principal && requesterOf(request, 'reader'),
        isPublicOnly: query.get('publicOnly') === 'true',
      });
      if (record.problem !== undefined) return send(request, reply, { ...sayProblem(record), handle });
      const { values, isEmpty } = record;
      return send(request, reply, { status: 200, responseCode: isEmpty ? 200 : 1, handle, values });
    }
    case 'PUT': {
      const requester = requesterOf(request, 'depositor');
      const read = readValues(readJson(request.body));
      if ('problem' in read) throw new Ended(sayProblem({ problem: 'value-invalid', what: read.problem }));
      const done = await handles.put(handle, requester, {
        values: read.values,
        indexes: chooseIndexes(indexes, read.values),
        overwrites: query.get('overwrite') !== 'false',
        mintsSuffix: query.get('mintNewSuffix') === 'true',
      });
      if (done.problem !== undefined) return send(request, reply, { ...sayProblem(done), handle });
      return send(request, reply, { status: done.isNew ? 201 : 200, responseCode: 1, handle: done.handle });
    }
    case 'DELETE': {
      const requester = requesterOf(request, 'depositor');
      const done = await handles.remove(handle, requester, indexes.length === 0 ? undefined : indexes.map(readIndex));
      const said = done.problem === undefined ? { status: 200, responseCode: 1 } : sayProblem(done);
      return send(request, reply, { ...said, handle });
    }
    default:
      throw new Ended(NOT_SUPPORTED);
  }
};

/** `index=various` stands for the indexes of the values that are sent. */
const chooseIndexes = (
  indexes: readonly string[],
  values: readonly { readonly index: number }[],
): readonly number[] | undefined => {
  if (indexes.length === 0) return undefined;
  return indexes.includes('various') ? values.map(({ index }) => index) : indexes.map(readIndex);
};

const readIndex = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new Ended(BAD_REQUEST);
  return Number(text);
};

const readCount = (text: string | null, otherwise: number): number => {
  if (text === null || text === '-1') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new Ended(BAD_REQUEST);
  return Number(text);
};

const readJson = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body ?? ''));
  } catch {
    throw new Ended(BAD_REQUEST);
  }
};

/** Returns who asks, with a key of the role; a request that a page of another site made is refused. */
const requesterOf = (request: FastifyRequest, role: 'reader' | 'depositor'): HandleRequester => {
  const { principal, ip, headers } = request;
  checkRole(principal, role);
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
    throw new Ended(sayProblem({ problem: 'handle-invalid' }));
  }
};

const queryOf = ({ originalUrl }: FastifyRequest): URLSearchParams => {
  const mark = originalUrl.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : originalUrl.slice(mark + 1));
};

type Answer = HandleRefusal & { readonly handle?: string; readonly [member: string]: unknown };

const send = (request: FastifyRequest, reply: FastifyReply, { status, message, ...answer }: Answer): FastifyReply => {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="handle"');
  const { responseCode, handle, ...rest } = answer;
  const body = { responseCode, handle, message, ...rest };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json;charset=UTF-8')
    .send(JSON.stringify(body, undefined, queryOf(request).get('pretty') === 'true' ? 2 : undefined));
};

const sayError = (error: unknown, request: FastifyRequest): HandleRefusal => {
  if (error instanceof Ended) return error.refusal;
  if (error instanceof Refusal) {
    if (['key-missing', 'key-wrong', 'too-many-wrong-keys'].includes(error.code)) return UNAUTHENTICATED;
    if (error.code === 'role-missing') return FORBIDDEN;
    return error.code.startsWith('database-') ? BUSY : BAD_REQUEST;
  }
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status < 500) return BAD_REQUEST;
  request.log.error({ err: error }, 'a request to the API of handles failed');
  return FAILED;
};
