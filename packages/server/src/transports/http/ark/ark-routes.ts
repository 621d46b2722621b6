import { misfit, refuse } from '@perene/api/refusals';
import { ercToJson, parseArk, writeErc } from '@perene/core/ark';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeArk } from '../../../services/noid/ark/describe-ark.ts';
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
import type { AliasAnswers } from '../resolve/answer-alias.ts';

const ARK_ADDRESS = '/ark';
const ARK_URL = /^\/ark(?::|%3a)/i;
/** The inflections by their queries: one question mark, two of them, and the word (draft-kunze-ark, section 5). */
const INFLECTIONS: ReadonlyMap<string, { readonly isFull: boolean }> = new Map([
  ['', { isFull: false }],
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
    const asked = readRequest(request.originalUrl);
    const inflection = asked.query === undefined ? undefined : INFLECTIONS.get(asked.query);
    const answer = await (inflection ? describeArk(needs, { ...asked, ...inflection }) : resolveArk(needs, asked));
    switch (answer.kind) {
      case 'location':
        return redirect(reply, answer.location);
      case 'record':
        return sendRecord(request, reply, answer.record);
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
export const asksForRecord = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): boolean => {
  const { query } = readQuery(queryOf(originalUrl.split('#', 1)[0] ?? ''));
  return query !== undefined && INFLECTIONS.has(query);
};

const queryOf = (address: string): string | undefined => {
  const mark = address.indexOf('?');
  return mark < 0 ? undefined : address.slice(mark + 1);
};

const readRequest = (url: string): ArkRequest => {
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
  record: Parameters<typeof writeErc>[0],
): FastifyReply => {
  reply.headers({ vary: 'accept', 'cache-control': 'no-cache' });
  return prefersJson(request.headers.accept ?? '')
    ? reply.type('application/json; charset=utf-8').send(JSON.stringify(ercToJson(record)))
    : reply.type('text/plain; charset=utf-8').send(writeErc(record));
};
