import { isAbsolute, resolve } from 'node:path';
import { type Answer, accept, parseExactDate, refuse } from '@perene/core';
import { type Network, parseNetwork } from '@perene/core/item';

export type DatabaseSetting =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

const MAX_WORKERS = 128;
const MAX_NAMES = 10;

export const whole =
  (parser: (text: string) => Answer<unknown>) =>
  (text: string): Answer<string> => {
    const value = parser(text);
    return value.ok ? accept(text) : value;
  };

export const parseText = (text: string): Answer<string> =>
  text === '' ? refuse('setting/empty', 0, 'a value') : accept(text);

export const parseWholePath = (text: string): Answer<string> =>
  isAbsolute(text) ? accept(text) : refuse('setting/path', 0, 'a whole path, from the root of the disk on');

export const parseDatabase = (text: string): Answer<DatabaseSetting> => {
  if (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text)) return accept({ kind: 'postgres', url: text });
  if (!text.startsWith('sqlite:') || text.length === 7) {
    return refuse('setting/database', 0, 'sqlite: and the path of a file, or postgres://USER:PASSWORD@HOST/NAME');
  }
  return accept({ kind: 'sqlite', path: resolve(text.slice(7)) });
};

export const parseBaseUrl = (text: string): Answer<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
  return isBase ? accept(text.replace(/\/+$/, '')) : refuse('setting/url', 0, 'http:// or https:// and a host');
};

export const parseBytes = (text: string): Answer<number> => {
  const bytes = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(bytes) && bytes > 0 ? accept(bytes) : refuse('setting/bytes', 0, 'a number of bytes');
};

export const parseWorkers = (text: string): Answer<number> =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WORKERS
    ? accept(Number(text))
    : refuse('setting/workers', 0, `1 to ${MAX_WORKERS}`);

export const parseWord =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Answer<Word> => {
    const word = words.find((candidate) => candidate === text);
    return word === undefined ? refuse('setting/word', 0, words.join(', ')) : accept(word);
  };

/** A list of networks, with commas between them. */
export const parseNetworks = (text: string): Answer<readonly Network[]> => {
  const networks: Network[] = [];
  let position = 0;
  for (const part of text.split(',')) {
    const network = parseNetwork(part.trim());
    if (!network.ok) return { ...network, position: network.position + position };
    networks.push(network.value);
    position += part.length + 1;
  }
  return accept(networks);
};

/** A list of names, with commas between them. */
export const parseNames = (text: string): Answer<readonly string[]> => {
  const names = text.split(',').map((name) => name.trim());
  const isList = names.length <= MAX_NAMES && names.every((name) => name !== '');
  return isList ? accept(names) : refuse('setting/names', 0, `1 to ${MAX_NAMES} names, with commas between them`);
};

export const parseSeconds = (text: string): ReturnType<typeof parseExactDate> => {
  const seconds = parseExactDate(text);
  return seconds.ok && seconds.value.seconds < 0 ? refuse('setting/negative', 0, 'zero or more seconds') : seconds;
};

const MAX_DAYS = 3_650;

export const parseDays = (text: string): Answer<number> => {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MAX_DAYS ? accept(days) : refuse('setting/days', 0, `1 to ${MAX_DAYS} days`);
};

const MAX_OUTAGE_HOURS = 720;

export const parseOutageHours = (text: string): Answer<number> =>
  /^\d{1,3}$/.test(text) && Number(text) <= MAX_OUTAGE_HOURS
    ? accept(Number(text))
    : refuse('setting/outage-hours', 0, `0 to ${MAX_OUTAGE_HOURS} hours`);

const MAX_CONNECTIONS = 100_000;

export const parseConnections = (text: string): Answer<number> => {
  const connections = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  const isFine = connections >= 1 && connections <= MAX_CONNECTIONS;
  return isFine ? accept(connections) : refuse('setting/connections', 0, `1 to ${MAX_CONNECTIONS} connections`);
};

const MAX_SEARCH_SECONDS = 3_600;

export const parseSearchSeconds = (text: string): Answer<number> => {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  const isFine = seconds >= 1 && seconds <= MAX_SEARCH_SECONDS;
  return isFine ? accept(seconds) : refuse('setting/search-seconds', 0, `1 to ${MAX_SEARCH_SECONDS} seconds`);
};
