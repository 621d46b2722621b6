/** An element of XML, with what it contains. */
export interface XmlElement {
  /** Without the prefix of its name space. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text in it, without that of its children. */
  readonly text: string;
  /** The line of its beginning, from 1 on. */
  readonly line: number;
}

export type XmlAnswer =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly line: number };

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 200_000;
/** Declarations of entities can make texts that grow without end, so no declaration of types is read. */
const PART =
  /<\?[^>]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface OpenElement {
  readonly name: string;
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly line: number;
  text: string;
}

/** Reads a document into its root element; returns undefined if it is not well-formed, too deep or too large. */
export const readXml = (text: string): XmlElement | undefined => {
  const answer = parseXml(text);
  return answer.ok ? answer.root : undefined;
};

/** The same, with the line where the document cannot be read. */
export const parseXml = (text: string): XmlAnswer => {
  const top: OpenElement = { name: '', tag: '', attributes: new Map(), children: [], line: 1, text: '' };
  const open: OpenElement[] = [top];
  let count = 0;
  let end = 0;
  let line = 1 + countLines(text.slice(0, text.length - text.trimStart().length));
  const given = text.trim();
  for (const match of given.matchAll(PART)) {
    const [whole, data, closing, tag, attributes = '', isEmpty, plain] = match;
    const inner = open.at(-1) as OpenElement;
    if (data !== undefined) inner.text += data;
    else if (plain !== undefined) inner.text += unescapeXml(plain);
    else if (closing === '/') {
      if (open.length === 1 || inner.tag !== tag) return { ok: false, line };
      open.pop();
    } else if (tag !== undefined) {
      count += 1;
      if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) return { ok: false, line };
      const element = {
        name: localName(tag),
        tag,
        attributes: readAttributes(attributes),
        children: [],
        line,
        text: '',
      };
      inner.children.push(element);
      if (isEmpty === '') open.push(element);
    }
    end = match.index + whole.length;
    line += countLines(whole);
  }
  const [root] = top.children;
  const isWhole = end === given.length && open.length === 1 && top.children.length === 1;
  return isWhole && root !== undefined ? { ok: true, root } : { ok: false, line };
};

const countLines = (text: string): number => text.split('\n').length - 1;

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1);

const readAttributes = (text: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    attributes.set(name, unescapeXml(double ?? single ?? ''));
  }
  return attributes;
};

export const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[(name as string).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : whole;
  });
