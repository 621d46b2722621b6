import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type RefusalCode } from '../../refusals/refusal.ts';
import { MetadataRefusal } from '../../services/archive/check-description.ts';
import { prefersHtml } from './page.ts';
import { html } from './pages/html.ts';
import { renderLayout } from './pages/layout.ts';
import { languageOf } from './pages/page-language.ts';
import { PAGE_TEXTS } from './pages/texts.ts';
import { STATUS_OF_REFUSALS } from './refusal-statuses.ts';

/** RFC 9457, with the code of docs/refusals.md and whatever else a program can use. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code?: RefusalCode;
  readonly [member: string]: unknown;
}

/** A refusal that says more to programs than its message says to people. */
export class DetailedRefusal extends Refusal {
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: RefusalCode, message: string, members: Readonly<Record<string, unknown>>) {
    super(code, message);
    this.members = members;
  }
}

/** Fastify's own refusals, by what they mean. */
const CODES_OF_STATUSES: Readonly<Record<number, RefusalCode>> = {
  400: 'request-invalid',
  404: 'address-unknown',
  406: 'request-invalid',
  413: 'request-too-large',
  415: 'media-type-unsupported',
  431: 'request-too-large',
};

/** What went wrong inside stays inside, in the log; what went wrong elsewhere does not. */
const KEPT_INSIDE = [500, 503];
const INSIDE = 'this node cannot do it now: its log says why, under the id of this request';

export const describeProblem = (error: unknown): Problem => {
  const refusal = refusalOf(error);
  if (refusal === undefined) return describeOther(error);
  const { code, message } = refusal;
  const status = STATUS_OF_REFUSALS[code];
  return {
    type: `/docs/refusals#${code}`,
    title:
      code === 'address-unknown' ? 'Not found' : `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`,
    status,
    detail: KEPT_INSIDE.includes(status) ? INSIDE : message,
    code,
    ...membersOf(refusal),
  };
};

/** A library's own refusal keeps its status; the rest are defects. */
const describeOther = (error: unknown): Problem => {
  const given = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const status = given >= 400 && given < 500 ? given : 500;
  return { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, ...(status === 500 && { detail: INSIDE }) };
};

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
  const problem = describeProblem(error);
  if (problem.status >= 500) request.log.error({ err: error }, 'failed');
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="perene"');
  reply.code(problem.status);
  return prefersHtml(request)
    ? reply
        .type('text/html; charset=utf-8')
        .header('vary', 'accept, accept-language, cookie')
        .send(renderProblem(problem, request))
    : reply.type('application/problem+json').header('vary', 'accept').send(JSON.stringify(problem));
};

/** Refusals that readers meet have sentences of their own; the others are for those who know the API. */
const renderProblem = (
  { title, status, detail = '', code }: Problem,
  { originalUrl, headers }: Pick<FastifyRequest, 'originalUrl' | 'headers'>,
): string => {
  const language = languageOf(originalUrl, headers);
  const [known, advice] = PAGE_TEXTS[language].problem[code ?? ''] ?? [];
  return renderLayout({
    title: known ?? title,
    language,
    url: originalUrl,
    main:
      known === undefined
        ? html`<h1 lang="en">${title}</h1><p lang="en">${detail}</p>`
        : html`<h1>${known}</h1><p>${advice}</p><p class="faint" lang="en">${detail}</p>`,
    note: [status, code].filter((part) => part !== undefined).join(' '),
  });
};

const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode, validation, validationContext, message } = error as FastifyError;
  if (validation !== undefined) return invalidRequest(validation, validationContext ?? 'body');
  const code = CODES_OF_STATUSES[statusCode ?? 500];
  return code && new Refusal(code, message);
};

type ValidationProblem = Pick<NonNullable<FastifyError['validation']>[number], 'instancePath' | 'keyword' | 'message'>;

const MAX_PROBLEMS = 100;

export const invalidRequest = (errors: readonly ValidationProblem[], where: string): DetailedRefusal => {
  const problems = errors
    // Each property that is not foreseen is reported for itself as well.
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .slice(0, MAX_PROBLEMS)
    .map(({ instancePath, keyword, message = 'is wrong' }) =>
      keyword === 'boolean'
        ? { path: `${where}${instancePath}`, problem: 'request/unknown-key', expected: 'must not be there' }
        : { path: `${where}${instancePath}`, problem: `request/${keyword}`, expected: message },
    );
  const [first] = problems;
  return new DetailedRefusal('request-invalid', `${first?.path ?? where} ${first?.expected ?? 'is wrong'}`, {
    problems,
  });
};

const membersOf = (refusal: Refusal): Readonly<Record<string, unknown>> => {
  if (refusal instanceof DetailedRefusal) return refusal.members;
  return refusal instanceof MetadataRefusal ? { problems: refusal.problems } : {};
};
