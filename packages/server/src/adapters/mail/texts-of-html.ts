const MAX_HTML_LENGTH = 1_048_576;

const BREAK = /<\/?(?:br|p|div|tr|td|li|h[1-6]|blockquote|pre)\b[^<>]*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/**
 * The text of an HTML page, line by line. Line ends of the source are blanks, unless the text was preformatted: both
 * readings are returned.
 */
export const textsOfHtml = (html: string): readonly string[] => {
  const page = html.slice(0, MAX_HTML_LENGTH);
  return [page.replaceAll(/\r?\n/g, ' '), page].map((source) =>
    source
      .replaceAll(BREAK, '\n')
      .replaceAll(/<[^<>]*>/g, '')
      .replaceAll(ENTITY, readEntity)
      .replaceAll('\u00a0', ' '),
  );
};

const readEntity = (_entity: string, decimal?: string, hexadecimal?: string, name = ''): string => {
  if (name !== '') return NAMED[name.toLowerCase()] ?? '';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
};
