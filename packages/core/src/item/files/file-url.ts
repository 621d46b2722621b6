import { parseItemFilePath } from './file-path.ts';
import { fileNameBytes, fileNameText, spellFileName } from './spell-file-name.ts';

/**
 * How the names of an item's files are spelled in URLs. With `utf-8`, names are served byte for byte. Items of
 * `iso-8859-1` have names that are text, kept in UTF-8, but their URLs are spelled in ISO 8859-1, as they were first
 * printed.
 */
export const FILE_NAME_ENCODINGS = ['utf-8', 'iso-8859-1'] as const;
export type FileNameEncoding = (typeof FILE_NAME_ENCODINGS)[number];

/** An item whose files have URLs. */
export interface FiledItem {
  readonly repository: string;
  /** The encoding; absent if it is UTF-8. */
  readonly fileNameEncoding?: FileNameEncoding | undefined;
}

/** The path, at the Archive, of a file of an item. */
export const documentPath = ({ repository, fileNameEncoding = 'utf-8' }: FiledItem, path: string): string =>
  `/col/${repository}/doc/${escapeFilePath(path, fileNameEncoding)}`;

const ESCAPES = /(\\x[0-9A-F]{2})/;

/** The path of a URL that leads to a file. */
export const escapeFilePath = (path: string, encoding: FileNameEncoding): string =>
  path
    .split('/')
    .map((name) =>
      name
        .split(ESCAPES)
        .map((text) => escapeText(text, encoding))
        .join(''),
    )
    .join('/');

/** Leaves characters unescaped that RFC 3986 allows in a path and that the examples of RTC-11 leave as they are. */
const escapePlain = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@');

const escapeText = (text: string, encoding: FileNameEncoding): string => {
  if (text.startsWith('\\')) return `%${text.slice(2).toLowerCase()}`;
  if (encoding === 'utf-8') return escapePlain(text);
  // RTC-11 section 6.2 writes names of ISO 8859-1 in this way: `Relat%f3rio%20Final.pdf`.
  return [...text]
    .map((letter) => (letter < '\x80' ? escapePlain(letter) : `%${letter.charCodeAt(0).toString(16)}`))
    .join('');
};

/** Returns the path that a URL spells, byte for byte; undefined if it is not a path. */
export const unescapeFilePath = (escaped: string): string | undefined => {
  if (/%(?![0-9a-f]{2})|\p{Cs}/iu.test(escaped)) return undefined;
  // Both spell bytes by two hexadecimal digits.
  const spelled = escaped.replaceAll('\\', '%5C').replaceAll(/%([0-9a-f]{2})/gi, '\\x$1');
  const names = spelled
    .replaceAll(/\\x2f/gi, '/')
    .split('/')
    .map((name) => spellFileName(fileNameBytes(name)));
  return names.some((name) => name.includes('\\x00')) ? undefined : names.join('/');
};

/** Returns what a path of a URL may mean, the likeliest first: its bytes, its text in NFC, its bytes as ISO 8859-1. */
export const readingsOfPath = (path: string): readonly string[] => {
  if (!parseItemFilePath(path).ok) return [];
  const names = path.split('/');
  const texts = names.map(fileNameText);
  const latin = names.map((name) => String.fromCharCode(...fileNameBytes(name)));
  const others = [texts.includes(undefined) ? latin : texts, latin].flatMap((read) => {
    const parsed = parseItemFilePath(read.join('/').replaceAll('\\', '\\x5C'));
    return parsed.ok ? [parsed.value] : [];
  });
  return [...new Set([path, ...others])];
};
