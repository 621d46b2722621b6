import { type BodyOf, OPERATIONS } from '@perene/api';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../problems.ts';

/** Operations whose body may be a form with JSON in its first part; their handlers check it. */
type FormId = 'depositItem' | 'offerTransfer' | 'addDraftFiles';

/** Checks JSON with the schema of its operation, whether it is the body or a part of it. */
export const checkBody = <Id extends FormId>(
  request: FastifyRequest,
  id: Id,
  value: unknown,
  where = 'body',
): BodyOf<Id> => {
  const { error } = request.compileValidationSchema(OPERATIONS[id].body, 'body')(value) as unknown as {
    readonly error?: Parameters<typeof invalidRequest>[0];
  };
  if (error !== undefined) throw invalidRequest(error, where);
  return value as BodyOf<Id>;
};
