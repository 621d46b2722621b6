import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '@perene/api/refusals';
import type { Network } from '@perene/core/item';
import type { Currency } from '../../../ports/node/touches.ts';
import type { Found, Resolution, ResolverOperations } from '../../../services/resolver/asking/outcome/resolution.ts';
import { createOutbox } from '../connections/outbox.ts';
import { likesMetadata } from '../negotiation/accept.ts';
import { isCounted } from '../negotiation/is-counted.ts';
import { type BodyForm, chooseBody } from '../negotiation/media-types.ts';
import {
  askedLanguage,
  LANGUAGE_TAGS,
  languageCookie,
  languageOf,
  type PageLanguage,
  preferredLanguage,
} from '../negotiation/page-language.ts';
import type { Site } from '../pages/site.ts';
import { describeProblem, type Problem } from '../problems.ts';
import { LATE } from '../remembered/remembered-answers.ts';
import type { RequestListener } from '../request-listener.ts';
import { nameRequest } from '../request-log.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { createAddressReader } from './client-addresses.ts';
import { type Decided, type Deciding, decide, tellCopied } from './decide.ts';
import { decideInTime, type FindEdition, mayAskForLast } from './decide-in-time.ts';
import { isPersistentUrl } from './is-persistent-url.ts';
import { leadToMetadata } from './lead-to-metadata.ts';
import { linkOfDocument } from './link-of-document.ts';
import { describeProblemOf } from './notices/describe-problem.ts';
import { describeUnresolved, type Unresolved } from './notices/notice.ts';
import { renderNotice, writeNotice } from './notices/render-notice.ts';
import { createResolutionLog } from './resolution-log.ts';
import { safeLocation } from './safe-location.ts';

export interface Resolving extends Deciding {
  readonly resolver: ResolverOperations;
  /** Whether what is remembered is current. */
  readonly look: () => Currency;
  readonly trustedProxies: readonly Network[];
  /** The beginning of persistent URLs, without a slash at its end. */
  readonly resolverUrl: string;
  /** Finds the edition that was the last one at a time; undefined if this node has no Archive. */
  readonly findEdition?: FindEdition | undefined;
  /** The header of redirects. */
  readonly cacheControl: string;
  /** The beginning of the addresses of this node, without a slash at its end. */
  readonly publicUrl: string;
  /** Whose name the notices bear. */
  readonly site: Site;
}

const MAX_NAMED_SILENT = 20;
/** A redirect has no body to protect; this header only hides its origin from the target. */
const CONSTANT_HEADERS = ['referrer-policy', SECURITY_HEADERS['referrer-policy'], 'content-length', '0'];
const MEDIA_TYPES: Readonly<Record<BodyForm, string>> = {
  html: 'text/html; charset=utf-8',
  problem: 'application/problem+json',
  text: 'text/plain; charset=utf-8',
};

/**
 * Serves `GET /<ibi>...`: redirects to the item, or shows the outcome (RTC-11 section 8). Most requests of a resolver
 * are of this kind, so they are answered before the router.
 */
export const createResolveListener = (resolving: Resolving): RequestListener => {
  const readAddresses = createAddressReader(resolving.trustedProxies);
  const writeLog = createResolutionLog();

  const note = ({ request, requestId, target, start, watchers }: Visit, answered: Answered): void => {
    const [{ method = '' }, milliseconds] = [request, performance.now() - start];
    watchers.metrics.countResolution(answered.outcome);
    writeLog(watchers.log, { request: requestId, method, target, milliseconds, ...answered });
  };
  const finish = (visit: Visit, decided: Decided): Answered => {
    tellCopied(visit, visit.watchers.metrics, decided);
    const answered = sendResolution(visit, decided, resolving);
    note(visit, answered);
    return answered;
  };
  const finishRemembered = (visit: Visit, resolution: Resolution): void => {
    const currency = resolving.look();
    visit.watchers.metrics.countRemembered(currency);
    if (currency === 'late') visit.response.setHeader(...LATE);
    finish(visit, { resolution });
  };
  /** Also measures the time. Only resolutions that asked Archives need this; remembered ones take none. */
  const finishLate = (visit: Visit, decided: Decided): void => {
    const { status } = finish(visit, decided);
    const { request, start, watchers } = visit;
    const seconds = (performance.now() - start) / 1_000;
    watchers.metrics.observeRequest({ method: request.method ?? '', route: 'resolution', status, seconds });
  };
  const fail = (visit: Visit, error: unknown): void => {
    visit.watchers.log.error({ err: error, request: visit.requestId }, 'failed');
    const failure = {
      unresolved: { kind: 'failed' },
      problem: describeProblem(error, acceptedLanguage(visit)),
    } as const;
    if (visit.response.headersSent) visit.response.destroy();
    else note(visit, sendNotice(visit, failure, resolving));
  };
  const finishRefused = (visit: Visit, refusal: Refusal): void => {
    const problem = describeProblem(refusal, acceptedLanguage(visit));
    note(visit, sendNotAcceptable(visit, problem));
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
        userAgent: request.headers['user-agent'],
        isCounted: isCounted(request),
      };
      const { 'accept-datetime': datetime } = request.headers;
      if (datetime !== undefined && resolving.findEdition !== undefined && mayAskForLast(target)) {
        decideInTime({ ...resolving, findEdition: resolving.findEdition }, asked, String(datetime))
          .then((led) => ('refusal' in led ? finishRefused(visit, led.refusal) : finishLate(visit, led)))
          .catch((error: unknown) => fail(visit, error));
        return true;
      }
      if (likesMetadata(request.headers.accept)) {
        // What is remembered are documents of this very node, which offers metadata where they are.
        const usual = resolving.resolver.recall({ ...asked, isCounted: false });
        if (usual !== undefined) {
          finishRemembered(visit, usual);
          return true;
        }
        leadToMetadata(request.headers.accept, asked, resolving)
          .then((led) => ('refusal' in led ? finishRefused(visit, led.refusal) : finishLate(visit, led)))
          .catch((error: unknown) => fail(visit, error));
        return true;
      }
      const recalled = resolving.resolver.recall(asked);
      if (recalled !== undefined) finishRemembered(visit, recalled);
      else {
        decide(resolving, asked)
          .then((decided) => finishLate(visit, decided))
          .catch((error: unknown) => fail(visit, error));
      }
    } catch (error) {
      fail(visit, error);
    }
    return true;
  };
};

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly target: string;
}

interface Visit extends Asked {
  readonly watchers: Parameters<RequestListener>[2];
  /** The time by the clock of `performance`. */
  readonly start: number;
}

interface Answered {
  readonly outcome: Resolution['kind'] | Unresolved['kind'];
  readonly status: number;
}

export const sendResolution = (
  visit: Asked,
  { resolution, forward, link }: Decided,
  resolving: Resolving,
): Answered => {
  if (forward !== undefined) {
    return {
      ...sendRedirect(visit, { location: forward, isByLanguage: false, silent: [], link }, resolving),
      outcome: resolution.kind,
    };
  }
  const location = resolution.kind === 'found' ? safeLocation(resolution.url) : undefined;
  if (resolution.kind === 'found' && location !== undefined) {
    return sendRedirect(visit, { ...resolution, location }, resolving);
  }
  const unresolved: Unresolved =
    resolution.kind === 'found' ? { kind: 'unusable', ibi: resolution.ibi, archive: resolution.archive } : resolution;
  return sendNotice(
    visit,
    { unresolved, problem: describeProblemOf(unresolved, visit.target, acceptedLanguage(visit)) },
    resolving,
  );
};

/** Programs get the language that they accept; the language that a reader chose is for pages. */
const acceptedLanguage = ({ request }: Pick<Asked, 'request'>): PageLanguage =>
  preferredLanguage(request.headers['accept-language'] ?? '');

interface Redirect {
  readonly response: ServerResponse;
  readonly headers: string[];
}

/** Node.js writes headers fastest if they are given as a list. */
const postRedirect = createOutbox<Redirect>(({ response, headers }) => {
  if (!response.headersSent) response.writeHead(302, headers).end();
});

const citedAt = (resolverUrl: string, label: string): string => `<${resolverUrl}/${label}>; rel="cite-as"`;

const sendRedirect = (
  { response, requestId, target }: Asked,
  {
    location,
    isByLanguage,
    silent,
    copy,
    citedAs,
    link,
  }: Pick<Found, 'isByLanguage' | 'silent' | 'copy' | 'citedAs'> & {
    readonly location: string;
    readonly link?: string | undefined;
  },
  { cacheControl, publicUrl, resolverUrl }: Pick<Resolving, 'cacheControl' | 'publicUrl' | 'resolverUrl'>,
): Answered => {
  const headers = [...CONSTANT_HEADERS, 'x-request-id', requestId, 'location', location, 'cache-control', cacheControl];
  const inTime = mayAskForLast(target) ? ', accept-datetime' : '';
  headers.push('vary', `${isByLanguage ? 'accept, accept-language' : 'accept'}${inTime}`);
  const links = link ?? linkOfDocument(location, publicUrl);
  const cited = citedAs && citedAt(resolverUrl, citedAs);
  if (links !== undefined || cited !== undefined) headers.push('link', [cited, links].filter(Boolean).join(', '));
  if (silent.length > 0) headers.push('perene-silent', nameSilent(silent));
  if (copy === 'other') headers.push('perene-copy', 'other');
  postRedirect({ response, headers });
  return { outcome: 'found', status: 302 };
};

/** Programs that ask for metadata alone read problem details. */
const sendNotAcceptable = ({ request, response, requestId }: Asked, problem: Problem): Answered => {
  const body = Buffer.from(JSON.stringify(problem));
  response.writeHead(problem.status, {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'content-type': MEDIA_TYPES.problem,
    'content-length': body.length,
    'cache-control': 'no-cache',
    vary: 'accept, accept-language',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return { outcome: 'found', status: problem.status };
};

/** Decision 40: the answer with an original also names the Archives that might have claimed it. */
const nameSilent = (silent: Found['silent']): string =>
  silent
    .slice(0, MAX_NAMED_SILENT)
    .map(({ address }) => address)
    .join(', ');

const sendNotice = (
  visit: Asked,
  { unresolved, problem }: { readonly unresolved: Unresolved; readonly problem: Problem },
  { resolverUrl, site }: Pick<Resolving, 'resolverUrl' | 'site'>,
): Answered => {
  const { request, response, requestId, target } = visit;
  const { headers: asked, method } = request;
  const form = chooseBody(asked.accept ?? '');
  const language = form === 'problem' ? acceptedLanguage(visit) : languageOf(target, asked);
  const chosen = askedLanguage(target);
  const { status } = problem;
  const facts = { status, outcome: unresolved.kind, requestId, language, target, site };
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
    vary: form === 'problem' ? 'accept, accept-language' : 'accept, accept-language, cookie',
    'content-language': LANGUAGE_TAGS[language],
    ...(chosen !== undefined && { 'set-cookie': languageCookie(chosen) }),
    // The persistent URL stays the name of what was here.
    ...(unresolved.kind === 'removed' && { link: citedAt(resolverUrl, unresolved.ibi) }),
    ...(unresolved.kind === 'uncertain' && { 'retry-after': String(unresolved.retryAfterSeconds) }),
  });
  response.end(method === 'HEAD' ? undefined : body);
  return { outcome: unresolved.kind, status };
};
