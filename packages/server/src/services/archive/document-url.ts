import type { CatalogueItem } from '../../ports/catalogue.ts';

/** Characters that RFC 3986 allows in a path and that the examples of RTC-11 leave as they are. */
const escapeUtf8 = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@');

/** As RTC-11 section 6.2 writes names of ISO 8859-1: `Relat%f3rio%20Final.pdf`. */
const escapeLatin1 = (text: string): string =>
  [...text].map((letter) => ((letter.codePointAt(0) ?? 0) < 0x80 ? escapeUtf8(letter) : escapeByte(letter))).join('');

const escapeByte = (letter: string): string => `%${(letter.codePointAt(0) ?? 0).toString(16)}`;

/** What a metadata item is reached by where it was not brought in under another name. */
export const METADATA_TARGET = 'metadata.json';

export const documentUrl = (
  publicUrl: string,
  { repository, fileNameEncoding }: Pick<CatalogueItem, 'repository' | 'fileNameEncoding'>,
  path: string,
): string => {
  const escapeName = fileNameEncoding === 'utf-8' ? escapeUtf8 : escapeLatin1;
  return `${publicUrl}/col/${repository}/doc/${path.split('/').map(escapeName).join('/')}`;
};

export const fileListUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/col/${repository}/doc/`;

/** A path of a URL, in UTF-8 or, where that makes no sense, in ISO 8859-1. */
export const unescapePath = (escaped: string): string | undefined => {
  try {
    return decodeURIComponent(escaped);
  } catch {
    if (/%(?![0-9a-f]{2})/i.test(escaped)) return undefined;
    return escaped.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
};
