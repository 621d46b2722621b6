/** A part of an XML document: only `element` makes it, and escapes whatever it is given. */
export interface Xml {
  readonly markup: string;
}

type Content = Xml | string | undefined | readonly Xml[];

/** Characters that no XML 1.0 document can have, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A carriage return would be read as a line feed if it were not escaped; attributes lose every kind of blank. */
const escapeXml = (text: string): string =>
  text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);

const write = (content: Content): string => {
  if (content === undefined) return '';
  if (typeof content === 'string') return escapeXml(content);
  return 'markup' in content ? content.markup : content.map(({ markup }) => markup).join('');
};

type Attributes = Readonly<Record<string, string | undefined>>;

const writeAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(value ?? '')}"`)
    .join('');

/** Makes an element; attributes that are undefined are left out. */
export const element = (name: string, attributes: Attributes, ...contents: readonly Content[]): Xml => {
  const inner = contents.map(write).join('');
  const start = `${name}${writeAttributes(attributes)}`;
  return { markup: inner === '' ? `<${start}/>` : `<${start}>${inner}</${name}>` };
};

/** Takes an element that another writer of this program has made. */
export const written = (markup: string): Xml => ({ markup });

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export const documentOf = ({ markup }: Xml): string => `${DECLARATION}${markup}\n`;

/** A document whose root has many elements, step by step. */
export async function* streamDocument(
  name: string,
  attributes: Attributes,
  steps: AsyncIterable<readonly Xml[]>,
): AsyncGenerator<string> {
  yield `${DECLARATION}<${name}${writeAttributes(attributes)}>\n`;
  for await (const step of steps) yield `${step.map(({ markup }) => markup).join('\n')}\n`;
  yield `</${name}>\n`;
}
