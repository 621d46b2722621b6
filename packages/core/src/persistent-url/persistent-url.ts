import type { Ibi } from '../ibi/ibi.ts';
import { parseIbip } from '../ibi/ibip.ts';
import { parseRepositoryName } from '../ibi/repository-name.ts';
import { type Answer, accept, refuse, refuseLong, shift } from '../parsing/answer.ts';
import { isAlphanumeric, isDigitOrPoint, skip } from '../parsing/characters.ts';
import { type Unescaped, unescapePrintable } from '../parsing/escapes.ts';
import { readQuery } from './query.ts';
import { formatModifiers, MODIFIERS, readSteps } from './relation.ts';
import { appendVerbs, formatVerb, relationOf, type VerbList } from './verb-list.ts';

/**
 * RTC-11 Table 8.1:
 *
 *     "http://urlib.net/" IBI [modifier] [path-absolute] ["?" query]
 *
 * The resolver's address is configuration, so any address is accepted.
 */
export interface PersistentUrl {
  readonly ibi: Ibi;
  /** The IBI in the letter case of the URL. */
  readonly ibiAsWritten: string;
  /** The verbs of the modifier, then those of `ibiurl.verblist` that are not there yet. */
  readonly verbs: VerbList;
  /** The path of a file of the item, as it is written, from its slash on. */
  readonly filePath: string | undefined;
  readonly requiredItemStatus: 'Original' | undefined;
  /** The pairs of the query that are the item's own, as they are written. */
  readonly passThrough: string;
}

const MAX_URL_LENGTH = 8_192;

export const parsePersistentUrl = (text: string): Answer<PersistentUrl> => {
  const hostStart = endOfScheme(text);
  if (hostStart === 0) return refuse('persistent-url/scheme', 0, 'http:// or https://');
  const pathStart = endOfAuthority(text, hostStart);
  if (pathStart === hostStart) return refuse('persistent-url/no-host', pathStart, 'a host');
  const target = parsePersistentTarget(text.slice(pathStart));
  return target.ok ? target : shift(target, pathStart);
};

/** Returns the end of `http://` or `https://`, in any letter case; 0 if the text does not begin with it. */
export const endOfScheme = (text: string): number => /^https?:\/\//i.exec(text)?.[0].length ?? 0;

/** RFC 3986 section 3.2: an address ends before a slash, a question mark or a number sign. */
export const endOfAuthority = (text: string, start: number): number =>
  skip(text, start, (code) => !'/?#'.includes(String.fromCharCode(code)));

/** Reads what follows the resolver's address, from its slash on, as in an HTTP request. */
export const parsePersistentTarget = (target: string): Answer<PersistentUrl> => {
  if (target.length > MAX_URL_LENGTH) {
    return refuseLong('persistent-url', MAX_URL_LENGTH);
  }
  if (!target.startsWith('/')) return refuse('persistent-url/no-ibi', 0, 'a slash and an IBI');
  const queryMark = target.indexOf('?');
  const pathEnd = queryMark < 0 ? target.length : queryMark;
  const path = readPath(target.slice(1, pathEnd));
  if (!path.ok) return shift(path, 1);
  const query = readQuery(target.slice(pathEnd + 1));
  if (!query.ok) return shift(query, pathEnd + 1);

  const { requiredItemStatus, passThrough } = query.value;
  const present = path.value.verbs.map(formatVerb);
  const more = query.value.verbs.filter(({ verb }) => {
    const name = formatVerb(verb);
    return !present.includes(name) && present.push(name);
  });
  const verbs = appendVerbs(path.value.verbs, more);
  return verbs.ok
    ? accept({ ...path.value, verbs: verbs.value, requiredItemStatus, passThrough })
    : shift(verbs, pathEnd + 1);
};

const readPath = (path: string): Answer<Pick<PersistentUrl, 'ibi' | 'ibiAsWritten' | 'verbs' | 'filePath'>> => {
  const unescaped = unescapePrintable(path, { plusIsBlank: false });
  if (!unescaped.ok) return unescaped;
  const { text, positionOf } = unescaped.value;
  const ibi = readIbi(text);
  if (!ibi.ok) return { ...ibi, position: positionOf(ibi.position) };

  const modifiers = readSteps(text, ibi.value.end, MODIFIERS);
  if (!modifiers.ok) return { ...modifiers, position: positionOf(modifiers.position) };
  const filePath = readFilePath(path, modifiers.value.end, unescaped.value);
  if (!filePath.ok) return filePath;
  return accept({
    ibi: ibi.value.ibi,
    ibiAsWritten: text.slice(0, ibi.value.end),
    verbs: modifiers.value.steps,
    filePath: filePath.value,
  });
};

/** An IBIp is the first two segments of the path, a repository name the first four. */
const readIbi = (text: string): Answer<{ readonly ibi: Ibi; readonly end: number }> => {
  const firstSlash = text.indexOf('/');
  if (firstSlash < 0) return refuse('persistent-url/no-ibi', text.length, 'a slash and an IBI');
  const ibipEnd = skip(text, firstSlash + 1, isAlphanumeric);
  const ibip = parseIbip(text.slice(0, ibipEnd));
  if (ibip.ok) return accept({ ibi: ibip.value, end: ibipEnd });

  const repositoryEnd = endOfRepositoryName(text, firstSlash);
  const repository = parseRepositoryName(text.slice(0, repositoryEnd));
  if (repository.ok) return accept({ ibi: repository.value, end: repositoryEnd });
  return text.lastIndexOf('.', firstSlash) >= 0 ? repository : ibip;
};

/** Returns the end of the digits and points after the third slash; the end of the text if it has fewer slashes. */
export const endOfRepositoryName = (text: string, firstSlash: number): number => {
  const secondSlash = text.indexOf('/', firstSlash + 1);
  const thirdSlash = secondSlash < 0 ? -1 : text.indexOf('/', secondSlash + 1);
  return thirdSlash < 0 ? text.length : skip(text, thirdSlash + 1, isDigitOrPoint);
};

/** Reads an RFC 3986 `path-absolute`, which is kept as it is written. */
const readFilePath = (path: string, start: number, { text, positionOf }: Unescaped): Answer<string | undefined> => {
  if (start === text.length) return accept(undefined);
  if (text[start] !== '/') {
    return refuse('persistent-url/trailing', positionOf(start), 'a modifier, a slash, ? or the end');
  }
  const rest = path.slice(positionOf(start + 1));
  if (rest.startsWith('/')) return refuse('persistent-url/path', positionOf(start + 1), 'a file path');
  const end = skip(rest, 0, belongsToPath);
  return end === rest.length
    ? accept(`/${rest}`)
    : refuse('persistent-url/path', positionOf(start + 1) + end, 'an ASCII character or a percent escape');
};

const PATH_CHARACTERS = "-._~!$&'()*+,;=:@/%";

const belongsToPath = (code: number): boolean =>
  isAlphanumeric(code) || PATH_CHARACTERS.includes(String.fromCharCode(code));

/** Writes what follows the resolver's address; `parsePersistentTarget` reads it as the same URL. */
export const formatPersistentTarget = (url: PersistentUrl): string => {
  const firstInQuery = url.verbs.findIndex((verb) => verb.kind === 'fileList');
  const inModifier = relationOf(firstInQuery < 0 ? url.verbs : url.verbs.slice(0, firstInQuery));
  const inQuery = url.verbs.slice(inModifier.length);
  const query = [
    inQuery.length === 0 ? '' : `ibiurl.verblist=${inQuery.map(formatVerb).join('+')}`,
    url.requiredItemStatus === undefined ? '' : `ibiurl.requireditemstatus=${url.requiredItemStatus}`,
    url.passThrough,
  ].filter((part) => part !== '');
  const modifier = formatModifiers(inModifier);
  return `/${url.ibiAsWritten}${modifier}${url.filePath ?? ''}${query.length === 0 ? '' : `?${query.join('&')}`}`;
};
