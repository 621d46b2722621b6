import { escapeHtml } from '../page.ts';

/** Markup that is safe to send: only `html` makes it, and escapes whatever it is given. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | false | readonly Html[];

const write = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** Makes markup. A value must stand in a text or in an attribute with double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.map((text, index) => text + write(parts[index])).join(''),
});

/** Puts `between` between each two pieces of markup. */
export const joinHtml = (pieces: readonly Html[], between: string): Html => ({
  markup: pieces.map(({ markup }) => markup).join(escapeHtml(between)),
});

/** Takes markup of this program or of its libraries, which no reader has written. */
export const trusted = (markup: string): Html => ({ markup });
