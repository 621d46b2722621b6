import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import mime from 'mime';

/** How much of a file is examined; a shorter head counts as the whole file. */
export const MEDIA_TYPE_HEAD_BYTES = 65_536;

const OCTETS = 'application/octet-stream';
const PLAIN_TEXT = 'text/plain';
const HTML = 'text/html';
const XHTML = 'application/xhtml+xml';
const XML = 'application/xml';
const SVG = 'image/svg+xml';

/** Signatures that texts may have. All others belong to binary files: a text that begins with "BM" is not a bitmap. */
const SIGNATURES_OF_TEXTS: ReadonlySet<string> = new Set([
  'application/eps',
  'application/pdf',
  'application/pgp-encrypted',
  'application/postscript',
  'application/rtf',
  'application/x-ms-regedit',
  'text/calendar',
  'text/vcard',
  'text/vtt',
]);

/** Formats that others are built on. Only the name distinguishes these: a .doc is a compound file. */
const CONTAINERS: ReadonlySet<string> = new Set(['application/zip', 'application/x-cfb']);

const TEXTUAL =
  /^(?:text\/.*|.*\+(?:json|xml)|application\/(?:json5?|xml|javascript|ecmascript|toml|sql|n-quads|n-triples|sparql-query|trig|xml-dtd|x-(?:sh|csh|tex|latex|texinfo|tcl|perl|sql|subrip|bibtex)))$/;
const XML_BASED = /^(?:.*\+xml|application\/xml|text\/xml)$/;

/** The "binary data bytes" of https://mimesniff.spec.whatwg.org/#binary-data-byte, which texts do not contain. */
const isBinaryByte = (code: number): boolean => code < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(code);

interface Text {
  readonly characters: string;
  readonly encoding: 'utf-8' | 'utf-16' | 'other';
}

/** The content decides the type; the name decides only if the content cannot. */
export const detectMediaType = async (head: Buffer, name: string): Promise<string> => {
  // A slash before it: mime takes a name without point and slash for an extension.
  const named = mime.getType(`/${name}`) ?? undefined;
  if (head.length === 0) return withCharset(named ?? OCTETS, 'utf-8');
  const signature = (await fileTypeFromBuffer(head))?.mime;
  const text = readText(head);
  return text === undefined
    ? typeOfBinary(signature, named)
    : withCharset(typeOfText(text, signature, named), text.encoding);
};

const withCharset = (type: string, encoding: Text['encoding']): string =>
  encoding === 'utf-8' && type.startsWith('text/') ? `${type}; charset=utf-8` : type;

const typeOfBinary = (signature: string | undefined, named: string | undefined): string => {
  const isNameCredible = named !== undefined && !supportedMimeTypes.has(named) && !TEXTUAL.test(named);
  if (signature === undefined) return isNameCredible ? named : OCTETS;
  const isContained =
    isNameCredible && CONTAINERS.has(signature) && named.startsWith('application/') && named !== OCTETS;
  return isContained ? named : signature;
};

const typeOfText = (text: Text, signature: string | undefined, named: string | undefined): string => {
  if (signature !== undefined && SIGNATURES_OF_TEXTS.has(signature)) return signature;
  const isXml = /^\s*<\?xml\s/.test(text.characters);
  const root = findRoot(text.characters);
  if (root === 'svg') return SVG;
  if (root === 'html') return isXml || named === XHTML ? XHTML : HTML;
  if (isXml) return named !== undefined && XML_BASED.test(named) ? named : XML;
  if (named !== undefined && TEXTUAL.test(named)) return named;
  // Bytes in no known encoding may be a binary format that happens to have no control characters.
  return text.encoding === 'other' ? typeOfBinary(undefined, named) : PLAIN_TEXT;
};

/** The first element of an HTML or XML document, in lower case, even if only the document type names it. */
const findRoot = (characters: string): string | undefined => {
  let position = 0;
  for (;;) {
    const rest = characters.slice(position).trimStart();
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : undefined;
    if (end === undefined) return /^<(?:!doctype\s+)?(html|svg)(?=[\s>/])/i.exec(rest)?.[1]?.toLowerCase();
    const found = rest.indexOf(end);
    if (found < 0) return undefined;
    position = characters.length - rest.length + found + end.length;
  }
};

const readText = (head: Buffer): Text | undefined => {
  const mark = head.toString('latin1', 0, 2);
  const utf16 = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : undefined;
  const decoded = decode(head, utf16 ?? 'utf-8');
  const characters = decoded ?? head.toString('latin1');
  for (let index = 0; index < characters.length; index += 1) {
    if (isBinaryByte(characters.charCodeAt(index))) return undefined;
  }
  return { characters, encoding: decoded === undefined ? 'other' : utf16 === undefined ? 'utf-8' : 'utf-16' };
};

/** A full head may end inside of a character. */
const decode = (head: Buffer, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length >= MEDIA_TYPE_HEAD_BYTES });
  } catch {
    return undefined;
  }
};
