import { type Answer, accept, refuse, shift } from '../../parsing/answer.ts';
import { hasValidCheckCharacter } from './check-character.ts';
import { refuseLongIdentifier } from './identifier-length.ts';
import { matchMask } from './match-mask.ts';
import { firstPart, type Template } from './template.ts';

/** Names that minters keep for themselves begin so; only rules (`:/idmap/...`) are identifiers to the outside. */
const RESERVED = ':/';
const RULES = ':/idmap/';

/** Checks what holds for identifiers of every minter, which is all that a minter created without a template asks. */
export const validateAnyIdentifier = (identifier: string): Answer<string> => {
  const long = refuseLongIdentifier(identifier);
  if (long !== undefined) return long;
  if (/^[ \t-\r]*$/.test(identifier)) return refuse('noid/empty', 0, 'an identifier');
  const isRule = identifier.startsWith(RULES) && identifier.length > RULES.length;
  if (identifier.startsWith(RESERVED) && !isRule)
    return refuse('noid/reserved', 0, `no "${RESERVED}" at the beginning`);
  return accept(identifier);
};

/**
 * Whether a minter with this template and NAAN could have minted the identifier, checked in the original's order.
 * Under a template without a mask there is nothing but the NAAN, as in the original's `validate "" Id`.
 */
export const validateIdentifier = (
  identifier: string,
  template: Template,
  { naan = '' }: { readonly naan?: string } = {},
): Answer<string> => {
  const valid = validateAnyIdentifier(identifier);
  if (!valid.ok || identifier.startsWith(RULES)) return valid;

  const first = firstPart(template, naan);
  if (!identifier.startsWith(first)) return refuse('noid/beginning', commonLength(identifier, first), first);
  if (template.hasCheckCharacter && !hasValidCheckCharacter(identifier, template.checkAlphabet)) {
    return refuse('noid/check-character', identifier.length - 1, 'the check character');
  }
  const { mask, order } = template;
  const places = matchMask(identifier.slice(first.length), { letters: mask.slice(1), order });
  return places.ok ? valid : shift(places, first.length);
};

/**
 * Returns where an identifier that does not begin with its first part begins to differ, at the latest where the shorter
 * of them ends.
 */
const commonLength = (identifier: string, first: string): number => {
  let length = 0;
  while (identifier.charAt(length) === first.charAt(length)) length += 1;
  return length;
};
