/** What the API says of a refused request (RFC 9457). */
export interface ProblemDetails {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly problems: readonly FieldProblem[];
  /** The tombstone, where an item was removed. */
  readonly item?: unknown;
}

interface FieldProblem {
  readonly path: string;
  readonly problem: string;
  readonly expected: string;
}

export class ApiProblem extends Error {
  readonly details: ProblemDetails;

  constructor(details: ProblemDetails) {
    super(details.detail);
    this.details = details;
  }
}

/** Nobody answered: the network, or the node, is away. */
export const UNREACHABLE: ProblemDetails = { status: 0, code: 'unreachable', detail: '', problems: [] };

/** The reader stopped it. */
export const STOPPED: ProblemDetails = { status: 0, code: 'stopped', detail: '', problems: [] };

export const readProblem = (status: number, body: string): ApiProblem => {
  const given = parseObject(body);
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  return new ApiProblem({
    status,
    code: text('code') || `http-${status}`,
    detail: text('detail') || text('title'),
    problems: Array.isArray(given['problems']) ? (given['problems'] as readonly FieldProblem[]) : [],
    item: given['item'],
  });
};

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

export const codeOf = (error: unknown): string => (error instanceof ApiProblem ? error.details.code : 'failed');
