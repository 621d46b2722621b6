/** Characters that no XML 1.0 document can have, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A carriage return would be read as a line feed if it were not escaped. */
export const escapeXml = (text: string): string =>
  text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');

/** An element that is written already; the empty text for one that has nothing to say. */
export type Xml = string & { readonly xml?: never };

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
  text === undefined || text === '' ? '' : `<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>\n`;

/** An element with others inside, each on a line of its own; nothing if there are none. */
export const parentElement = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml => {
  const content = children.join('');
  return content === '' ? '' : `<${name}${writeAttributes(attributes)}>\n${indent(content)}</${name}>\n`;
};

/** Only the beginnings of elements are moved: a text of several lines stays as it is. */
const indent = (content: string): string => content.replaceAll(/^(?= *<)/gm, '  ');

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
