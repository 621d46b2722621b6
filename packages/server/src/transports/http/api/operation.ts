import { STATUS_CODES } from 'node:http';
import { Type } from '@fastify/type-provider-typebox';
import type { RequiredAccess } from './authentication.ts';
import { refer } from './schemas.ts';

interface OperationDescription {
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Archives' | 'Identifiers' | 'Items' | 'Minters' | 'Uploads' | 'Statistics' | 'Keys' | 'Node';
  readonly access: RequiredAccess;
  /** What it answers when it was done. */
  readonly answers: Readonly<Record<number, object>>;
  /** Statuses of its refusals, those aside that every operation of its kind has. */
  readonly refusals?: readonly number[];
}

const KEY_REFUSALS = [401, 403, 429];
const ANY_REFUSALS = [400, 500, 503];

/** What the document says of a route, and the access that the route asks for. */
export const describeOperation = ({
  summary,
  description,
  tag,
  access,
  answers,
  refusals = [],
}: OperationDescription) => {
  const statuses = [...new Set([...ANY_REFUSALS, ...KEY_REFUSALS, ...refusals])];
  return {
    config: { access },
    documentation: {
      summary,
      description: description === undefined ? needed(access) : `${description} ${needed(access)}`,
      tags: [tag],
      security: access === 'reading' || access === 'anyone' ? [{}, { key: [] }] : [{ key: [] }],
      response: { ...answers, ...Object.fromEntries(statuses.map((status) => [status, problemResponse(status)])) },
    },
  };
};

const needed = (access: RequiredAccess): string => {
  if (access === 'anyone') return 'Open to everyone.';
  if (access === 'reading') return 'Public, unless the node is configured otherwise.';
  if (access === 'reader') return 'Needs a key.';
  return `Needs a key with the role ${access}${access === 'admin' ? '' : ' or admin'}.`;
};

const problemResponse = (status: number): object => ({
  description: STATUS_CODES[status] ?? '',
  content: { 'application/problem+json': { schema: refer('Problem', '') } },
});

/** An answer without a body. */
export const withoutBody = (description: string, headers: Readonly<Record<string, string>> = {}): object => ({
  type: 'null',
  description,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, meaning]) => [name, { type: 'string', description: meaning }]),
  ),
});

const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
      description: 'The same request sent again under the same key is not carried out again: it gets the first answer',
    }),
  ),
});
