import { misfit, refuse } from '@perene/api/refusals';
import { ercToJson, parseArk, writeErc } from '@perene/core/ark';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeArk, describeShoulder } from '../../../services/noid/ark/describe-ark.ts';
import type { ArkParts } from '../../../services/noid/ark/find-ark.ts';
import {
  type ArkRequest,
  FORWARDED,
  forwardArk,
  refuseUnknown,
  resolveArk,
  type UnknownArk,
} from '../../../services/noid/ark/resolve-ark.ts';
import { prefersJson } from '../negotiation/media-types.ts';
import { rememberAnswer } from '../remembered/remembered-answers.ts';
import type { AliasAnswers } from '../resolve/answer-alias.ts';
import { headersInTime, redirectInTime } from './ark-in-time.ts';

const ARK_ADDRESS = '/ark';
const ARK_URL = /^\/ark(?::|%3a)/i;
/** The inflections by their queries: one question mark, two of them, and the word (draft-kunze-ark, section 5). */
const INFLECTIONS: ReadonlyMap<string, { readonly isFull: boolean; readonly isJson?: boolean }> = new Map([
  ['', { isFull: false }],
  ['json', { isFull: true, isJson: true }],
  ['?', { isFull: true }],
  ['info', { isFull: true }],
]);
/** The target of an identifier may change at any time. */
const REDIRECT_CACHING = 'private, max-age=60';

/** Gives all ARKs one address for the router, which knows neither their label nor their escapes. */
export const routeArk = (url: string): string => (isArk(url) ? ARK_ADDRESS : url);

export const isArk = (url: string): boolean => ARK_URL.test(url);

export interface ArkNeeds extends ArkParts {
  /** Sends the answer for an item that carries the ARK as an alias; undefined where this node resolves nothing. */
  readonly answerAlias: AliasAnswers | undefined;
}

/** Serves `/ark:NAAN/name`: redirects to the target, or with an inflection tells what is known of the identifier. */
export const registerArks = (server: FastifyInstance, needs: ArkNeeds): void => {
  server.get(ARK_ADDRESS, async (request, reply) => {
    const inflection = inflectionOf(request);
    const isJson = inflection?.isJson === true;
    const shoulder = inflection && readShoulder(request.originalUrl);
    const described = shoulder && (await describeShoulder(needs, shoulder));
    if (described !== undefined) return sendRecord(request, reply, { record: described, isJson });
    const asked = readArkRequest(request.originalUrl);
    const answer = await (inflection ? describeArk(needs, { ...asked, ...inflection }) : resolveArk(needs, asked));
    switch (answer.kind) {
      case 'location':
        rememberAnswer(request);
        return (
          (await redirectInTime(needs, asked, { request, reply })) ??
          redirect(reply.headers(headersInTime(asked, needs.publicUrl)), answer.location)
        );
      case 'record':
        return sendRecord(request, reply, { record: answer.record, isJson });
      case 'unknown':
        return answerUnknown(needs, { ...asked, ...answer }, { request, reply });
    }
  });
};

/** Answers for an ARK that no minter knows: an item may carry it, or another resolver may know it. */
const answerUnknown = async (
  needs: ArkNeeds,
  asked: ArkRequest & UnknownArk,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> => {
  const alias = await needs.answerAlias?.(request, reply);
  if (alias?.isKnown) return alias.send();
  const location = await forwardArk(needs, asked);
  if (location !== undefined) return redirect(reply, location);
  if (alias === undefined || asked.isOwnNaan) throw refuseUnknown(asked);
  return alias.send();
};

/** Whether a request asks for the record of an ARK, and not only for its target. */
export const asksForRecord = (request: Pick<FastifyRequest, 'originalUrl'>): boolean =>
  inflectionOf(request) !== undefined;

const inflectionOf = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>) => {
  const { query } = readQuery(queryOf(originalUrl.split('#', 1)[0] ?? ''));
  return query === undefined ? undefined : INFLECTIONS.get(query);
};

const SHOULDER = /^\/ark:\/?([0-9a-z]{1,64})(?:\/([0-9A-Za-z]{0,255}))?(?:[?#]|$)/i;

/** A NAAN alone, or with what may be the beginning of names. */
const readShoulder = (url: string): { readonly naan: string; readonly shoulder: string } | undefined => {
  const [whole, naan = '', shoulder = ''] = SHOULDER.exec(url) ?? [];
  return whole === undefined ? undefined : { naan: naan.toLowerCase(), shoulder };
};

const queryOf = (address: string): string | undefined => {
  const mark = address.indexOf('?');
  return mark < 0 ? undefined : address.slice(mark + 1);
};

export const readArkRequest = (url: string): ArkRequest => {
  const [address = ''] = url.slice(1).split('#', 1);
  const [text = ''] = address.split('?', 1);
  const ark = parseArk(text.includes('/') ? text : unescapeWhole(text));
  if (!ark.ok) {
    throw refuse('ark-invalid', misfit(ark));
  }
  return { ark: ark.value, target: url, ...readQuery(queryOf(address)) };
};

/** Every ARK has a slash; where there is none, the whole was escaped. */
const unescapeWhole = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The mark of a forwarded request is not part of the reader's query. */
const readQuery = (query: string | undefined): Pick<ArkRequest, 'query' | 'isForwarded'> => {
  if (query === FORWARDED) return { query: undefined, isForwarded: true };
  const isForwarded = query?.endsWith(`&${FORWARDED}`) === true;
  return { query: isForwarded ? query.slice(0, -FORWARDED.length - 1) : query, isForwarded };
};

const redirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.header('cache-control', REDIRECT_CACHING).redirect(location, 302);

const sendRecord = (
  request: FastifyRequest,
  reply: FastifyReply,
  { record, isJson }: { readonly record: Parameters<typeof writeErc>[0]; readonly isJson: boolean },
): FastifyReply => {
  reply.headers({ vary: 'accept', 'cache-control': 'no-cache' });
  return isJson || prefersJson(request.headers.accept ?? '')
    ? reply.type('application/json; charset=utf-8').send(JSON.stringify(ercToJson(record)))
    : reply.type('text/plain; charset=utf-8').send(writeErc(record));
};
