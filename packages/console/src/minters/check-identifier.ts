import { parseTemplate, type Refused, validateAnyIdentifier, validateIdentifier } from '@perene/core/noid';
import type { MinterSummary } from '../api/minters.ts';

/**
 * Returns what is wrong with an identifier, and with which of its characters; undefined if the minter could have minted
 * it.
 */
export const checkIdentifier = (
  identifier: string,
  { template, naan, bindsAnything }: Pick<MinterSummary, 'template' | 'naan' | 'bindsAnything'>,
): Refused | undefined => {
  // A pepper is not part of the identifier.
  const [plain = ''] = identifier.split('!');
  if (bindsAnything) return refusedOf(validateAnyIdentifier(plain));
  const parsed = parseTemplate(template);
  return parsed.ok ? refusedOf(validateIdentifier(plain, parsed.value, { naan })) : undefined;
};

const refusedOf = (answer: { readonly ok: true } | Refused): Refused | undefined => (answer.ok ? undefined : answer);

/** Splits an identifier into the right part, the wrong character, and what follows it. */
export const markCharacter = (
  identifier: string,
  position: number,
): { readonly before: string; readonly wrong: string; readonly after: string } => {
  const [wrong = ''] = identifier.slice(position);
  return { before: identifier.slice(0, position), wrong, after: identifier.slice(position + wrong.length) };
};

/** Splits identifiers as people paste them: one a line, or separated by commas and blanks. */
export const splitIdentifiers = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((word) => word !== '')),
];
