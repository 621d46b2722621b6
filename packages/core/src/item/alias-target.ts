import { unescapeText } from '../parsing/escapes.ts';
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
/** Their signs may be escaped (decision 14). */
const MODIFIERS = /(?:(?:[!+:]|%21|%2b|%3a)(?:(?:\(|%28)[^()/%]*(?:\)|%29))?)+$/i;
const MODIFIER = /(?:[!+:]|%21|%2b|%3a)(?:(?:\(|%28)[^()/%]*(?:\)|%29))?/gi;
/** No relation of Table 9.5 has more. */
const MAX_MODIFIERS = 4;
/** A name that was escaped as one part of a path, slashes and all. Every ARK has a slash. */
const ESCAPED_WHOLE = /^(?:ark(?::|%3a)|(?:urn|https?)%3a)[^/?#]*(?=$|[?#])/i;
/** An ARK or a URN whose name ends in an inflection that was escaped. */
const ESCAPED_INFLECTION = /^((?:ark|urn)(?::|%3a)[^?#]*?)%3f(?:(%3f)|info)$/i;
const ESCAPED_MARKER = /^(ark|urn|https?)%3a/i;
const ESCAPED_LEGACY = /^([0-9a-z]+)%2f/i;
/** Proxies join the slashes of a URL in a path. */
const JOINED_SLASHES = /^(https?:)\/(?!\/)/i;
/** draft-kunze-ark section 5: the queries that ask for a description. */
const INFLECTIONS: readonly string[] = ['', '?', 'info'];
/** An ARK up to the end of its name; a slash behind it leads to a component. */
const ARK_NAME = /^(ark:\/?[^/]+\/[^/]+)(\/.*)$/is;
/** A quick test that rules out most addresses. */
const POSSIBLE = /^(?:https?:|doi|hdl|urn|ark|info|10\.|[^?#]*Z[^?#]*\/)/i;
const ARK_START = /^ark:/i;
const URL_START = /^https?:\/\//i;
/** DOIs and Handles, whose standards have no escapes of their own. */
const ESCAPED = /^(?:doi|hdl|info|10\.)/i;

/**
 * The aliases that an address may name, to be tried in this order; empty where it names none. A label of before RTC-10
 * ends by its own grammar, so anything may follow it. Other names may have slashes: the alias is the whole path, or
 * else the path without the modifiers at its end; for a URL, with its query or else without it. What follows the name of
 * an ARK may also be a file of the item. Inflections of names that are not URLs ask for the metadata of the item.
 */
export const readAliasTarget = (target: string): readonly AliasTarget[] => {
  const given = target.trim().replace(/^\/+/, '');
  const text = unescapeWhole(given)
    .replace(ESCAPED_INFLECTION, (_, name: string, mark?: string) => `${name}?${mark === undefined ? 'info' : '?'}`)
    .replace(ESCAPED_MARKER, '$1:')
    .replace(ESCAPED_LEGACY, '$1/')
    .replace(JOINED_SLASHES, '$1//');
  if (text.length > MAX_TARGET_LENGTH || !POSSIBLE.test(text)) return [];
  const found = [...readText(text), ...(ADDRESS.test(text) ? readText(cutFragment(text.replace(ADDRESS, ''))) : [])];
  return found.filter(({ alias }, index) => found.findIndex((other) => other.alias.key === alias.key) === index);
};

/** What follows a name that has a query of its own belongs to this query. */
const unescapeWhole = (given: string): string => {
  const [escaped = ''] = ESCAPED_WHOLE.exec(given) ?? [];
  const name = unescapeText(escaped) ?? '';
  const behind = given.slice(escaped.length);
  return name + (name.includes('?') ? behind.replace(/^\?/, '&') : behind);
};

const readText = (text: string): readonly AliasTarget[] => {
  const [, legacy = '', behind = ''] = LEGACY.exec(text.replace(MARKER, '')) ?? [];
  const label = read(legacy, behind);
  if (label !== undefined) return [label];
  const plain = ESCAPED.test(text) ? text : cutFragment(text);
  const mark = plain.indexOf('?');
  const path = mark < 0 ? plain : plain.slice(0, mark);
  const query = plain.slice(path.length);
  if (ARK_START.test(path)) return readArk(path, readInflection(query));
  const whole = URL_START.test(path) && query !== '' ? readWhole(path, query) : [];
  const rest = URL_START.test(path) ? query : readInflection(query);
  return [...whole, read(path, rest), ...readModified(path, rest)].filter((one) => one !== undefined);
};

/** In DOIs and Handles outside of URLs `#` is a character like others. */
const cutFragment = (text: string): string => text.split('#', 1)[0] as string;

const readArk = (path: string, query: string): readonly AliasTarget[] => {
  const [, name, file = ''] = ARK_NAME.exec(path) ?? [];
  const component = name === undefined ? [] : [...readModified(name, `${file}${query}`), read(name, `${file}${query}`)];
  return [read(path, query), ...readModified(path, query), ...component.slice(0, 1)].filter((one) => one !== undefined);
};

/** An inflection as a modifier; pairs for the resolver do not belong to it. */
const readInflection = (query: string): string => {
  const own =
    query === ''
      ? []
      : query
          .slice(1)
          .split('&')
          .filter((pair) => !isForResolver(pair));
  return own.length > 0 && INFLECTIONS.includes(own.join('&')) ? ':' : query;
};

const isForResolver = (pair: string): boolean => pair.startsWith('ibiurl.');

/**
 * Reads the path without the modifiers at its end, if it has any; the first of the signs may also belong to the name.
 * The name may go on with a query behind them.
 */
const readModified = (path: string, rest: string, query = ''): readonly (AliasTarget | undefined)[] => {
  const [modifiers = ''] = MODIFIERS.exec(path.slice(-MAX_MODIFIERS_LENGTH)) ?? [];
  const each = modifiers.match(MODIFIER) ?? [];
  const kept = each.slice(1).map((_, index) => each.slice(index + 1).join(''));
  const some = kept.slice(-MAX_MODIFIERS);
  return (modifiers === '' ? [] : [modifiers, ...some]).map((own) =>
    read(`${path.slice(0, -own.length)}${query}`, `${own}${rest}`),
  );
};

/**
 * Reads a path with its own query, to which pairs for the resolver do not belong. Modifiers stand behind the query, or
 * before it as in Table 8.1.
 */
const readWhole = (path: string, query: string): readonly (AliasTarget | undefined)[] => {
  const pairs = query.slice(1).split('&');
  const own = pairs.filter((pair) => !isForResolver(pair)).join('&');
  const forResolver = pairs.filter(isForResolver).join('&');
  const rest = forResolver === '' ? '' : `?${forResolver}`;
  if (own === '') return [read(path, rest)];
  const name = `${path}?${own}`;
  return [read(name, rest), ...readModified(name, rest), ...readModified(path, rest, `?${own}`)];
};

/** Reads a name from an address, in which its characters are escaped. */
const read = (text: string, rest: string): AliasTarget | undefined => {
  const plain = ESCAPED.test(text) ? (unescapeText(text) ?? '') : text;
  const alias = parseAlias(plain);
  return alias.ok ? { alias: alias.value, rest } : undefined;
};
