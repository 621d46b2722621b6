import type { ProblemSchema } from './views/problem.ts';
import type { View } from './views/view.ts';

/** RFC 9457 problem details, as a node sends them. */
export type Problem = View<typeof ProblemSchema>;

/** Why a request failed, in the words of the node if it gave any. */
export interface RefusedAnswer extends Partial<Omit<Problem, 'code' | 'status'>> {
  /** The HTTP status of the answer; 0 if no answer came. */
  readonly status: number;
  /**
   * The code of the node. Other codes: `unreachable` if no answer came, `stopped` if the caller did not wait for it,
   * `http-` and the status if the answer has no code, `answer-no-json` and `answer-unexpected` if the answer did not
   * come from a node with this API.
   */
  readonly code: string;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** All members of the problem that the node sent. */
  readonly problem: RefusedAnswer;

  constructor(problem: RefusedAnswer) {
    super(problem.detail ?? problem.title ?? problem.code, { cause: problem.cause });
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
  }

  static of(problem: RefusedAnswer): ApiError {
    return new ApiError(problem);
  }
}

export const problemOf = (status: number, text: string): RefusedAnswer => {
  const given = parseObject(text);
  return { ...given, status, code: typeof given.code === 'string' ? given.code : `http-${status}` };
};

const parseObject = (text: string): Partial<Problem> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};
