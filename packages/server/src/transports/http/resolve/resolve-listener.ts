import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Network } from '@perene/core/item';
import type { Resolution, ResolverOperations } from '../../../services/resolver/resolution.ts';
import { createOutbox } from '../outbox.ts';
import { askedLanguage, languageCookie, languageOf } from '../pages/page-language.ts';
import { describeProblem, type Problem } from '../problems.ts';
import type { RequestListener } from '../request-listener.ts';
import { nameRequest } from '../request-log.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { type BodyForm, chooseBody } from './choose-body.ts';
import { createAddressReader } from './client-addresses.ts';
import { describeProblemOf } from './describe-problem.ts';
import { isPersistentUrl } from './is-persistent-url.ts';
import { describeUnresolved, type Unresolved } from './notice.ts';
import { renderNotice, writeNotice } from './render-notice.ts';
import { createResolutionLog } from './resolution-log.ts';
import { safeLocation } from './safe-location.ts';
import { LANGUAGE_TAGS } from './sentences.ts';

export interface ResolveNeeds {
  readonly resolver: ResolverOperations;
  readonly trustedProxies: readonly Network[];
  /** What persistent URLs begin with, without a slash at its end. */
  readonly resolverUrl: string;
  /** Of redirects. */
  readonly cacheControl: string;
}

const PREFETCH = /\bprefetch\b/i;
/** A redirect has no body that could do anything; only where it came from is nobody's business. */
const CONSTANT_HEADERS = ['referrer-policy', SECURITY_HEADERS['referrer-policy'], 'content-length', '0'];
const MEDIA_TYPES: Readonly<Record<BodyForm, string>> = {
  html: 'text/html; charset=utf-8',
  problem: 'application/problem+json',
  text: 'text/plain; charset=utf-8',
};

/**
 * `GET /<ibi>...`: redirects to the item, or tells what became of the search (RTC-11 section 8). Most of what a
 * resolver does is this, so that it is answered before the router.
 */
export const createResolveListener = (needs: ResolveNeeds): RequestListener => {
  const readAddresses = createAddressReader(needs.trustedProxies);
  const writeLog = createResolutionLog();

  const note = ({ request, requestId, target, start, watchers }: Visit, answered: Answered): void => {
    const { method = '' } = request;
    const milliseconds = performance.now() - start;
    watchers.metrics.countResolution(answered.outcome);
    writeLog(watchers.log, { request: requestId, method, target, milliseconds, ...answered });
  };
  const finish = (visit: Visit, resolution: Resolution): Answered => {
    const answered = answer(visit, resolution, needs);
    note(visit, answered);
    return answered;
  };
  /** How long others took to answer is worth knowing; what is remembered takes no time. */
  const finishLate = (visit: Visit, resolution: Resolution): void => {
    const { status } = finish(visit, resolution);
    const { request, start, watchers } = visit;
    const seconds = (performance.now() - start) / 1_000;
    watchers.metrics.observeRequest({ method: request.method ?? '', route: 'resolution', status, seconds });
  };
  const fail = (visit: Visit, error: unknown): void => {
    visit.watchers.log.error({ err: error, request: visit.requestId }, 'failed');
    const failure = { unresolved: { kind: 'failed' }, problem: describeProblem(error) } as const;
    if (visit.response.headersSent) visit.response.destroy();
    else note(visit, sendNotice(visit, failure, needs));
  };

  return (request, response, watchers) => {
    const { url: target = '', method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !isPersistentUrl(target)) return false;
    const visit: Visit = {
      request,
      response,
      watchers,
      target,
      requestId: nameRequest(request),
      start: performance.now(),
    };
    try {
      const asked = {
        target,
        clientAddresses: readAddresses(request),
        languages: request.headers['accept-language'],
        isCounted: method === 'GET' && !isPrefetch(request),
      };
      const recalled = needs.resolver.recall(asked);
      if (recalled !== undefined) finish(visit, recalled);
      else {
        needs.resolver
          .resolve(asked)
          .then((resolution) => finishLate(visit, resolution))
          .catch((error: unknown) => fail(visit, error));
      }
    } catch (error) {
      fail(visit, error);
    }
    return true;
  };
};

/** Browsers that look ahead, and nobody knows whether anyone will. */
const isPrefetch = ({ headers }: IncomingMessage): boolean => {
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return purpose !== undefined && PREFETCH.test(String(purpose));
};

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly watchers: Parameters<RequestListener>[2];
  readonly requestId: string;
  readonly target: string;
  /** By the clock of `performance`. */
  readonly start: number;
}

interface Answered {
  readonly outcome: Resolution['kind'] | Unresolved['kind'];
  readonly status: number;
}

const answer = (visit: Visit, resolution: Resolution, needs: ResolveNeeds): Answered => {
  const location = resolution.kind === 'found' ? safeLocation(resolution.url) : undefined;
  if (resolution.kind === 'found' && location !== undefined) {
    return sendRedirect(visit, { location, isByLanguage: resolution.isByLanguage }, needs);
  }
  const unresolved: Unresolved =
    resolution.kind === 'found' ? { kind: 'unusable', ibi: resolution.ibi, archive: resolution.archive } : resolution;
  return sendNotice(visit, { unresolved, problem: describeProblemOf(unresolved, visit.target) }, needs);
};

interface Redirect {
  readonly response: ServerResponse;
  readonly headers: string[];
}

/** Headers as a list are written as they are, which is the fastest way that Node.js has. */
const postRedirect = createOutbox<Redirect>(({ response, headers }) => {
  if (!response.headersSent) response.writeHead(302, headers).end();
});

const sendRedirect = (
  { response, requestId }: Visit,
  { location, isByLanguage }: { readonly location: string; readonly isByLanguage: boolean },
  { cacheControl }: Pick<ResolveNeeds, 'cacheControl'>,
): Answered => {
  const headers = [...CONSTANT_HEADERS, 'x-request-id', requestId, 'location', location, 'cache-control', cacheControl];
  if (isByLanguage) headers.push('vary', 'accept-language');
  postRedirect({ response, headers });
  return { outcome: 'found', status: 302 };
};

const sendNotice = (
  { request: { headers: asked, method }, response, requestId, target }: Visit,
  { unresolved, problem }: { readonly unresolved: Unresolved; readonly problem: Problem },
  { resolverUrl }: Pick<ResolveNeeds, 'resolverUrl'>,
): Answered => {
  const form = chooseBody(asked.accept ?? '');
  const language = form === 'problem' ? 'en' : languageOf(target, asked);
  const chosen = askedLanguage(target);
  const { status } = problem;
  const facts = { status, outcome: unresolved.kind, requestId, language, target };
  const write = (): string => {
    if (form === 'problem') return JSON.stringify(problem);
    const notice = describeUnresolved(unresolved, target, language);
    return form === 'html' ? renderNotice(notice, facts) : writeNotice(notice, facts, resolverUrl);
  };
  const body = Buffer.from(write());
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'content-type': MEDIA_TYPES[form],
    'content-length': body.length,
    'cache-control': 'no-cache',
    ...(form === 'problem'
      ? { vary: 'accept' }
      : { vary: 'accept, accept-language, cookie', 'content-language': LANGUAGE_TAGS[language] }),
    ...(chosen !== undefined && { 'set-cookie': languageCookie(chosen) }),
    ...(unresolved.kind === 'uncertain' && { 'retry-after': String(unresolved.retryAfterSeconds) }),
  });
  response.end(method === 'HEAD' ? undefined : body);
  return { outcome: unresolved.kind, status };
};
