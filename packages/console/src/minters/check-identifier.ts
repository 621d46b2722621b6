import { parseTemplate, type Refused, validateAnyIdentifier, validateIdentifier } from '@perene/core/noid';
import type { MinterSummary } from '../api/minters.ts';

/** What is wrong with an identifier, and with which of its characters; nothing if the minter could have minted it. */
export const checkIdentifier = (
  identifier: string,
  { template, naan, bindsAnything }: Pick<MinterSummary, 'template' | 'naan' | 'bindsAnything'>,
): Refused | undefined => {
  // A pepper is no part of the identifier.
  const [plain = ''] = identifier.split('!');
  if (bindsAnything) return refusedOf(validateAnyIdentifier(plain));
  const parsed = parseTemplate(template);
  return parsed.ok ? refusedOf(validateIdentifier(plain, parsed.value, { naan })) : undefined;
};

const refusedOf = (answer: { readonly ok: true } | Refused): Refused | undefined => (answer.ok ? undefined : answer);

/** An identifier in three parts: what is right, the character that is wrong, and what follows it. */
export const markCharacter = (
  identifier: string,
  position: number,
): { readonly before: string; readonly wrong: string; readonly after: string } => {
  const [wrong = ''] = identifier.slice(position);
  return { before: identifier.slice(0, position), wrong, after: identifier.slice(position + wrong.length) };
};

/** Identifiers as people paste them: one a line, or with commas and blanks between them. */
export const splitIdentifiers = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((word) => word !== '')),
];
