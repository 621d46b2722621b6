import { type Answer, accept, refuse, refuseLong } from '../parsing/answer.ts';
import { skip } from '../parsing/characters.ts';
import { escapeSpecial } from '../parsing/escapes.ts';

/** The place that an identifier leads to: a web address elsewhere, or a path on this node. */
export interface Target {
  readonly kind: 'url' | 'path';
  /** Visible ASCII only. */
  readonly text: string;
}

const MAX_TARGET_LENGTH = 8_192;
/** A path with two slashes would lead to another host, and browsers read "\" as "/". */
const PATH = /^\/(?![/\\])/;
const URL_START = /^https?:\/\/(?=[^/\\?#])/i;

const isNoBlank = (code: number): boolean => code > 0x20 && code !== 0x7f;

/** Parses a value that is bound as a target; ignores blanks around it. */
export const parseTarget = (bound: string): Answer<Target> => {
  if (bound.length > MAX_TARGET_LENGTH) return refuseLong('target', MAX_TARGET_LENGTH);
  const text = bound.trim();
  const start = bound.indexOf(text);
  const blank = skip(text, 0, isNoBlank);
  if (blank < text.length) return refuse('target/blank', start + blank, 'neither blanks nor line breaks');
  if (URL_START.test(text)) return accept({ kind: 'url', text: escapeSpecial(text, '') });
  if (PATH.test(text)) return accept({ kind: 'path', text: escapeSpecial(text, '') });
  return refuse('target/kind', start, 'http://, https://, or a path that begins with one "/"');
};

/**
 * Returns the target with what followed the identifier, and with the query of the request, both as they were written;
 * only what no address may have is escaped, such as a tabulator, which browsers leave out.
 */
export const locationOf = (
  target: Target,
  { rest, query }: { readonly rest: string; readonly query: string },
): string => withQuery(extend(target, escapeUnseen(rest)), escapeUnseen(query));

const escapeUnseen = (text: string): string => escapeSpecial(text, ' ');

const BARE_HOST = /^[^:]+:\/\/[^/\\?#]+$/;

const extend = ({ kind, text }: Target, rest: string): string => {
  if (rest === '') return text;
  // Otherwise "." and a rest would become part of the name of the host.
  const base = kind === 'url' && BARE_HOST.test(text) ? `${text}/` : text;
  // Only one slash is kept: a second one after a single "/" would begin the name of another host.
  const joined = base.endsWith('/') ? rest.slice(skip(rest, 0, (code) => code === 0x2f)) : rest;
  return base + joined.replaceAll('\\', '%5C');
};

const withQuery = (text: string, query: string): string => {
  if (query === '') return text;
  const fragment = text.includes('#') ? text.indexOf('#') : text.length;
  const address = text.slice(0, fragment);
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${query}${text.slice(fragment)}`;
};
