import { type Chance, createChance } from '../fixtures/chance.ts';
import { apiRequest } from './api-requests.ts';
import { bytesOf, type FuzzRequest, headerOf, targetOf } from './request.ts';
import { routeTarget } from './route-requests.ts';
import { anyText, mutate } from './texts.ts';
import type { World } from './world.ts';

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
];
const ROLES = ['admin', 'admin', 'steward', 'depositor', 'depositor', 'reader'] as const;

/** Headers that may come with any request, and usual values of each. */
const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'accept',
    [
      'text/html',
      'application/json',
      '*/*',
      'text/plain',
      'application/problem+json;q=0.5, text/html;q=0.4',
      'application/ld+json',
      'application/x-bibtex',
    ],
  ],
  ['accept-language', ['pt', 'pt-BR,pt;q=0.8,en;q=0.5', '*', 'en;q=0', 'de']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0']],
  ['range', ['bytes=0-1', 'bytes=-3', 'bytes=9-', 'bytes=0-0,2-3', 'bytes=5-1']],
  ['if-none-match', ['*', '"x"', 'W/"x"']],
  ['if-match', ['"1"', '*']],
  ['if-modified-since', ['Tue, 17 Nov 2026 09:20:00 GMT']],
  ['if-range', ['"x"']],
  ['origin', ['http://example.org', 'null']],
  ['cookie', ['a=b; c=d']],
  ['x-forwarded-for', ['10.0.0.1', '::1, 1.2.3.4', 'unknown']],
  ['x-forwarded-proto', ['https']],
  ['forwarded', ['for=1.2.3.4;proto=https']],
  ['idempotency-key', ['once', 'twice']],
  ['sec-purpose', ['prefetch']],
  ['user-agent', ['fuzz']],
  ['referer', ['http://example.org/x']],
  ['content-encoding', ['gzip']],
  ['x-http-method-override', ['DELETE']],
];

/** Returns the request of this number: the same seed and the same world make the same requests. */
export const generateRequest = (seed: number, number: number, world: World): FuzzRequest => {
  const chance = createChance(Math.imul(seed, 0x9e3779b1) + number * 7_919);
  const request = chance.is(0.5) ? apiRequest(chance, world) : plainRequest(chance, world);
  const headers = [...request.headers, ...keyOf(chance, request, world), ...moreHeaders(chance)];
  // Of several headers of one name, the last counts: an array would be a list of values.
  const named = new Map(headers.map(([name, value]) => [name.toLowerCase(), headerOf(value)]));
  const sent = { ...request, target: targetOf(request.target), headers: [...named] };
  return chance.is(0.005) ? { ...sent, raw: mutate(chance, rawOf(sent)) } : sent;
};

const plainRequest = (chance: Chance, world: World): FuzzRequest => {
  const method = chance.pick(METHODS);
  const hasBody = method !== 'GET' && method !== 'HEAD' && chance.is(0.6);
  return {
    method,
    target: routeTarget(chance, world),
    headers: hasBody
      ? [['content-type', anyText(chance, ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])]]
      : [],
    body: hasBody ? bytesOf(anyText(chance, ['{}', '{"count":1}', 'mint 1\n', `get ${world.ids[0]}\n`])) : undefined,
  };
};

/** Most requests have a key, so that they come past the door; a few have a wrong one, each from an address of its own. */
const keyOf = (chance: Chance, { target }: FuzzRequest, { keys }: World): FuzzRequest['headers'] => {
  const kind = chance.below(10);
  if (kind < 3) return [];
  if (kind === 3 && chance.is(0.1)) {
    const address = `10.${chance.below(250)}.${chance.below(250)}.${chance.below(250)}`;
    return [
      ['authorization', anyText(chance, ['Bearer wrong', 'Basic eA=='])],
      ['x-forwarded-for', address],
    ];
  }
  const key = keys[chance.pick(ROLES)];
  const isBearer = target.startsWith('/api/') || chance.is(0.1);
  return [['authorization', isBearer ? `Bearer ${key}` : `Basic ${Buffer.from(`ana:${key}`).toString('base64')}`]];
};

const moreHeaders = (chance: Chance): FuzzRequest['headers'] =>
  HEADERS.filter(() => chance.is(0.08)).map(([name, values]) => [
    name,
    chance.is(0.1) ? anyText(chance, values) : chance.pick(values),
  ]);

const rawOf = ({ method, target, headers, body }: FuzzRequest): string =>
  [
    `${method} ${target} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${body.length}`]),
    '',
    body ?? '',
  ].join('\r\n');
