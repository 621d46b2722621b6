import { type Alias, parseAlias } from './alias.ts';

/** An alias in an address, and what follows it: modifiers, a path, a query. */
export interface AliasTarget {
  readonly alias: Alias;
  readonly rest: string;
}

const MAX_TARGET_LENGTH = 8_192;
const ADDRESS = /^https?:\/\/[^/?#]*\//i;
const MARKER = /^(?:ibi[:/]|rep\/|upn:[^:]*:\/?)/i;
const LEGACY = /^([2-9A-HJ-NP-VX-Za-km-z]+\/[2-9A-HJ-NP-Va-km-z]+)(?![0-9A-Za-z])(.*)$/s;
/** Enough for all modifiers that may follow a label. */
const MAX_MODIFIERS_LENGTH = 64;
const MODIFIERS = /(?:[!+:](?:\([^()/]*\))?)+$/;
/** A quick test that rules out most addresses. */
const POSSIBLE = /^(?:https?:|doi|hdl|urn|ark|info|10\.|[^?#]*Z[^?#]*\/)/i;
const URL_START = /^https?:\/\//i;
/** DOIs and Handles, whose standards have no escapes of their own. */
const ESCAPED = /^(?:doi|hdl|info|10\.)/i;

/**
 * The aliases that an address may name, to be tried in this order; empty where it names none. A label of before RTC-10
 * ends by its own grammar, so anything may follow it. Other names may have slashes: the alias is the whole path, or
 * else the path without the modifiers at its end; for a URL, with its query or else without it.
 */
export const readAliasTarget = (target: string): readonly AliasTarget[] => {
  const text = target.trim().replace(/^\//, '');
  if (text.length > MAX_TARGET_LENGTH || !POSSIBLE.test(text)) return [];
  const found = [...readText(text), ...readText(text.replace(ADDRESS, ''))];
  return found.filter(({ alias }, index) => found.findIndex((other) => other.alias.key === alias.key) === index);
};

const readText = (text: string): readonly AliasTarget[] => {
  const [, legacy = '', behind = ''] = LEGACY.exec(text.replace(MARKER, '')) ?? [];
  const label = read(legacy, behind);
  if (label !== undefined) return [label];
  const [plain = ''] = text.split('#', 1);
  const mark = plain.indexOf('?');
  const path = mark < 0 ? plain : plain.slice(0, mark);
  const query = plain.slice(path.length);
  const [modifiers = ''] = MODIFIERS.exec(path.slice(-MAX_MODIFIERS_LENGTH)) ?? [];
  const whole = URL_START.test(path) && query !== '' ? [readWhole(path, query)] : [];
  const bare = modifiers === '' ? [] : [read(path.slice(0, -modifiers.length), `${modifiers}${query}`)];
  return [...whole, read(path, query), ...bare].filter((one) => one !== undefined);
};

/** Reads a path with its own query; pairs for the resolver do not belong to it. */
const readWhole = (path: string, query: string): AliasTarget | undefined => {
  const pairs = query.slice(1).split('&');
  const isForResolver = (pair: string): boolean => pair.startsWith('ibiurl.');
  const own = pairs.filter((pair) => !isForResolver(pair)).join('&');
  const rest = pairs.filter(isForResolver).join('&');
  return read(own === '' ? path : `${path}?${own}`, rest === '' ? '' : `?${rest}`);
};

/** In an address the characters of a name are escaped. */
const read = (text: string, rest: string): AliasTarget | undefined => {
  const plain = ESCAPED.test(text) ? unescapeText(text) : text;
  const alias = parseAlias(plain);
  return alias.ok ? { alias: alias.value, rest } : undefined;
};

/** Undoes the escapes; returns an empty text where they are not UTF-8. */
const unescapeText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};
