import { STATUS_CODES } from 'node:http';
import { type Misfit, REFUSALS, Refusal, type RefusalCode, type RefusalParameters, refuse } from '@perene/api/refusals';
import { describe, type Language } from '@perene/api/words';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { prefersHtml } from './negotiation/media-types.ts';
import { languageOf, preferredLanguage } from './negotiation/page-language.ts';
import { html } from './pages/html.ts';
import { renderLayout } from './pages/layout.ts';
import type { Site } from './pages/site.ts';
import { PAGE_TEXTS } from './pages/texts.ts';

/** RFC 9457, with the code of docs/refusals.md and whatever else a program can use. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly code?: RefusalCode;
  readonly [member: string]: unknown;
}

type TombstoneCode = 'item-removed' | 'item-withdrawn';

/** A refusal that shows an item beside its parameters. */
export class TombstoneRefusal extends Refusal {
  readonly item: object;

  constructor(code: TombstoneCode, parameters: RefusalParameters[TombstoneCode], item: object) {
    super(code, parameters);
    this.item = item;
  }
}

/** The refusals that stand for Fastify's own, by status. */
const REFUSALS_OF_STATUSES: Readonly<Record<number, (text: string) => Refusal>> = {
  400: (text) => refuse('request-invalid', { reason: 'http', text }),
  406: (text) => refuse('request-invalid', { reason: 'http', text }),
  413: (text) => refuse('request-too-large', { reason: 'http', text }),
  415: (text) => refuse('media-type-unsupported', { reason: 'http', text }),
  431: () => refuse('head-too-large'),
};

/** Statuses whose cause is only logged, because it is inside this node. */
const KEPT_INSIDE = [500, 503];
/** Codes with such a status whose cause is told, because the client can do something about it, or has to know. */
const TOLD: readonly RefusalCode[] = [
  'search-too-slow',
  'too-many-uploads',
  'too-many-waiting',
  'changes-unready',
  'zip-unready',
  'file-damaged',
  'database-away',
];
const RETRY_SECONDS = '10';
const INSIDE = { code: 'failed-inside' } as const;

const isTold = (code: RefusalCode | undefined): boolean => code !== undefined && TOLD.includes(code);

export const describeProblem = (error: unknown, language: Language): Problem => {
  const refusal = refusalOf(error);
  if (refusal === undefined) return describeOther(error, language);
  const { code } = refusal;
  const status = REFUSALS[code].http;
  const isInside = KEPT_INSIDE.includes(status) && !isTold(code);
  return {
    type: `/docs/refusals#${code}`,
    title:
      code === 'address-unknown' ? 'Not found' : `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`,
    status,
    detail: isInside ? describe(INSIDE, language) : describe(refusal, language),
    code,
    ...(!isInside && { parameters: refusal.parameters, ...membersOf(refusal) }),
  };
};

/** An error of a library keeps its status; any other error is a defect. */
const describeOther = (error: unknown, language: Language): Problem => {
  const given = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const status = given >= 400 && given < 500 ? given : 500;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? '',
    status,
    ...(status === 500 && { detail: describe(INSIDE, language) }),
  };
};

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply =>
  reply.send(writeProblem(request, reply, error));

/** Sets the status and the headers of the problem, and returns the body. */
export const writeProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown): string => {
  const isPage = prefersHtml(request);
  const { originalUrl, headers } = request;
  const language = isPage ? languageOf(originalUrl, headers) : preferredLanguage(headers['accept-language'] ?? '');
  const problem = describeProblem(error, language);
  // What clients bring about by themselves is no error of the node.
  if (problem.status >= 500) request.log[isTold(problem.code) ? 'warn' : 'error']({ err: error }, 'failed');
  if (problem.status === 503) reply.header('retry-after', RETRY_SECONDS);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="perene"');
  reply.code(problem.status).header('content-language', language);
  if (!isPage) {
    reply.type('application/problem+json').header('vary', 'accept, accept-language');
    return JSON.stringify(problem);
  }
  reply.type('text/html; charset=utf-8').header('vary', 'accept, accept-language, cookie');
  return renderProblem(problem, { url: originalUrl, language, site: request.server.site });
};

/** Refusals that readers may meet have sentences of their own; the others are for users of the API. */
const renderProblem = (
  { title, status, detail = '', code }: Problem,
  { url, language, site }: { readonly url: string; readonly language: Language; readonly site: Site },
): string => {
  const texts = PAGE_TEXTS[language];
  const [known = language === 'en' ? title : texts.refused, advice] = texts.problem[code ?? ''] ?? [];
  return renderLayout({
    title: known,
    language,
    url,
    site,
    main:
      advice === undefined
        ? html`<h1>${known}</h1><p>${detail}</p>`
        : html`<h1>${known}</h1><p>${advice}</p><p class="faint">${detail}</p>`,
    note: [status, code].filter((part) => part !== undefined).join(' '),
  });
};

const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode, validation, validationContext, message: text } = error as FastifyError;
  if (validation !== undefined) return invalidRequest(validation, validationContext ?? 'body');
  return REFUSALS_OF_STATUSES[statusCode ?? 500]?.(text);
};

type ValidationProblem = Pick<NonNullable<FastifyError['validation']>[number], 'instancePath' | 'keyword' | 'message'>;

const MAX_PROBLEMS = 100;

export const invalidRequest = (errors: readonly ValidationProblem[], where: string): Refusal => {
  const problems = errors
    // Each unknown property is also reported by itself.
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .slice(0, MAX_PROBLEMS)
    .map(({ instancePath, keyword, message = 'is wrong' }) =>
      keyword === 'boolean'
        ? { path: `${where}${instancePath}`, problem: 'request/unknown-key', expected: 'must not be there' }
        : { path: `${where}${instancePath}`, problem: `request/${keyword}`, expected: message },
    );
  return refuse('request-invalid', { reason: 'schema', problems });
};

/** Members beside the code, for programs that do not read `parameters`. */
const membersOf = (refusal: Refusal): Readonly<Record<string, unknown>> => {
  const parameters: Partial<Misfit & { readonly problems: readonly object[] }> = refusal.parameters;
  const { position, expected, problems } = parameters;
  return {
    ...(position !== undefined && { position, expected }),
    ...(problems?.every((problem) => 'path' in problem) && { problems }),
    ...(refusal instanceof TombstoneRefusal && { item: refusal.item }),
  };
};
