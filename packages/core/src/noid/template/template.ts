import { type Answer, accept, refuse, refuseLong } from '../../parsing/answer.ts';
import { ALPHABETS, alphabetOf, checkAlphabetOf } from './alphabets.ts';

/**
 * What a minter's identifiers look like and in which order they come (noid manual, TEMPLATES):
 *
 *     template = [directory "/"] (prefix "." mask | "-" | "") *("/" | blank)
 *     mask     = ("r" | "s" | "z") 1*letter ["k"]
 *     letter   = "d" | "e" | "i" | "x" | "v" | "E" | "w" | "c"
 *
 * Anything after the letters, digits and underscores of the mask is ignored, as in the original.
 */
export type Template = MintingTemplate | BindingTemplate;

export type MintingTemplate = BoundedTemplate | UnlimitedTemplate;

interface TemplateParts {
  /** The template as it was given. */
  readonly text: string;
  readonly prefix: string;
  readonly mask: string;
  /** The mask without its first letter and without `k`. */
  readonly letters: string;
  readonly hasCheckCharacter: boolean;
  readonly checkAlphabet: string;
}

interface BoundedTemplate extends TemplateParts {
  readonly kind: 'minting';
  readonly order: 'random' | 'sequential';
  /** How many identifiers there are. */
  readonly total: bigint;
}

interface UnlimitedTemplate extends TemplateParts {
  readonly kind: 'minting';
  readonly order: 'unlimited';
  readonly total: null;
}

/** The empty template or `-`: its minter mints nothing, and binds any identifier. */
interface BindingTemplate extends TemplateParts {
  readonly kind: 'binding';
  readonly order: null;
  readonly total: null;
}

const MAX_TEMPLATE_LENGTH = 256;
const ORDERS: Readonly<Record<string, MintingTemplate['order']>> = { r: 'random', s: 'sequential', z: 'unlimited' };

export const parseTemplate = (text: string): Answer<Template> => {
  if (text.length > MAX_TEMPLATE_LENGTH) {
    return refuseLong('noid-template', MAX_TEMPLATE_LENGTH);
  }
  const end = text.replace(/[/ \t-\r]+$/, '').length;
  const start = text.lastIndexOf('/', end - 1) + 1;
  const name = text.slice(start, end);
  // Perl takes the text "0" for false, so it counts as an empty template, and as an empty prefix.
  if (name === '' || name === '0' || name === '-') return accept(bindingTemplate(text));

  const dot = name.indexOf('.');
  const maskStart = dot < 0 ? end : start + dot + 1;
  const mask = text.slice(maskStart, end).replace(/\W.*/s, '');
  if (mask === '') return refuse('noid-template/no-mask', maskStart, 'a point and a mask');

  const order = ORDERS[mask.charAt(0)];
  if (order === undefined) return refuse('noid-template/no-order', maskStart, 'r, s or z');

  const hasCheckCharacter = mask.endsWith('k');
  const letters = mask.slice(1, hasCheckCharacter ? -1 : undefined);
  const early = letters.indexOf('k');
  if (letters === '' || early >= 0) {
    const position = maskStart + 1 + Math.max(0, early);
    return refuse('noid-template/check-character', position, 'mask letters, and k only at the end');
  }
  const unknown = [...letters].findIndex((letter) => alphabetOf(letter) === '');
  if (unknown >= 0) {
    const expected = `one of ${Object.keys(ALPHABETS).join(' ')}`;
    return refuse('noid-template/unknown-mask-letter', maskStart + 1 + unknown, expected);
  }

  const written = name.slice(0, dot);
  const prefix = written === '0' ? '' : written;
  const checkAlphabet = checkAlphabetOf(letters);
  const outside = [...prefix].findIndex((character) => !checkAlphabet.includes(character));
  if (hasCheckCharacter && outside >= 0) {
    return refuse('noid-template/prefix-outside-alphabet', start + outside, `characters from "${checkAlphabet}"`);
  }
  const parts = { kind: 'minting', text, prefix, mask, letters, hasCheckCharacter, checkAlphabet } as const;
  if (order === 'unlimited') return accept({ ...parts, order, total: null });
  return accept({ ...parts, order, total: countIdentifiers(letters) });
};

const bindingTemplate = (text: string): BindingTemplate => ({
  kind: 'binding',
  text,
  prefix: '',
  mask: '',
  letters: '',
  hasCheckCharacter: false,
  checkAlphabet: checkAlphabetOf(''),
  order: null,
  total: null,
});

const countIdentifiers = (letters: string): bigint =>
  [...letters].reduce((total, letter) => total * BigInt(alphabetOf(letter).length), 1n);

/**
 * Returns the short name of a template: prefix and number of characters, with `+` if the number may grow: `ft5`,
 * `tb7r2+`.
 */
export const templateSynonym = ({ prefix, mask, order }: MintingTemplate): string =>
  `${prefix}${mask.length - 1}${order === 'unlimited' ? '+' : ''}`;

/** Returns the beginning of every identifier of a minter. */
export const firstPart = ({ prefix }: Template, naan: string): string => (naan === '' ? prefix : `${naan}/${prefix}`);
