import {
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
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { IdempotencyMemory } from './idempotency-memory.ts';
import { answerOnce } from './repeatable.ts';

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
  /** Headers of the answer, also where it is given again. */
  readonly headers?: (answer: WrittenAnswerOf<Id>) => Readonly<Record<string, string>>;
  readonly maxBodyBytes?: number;
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
  (id, handle, { headers, maxBodyBytes, isRememberedByHandler = false } = {}) => {
    const operation: Operation = OPERATIONS[id];
    const { method, path, access, answer: described } = operation;
    api.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access, operation },
      schema: schemaOf(operation),
      ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
      async handler(request, reply) {
        const work = async () => handle(request as Parameters<typeof handle>[0], reply);
        const isRemembered = operation.isRepeatable && !isRememberedByHandler && request.principal !== undefined;
        const answer = await (isRemembered ? answerOnce(memory, request, work) : work());
        reply.code(described.status).headers({ ...headers?.(answer) });
        return reply.send(described.body === undefined ? undefined : answer);
      },
    });
  };

const schemaOf = (operation: Operation): NonNullable<RouteOptions['schema']> => {
  const { params, query = NOTHING, body } = operation;
  return {
    querystring: query,
    headers: headersOf(operation),
    ...(params && { params }),
    ...(body && { body: bodyOf(operation, body) }),
  };
};

const bodyOf = ({ formPart, isBodyOptional }: Operation, body: NonNullable<Operation['body']>): unknown => {
  // Forms are checked as they are read.
  if (formPart !== undefined) return { content: { 'application/json': { schema: body } } };
  return isBodyOptional ? Type.Union([body, Type.Null()]) : body;
};
