import type { HandleProblem } from '../../../services/noid/handle/handle-answer.ts';
import type { ValueProblem } from '../../../services/noid/handle/handle-value.ts';

/** A refusal as the Handle System tells it: a number of its protocol, a status of HTTP, and words. */
export interface HandleRefusal {
  readonly status: number;
  readonly responseCode: number;
  readonly message?: string;
}

export const UNAUTHENTICATED: HandleRefusal = {
  status: 401,
  responseCode: 402,
  message: 'Authentication needed: send a key of this node as the password of HTTP Basic',
};
export const FORBIDDEN: HandleRefusal = { status: 403, responseCode: 401, message: 'Insufficient permissions' };
export const BAD_REQUEST: HandleRefusal = { status: 400, responseCode: 4, message: 'Malformed request' };
export const NOT_SUPPORTED: HandleRefusal = { status: 405, responseCode: 5, message: 'Operation not supported' };
export const FAILED: HandleRefusal = { status: 500, responseCode: 2, message: 'Unexpected error on the server' };
export const BUSY: HandleRefusal = { status: 503, responseCode: 3, message: 'Server too busy' };

const VALUES: Readonly<Record<ValueProblem, string>> = {
  values: 'Expected 1 to 1000 handle values',
  value: 'Handle value is malformed',
  index: 'Each handle value needs an index of its own, from 1 to 2147483647',
  type: 'Type of a handle value must have 1 to 256 characters and not begin with "_" or ":"',
  secret: 'Secret keys are not kept in handle values: create a key of this node',
  data: 'Data of a handle value does not fit its format',
  ttl: 'ttl must be seconds or a date',
  permissions: 'Permissions must be four digits of 0 and 1',
};

const PROBLEMS: Readonly<Record<Exclude<HandleProblem['problem'], 'value-invalid'>, HandleRefusal>> = {
  'handle-unknown': { status: 404, responseCode: 100 },
  'handle-exists': { status: 409, responseCode: 101, message: 'Handle already exists' },
  'handle-invalid': { status: 400, responseCode: 102, message: 'Invalid handle' },
  'values-unknown': { status: 400, responseCode: 200, message: 'Values not found' },
  'value-exists': { status: 409, responseCode: 201, message: 'Value already exists' },
  'prefix-unknown': { status: 400, responseCode: 301, message: 'Server not responsible for handle' },
  forbidden: FORBIDDEN,
  exhausted: { status: 503, responseCode: 2, message: 'The minter has no names left' },
};

export const sayProblem = (problem: HandleProblem): HandleRefusal =>
  problem.problem === 'value-invalid'
    ? { status: 400, responseCode: 202, message: VALUES[problem.what] }
    : PROBLEMS[problem.problem];
