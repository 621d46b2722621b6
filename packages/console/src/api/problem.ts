import type { Item, Problem, RefusedAnswer } from '@perene/api';

/** The details that the API gives of a refused request (RFC 9457). */
export interface ProblemDetails {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** The parameters of the code. */
  readonly parameters?: object | undefined;
  readonly problems: NonNullable<Problem['problems']>;
  /** The tombstone, if the item was removed. */
  readonly item?: Item | undefined;
}

export class ApiProblem extends Error {
  readonly details: ProblemDetails;

  constructor(details: ProblemDetails) {
    super(details.detail);
    this.details = details;
  }

  static of({ status, code, detail, title, parameters, problems = [], item }: RefusedAnswer): ApiProblem {
    return new ApiProblem({ status, code, detail: detail ?? title ?? '', parameters, problems, item });
  }
}

/** No answer came, because the network or the node is away. */
export const UNREACHABLE: ProblemDetails = { status: 0, code: 'unreachable', detail: '', problems: [] };

/** The reader stopped the request. */
export const STOPPED: ProblemDetails = { status: 0, code: 'stopped', detail: '', problems: [] };

export const codeOf = (error: unknown): string => (error instanceof ApiProblem ? error.details.code : 'failed');
