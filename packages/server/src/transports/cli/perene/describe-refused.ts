import type { Refused } from '@perene/core';

/** One line that points at the character: `character 19 ("O"): expected ...`. */
export const describeRefused = (text: string, { position, expected }: Refused): string => {
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
  const where = position < text.length ? `character ${position + 1} (${JSON.stringify(character)})` : 'at the end';
  return `${where}: expected ${expected}`;
};
