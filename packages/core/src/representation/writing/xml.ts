/** Characters that no XML 1.0 document can have, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const PIECE_LENGTH = 4_096;

/** A carriage return would be read as a line feed if it were not escaped. */
const escapePiece = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');

/** Long texts are escaped piece by piece, which takes a third of the time where much is escaped. */
export const escapeXml = (text: string): string => {
  const clean = text.replace(NOT_XML, '\ufffd');
  if (!/[&<>"\r]/.test(clean)) return clean;
  const pieces: string[] = [];
  for (let start = 0; start < clean.length; start += PIECE_LENGTH) {
    pieces.push(escapePiece(clean.slice(start, start + PIECE_LENGTH)));
  }
  return pieces.join('');
};

/**
 * Elements that are written already, each with its line end; nothing if there is nothing to say. An element with others
 * inside is several of these: its beginning, what is inside, and its end.
 */
export type Xml = readonly string[];

export const writeXml = (xml: Xml): string => xml.join('');

export type Attributes = Readonly<Record<string, string | undefined>>;

/** Blanks of attributes other than the space would be read as spaces. */
const writeAttribute = ([name, value = '']: readonly [string, string | undefined]): string =>
  ` ${name}="${escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;

const writeAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(writeAttribute)
    .join('');

/** An element with a text; nothing if there is none. */
export const textElement = (name: string, text: string | undefined, attributes: Attributes = {}): Xml =>
  text === undefined || text === '' ? [] : [`<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>\n`];

/**
 * An element with others inside, each on a line of its own; nothing if there are none. Only the beginnings of elements are
 * moved: a text of several lines stays as it is.
 */
export const parentElement = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml => {
  const content = children.flat();
  if (content.length === 0) return [];
  return [`<${name}${writeAttributes(attributes)}>\n`, ...content.map((inner) => `  ${inner}`), `</${name}>\n`];
};

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
