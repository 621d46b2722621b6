import type { ProblemSchema } from './views/problem.ts';
import type { View } from './views/view.ts';

/** RFC 9457 problem details, as a node sends them. */
export type Problem = View<typeof ProblemSchema>;

/** Why a request failed, in the words of the node where it gave any. */
export interface RefusedAnswer extends Partial<Omit<Problem, 'code' | 'status'>> {
  /** The HTTP status of the answer; 0 where none came. */
  readonly status: number;
  /**
   * The node's own code; `unreachable` where no answer came, `stopped` where the caller did not wait for it,
   * `http-` and the status where the answer has no code, `answer-no-json` and `answer-unexpected` where something else
   * than a node of this API answered.
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
