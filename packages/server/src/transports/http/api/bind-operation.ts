import type { Readable } from 'node:stream';
import {
  BODILESS,
  type BodyOf,
  type HeadersOf,
  headersOf,
  NOTHING,
  OPERATIONS,
  type Operation,
  type OperationId,
  type ParamsOf,
  type QueryOf,
  type RequiredAccess,
  type WrittenAnswerOf,
} from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { answerOnce } from './answer-once.ts';
import type { IdempotencyMemory } from './idempotency-memory.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RequiredAccess;
    operation?: Operation;
  }
}

/** A request whose parts were checked by the schemas of its operation. */
export type ApiRequest<Id extends OperationId> = FastifyRequest<{
  Params: ParamsOf<Id>;
  Querystring: QueryOf<Id>;
  Headers: HeadersOf<Id>;
  Body: (typeof OPERATIONS)[Id] extends { readonly isBodyOptional: true } ? BodyOf<Id> | null : BodyOf<Id>;
}>;

interface Options<Id extends OperationId> {
  /** Headers of the answer, which are sent again with a repeated answer. */
  readonly headers?: (answer: WrittenAnswerOf<Id>) => Readonly<Record<string, string>>;
  /** Writes the answer in another form than JSON, if the request asks for one. */
  readonly render?: (
    request: ApiRequest<Id>,
    reply: FastifyReply,
    answer: WrittenAnswerOf<Id>,
  ) => { readonly mediaType: string; readonly content: Buffer | Readable } | undefined;
  readonly maxBodyBytes?: number;
  readonly isSearch?: true;
  /** Whether the handler itself remembers repeated requests. */
  readonly isRememberedByHandler?: true;
}

/** Gives an operation of the table its handler: route, checks, access, status and repetition follow from the table. */
export type Bind = <Id extends OperationId>(
  id: Id,
  handle: (request: ApiRequest<Id>, reply: FastifyReply) => Promise<WrittenAnswerOf<Id>> | WrittenAnswerOf<Id>,
  options?: Options<Id>,
) => void;

export const createBind =
  (api: FastifyInstance, memory: IdempotencyMemory): Bind =>
  (id, handle, { headers, render, maxBodyBytes, isSearch, isRememberedByHandler = false } = {}) => {
    const operation: Operation = OPERATIONS[id];
    const { method, path, access, answer: described } = operation;
    api.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access, operation, ...(isSearch && { isSearch }) },
      schema: schemaOf(operation),
      onRequest: checkMediaType(operation),
      ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
      async handler(request, reply) {
        const work = async () => handle(request as Parameters<typeof handle>[0], reply);
        const isRemembered = operation.isRepeatable && !isRememberedByHandler && request.principal !== undefined;
        const answer = await (isRemembered ? answerOnce(memory, request, work) : work());
        reply.code(described.status).headers({ ...headers?.(answer) });
        const rendered = render?.(request as Parameters<typeof handle>[0], reply, answer);
        if (rendered !== undefined) return reply.type(rendered.mediaType).send(rendered.content);
        return reply.send(described.body === undefined ? undefined : answer);
      },
    });
  };

/** Refuses a body of another type than the operation takes before it is read. */
const checkMediaType = ({ method, bytes, formPart }: Operation): onRequestHookHandler => {
  const taken = [bytes ?? 'application/json', ...(formPart === undefined ? [] : ['multipart/form-data'])];
  return ({ mediaType }, _reply, done) => {
    const isTaken = mediaType === undefined ? bytes === undefined : taken.includes(mediaType);
    if (isTaken || BODILESS.includes(method)) return done();
    return done(refuse('media-type-unsupported', { reason: 'other', expected: taken.join(', ') }));
  };
};

const schemaOf = (operation: Operation): NonNullable<RouteOptions['schema']> => {
  const { method, params, query = NOTHING, bytes, formPart } = operation;
  // Forms are checked as they are read.
  const hasCheckedBody = !BODILESS.includes(method) && bytes === undefined && formPart === undefined;
  return {
    querystring: query,
    headers: headersOf(operation),
    ...(params && { params }),
    ...(hasCheckedBody && { body: bodyOf(operation) }),
  };
};

/** An operation that needs no body accepts an empty one. */
const bodyOf = ({ body, isBodyOptional }: Operation): TSchema => {
  if (body !== undefined && !isBodyOptional) return body;
  return Type.Union([body ?? NOTHING, Type.Null()]);
};
