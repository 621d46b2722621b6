import { escapeArk } from '@perene/core/ark';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ArkParts } from '../../../services/noid/ark/find-ark.ts';
import { type PastTarget, readPastTargets } from '../../../services/noid/ark/past-targets.ts';
import { type ArkRequest, refuseUnknown, resolveArk } from '../../../services/noid/ark/resolve-ark.ts';
import { readDatetime } from '../negotiation/accept-datetime.ts';
import {
  chooseMemento,
  formatDatetime,
  linksInTime,
  TIME_MAP_TYPE,
  type Timed,
  writeTimeMap,
} from '../negotiation/memento.ts';

/** RFC 7089: an ARK is its own TimeGate, and each target that it had has an address. */
const TIME_MAP = '/timemap/';
const MEMENTO = '/memento/';
const MEMENTO_ADDRESS = /^\/memento\/(\d{14})(\/.*)$/s;

const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:T]|\.\d+Z/g, '');

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));

const timedOf = (
  { ark, query }: Pick<ArkRequest, 'ark' | 'query'>,
  publicUrl: string,
  past: readonly PastTarget[] = [],
): Timed => {
  const address = `/ark:${escapeArk(`${ark.naan}/${ark.written}`)}${query === undefined ? '' : `?${query}`}`;
  return {
    original: `${publicUrl}${address}`,
    timeGate: `${publicUrl}${address}`,
    timeMap: `${publicUrl}${TIME_MAP.slice(0, -1)}${address}`,
    mementos: past.map(({ at }) => ({ at, url: `${publicUrl}${MEMENTO}${stampOf(at)}${address}` })),
  };
};

/** The headers of a redirect that is the same at every time that is asked for, or at none. */
export const headersInTime = (asked: ArkRequest, publicUrl: string): Readonly<Record<string, string>> => ({
  vary: 'accept-datetime',
  link: linksInTime(timedOf(asked, publicUrl)),
});

/** Redirects to the state at the time that is asked for; undefined if none is, or if nothing is known of the past. */
export const redirectInTime = async (
  needs: ArkParts,
  asked: ArkRequest,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply | undefined> => {
  const time = readDatetime(request);
  if (time === undefined) return undefined;
  const timed = timedOf(asked, needs.publicUrl, await readPastTargets(needs, asked));
  const chosen = chooseMemento(timed.mementos, time);
  if (chosen === undefined) return undefined;
  return reply
    .headers({ vary: 'accept-datetime', link: linksInTime(timed), 'cache-control': 'no-cache' })
    .redirect(chosen.url, 302);
};

/** Serves the TimeMaps of ARKs, and the targets that they had. */
export const registerArksInTime = (
  server: FastifyInstance,
  needs: ArkParts,
  readRequest: (url: string) => ArkRequest,
): void => {
  const readPast = async (asked: ArkRequest) => {
    // What leads nowhere now, because it was withdrawn or has no target any more, tells nothing of its past.
    await resolveArk(needs, asked);
    const past = await readPastTargets(needs, asked);
    if (past.length === 0) throw refuseUnknown({ ...asked, isOwnNaan: true });
    return { past, timed: timedOf(asked, needs.publicUrl, past) };
  };
  server.get(`${TIME_MAP}*`, async (request, reply) => {
    const [address = '', page] = request.originalUrl.slice(TIME_MAP.length - 1).split(/\?page=(\d{1,9})$/);
    const { timed } = await readPast(readRequest(address));
    return reply
      .header('cache-control', 'no-cache')
      .type(TIME_MAP_TYPE)
      .send(writeTimeMap(timed, Number(page ?? 1) || 1));
  });
  server.get(`${MEMENTO}*`, async (request, reply) => {
    const [, stamp = '', address = ''] = MEMENTO_ADDRESS.exec(request.originalUrl) ?? [];
    const { past, timed } = await readPast(readRequest(address));
    reply.headers({ link: linksInTime(timed), 'cache-control': 'no-cache' });
    const exact = past.find(({ at }) => stampOf(at) === stamp);
    if (exact !== undefined) {
      return reply.header('memento-datetime', formatDatetime(exact.at)).redirect(exact.location, 302);
    }
    // Between two changes, the earlier one still counted.
    return reply.redirect(chooseMemento(timed.mementos, timeOf(stamp))?.url ?? timed.original, 302);
  });
};
