import { unescapeText } from '../parsing/escapes.ts';
import type { Ark } from './ark.ts';
import { normalizeName } from './normalize-name.ts';

/** An ARK's name, whole or up to a structural character, and what was written after it. */
export interface Beginning {
  /** Spellings under which it may be stored, the likeliest first. */
  readonly names: readonly string[];
  readonly rest: string;
}

/** Names come before their qualifiers, so deeper levels can be left out. */
const MAX_BEGINNINGS = 32;
/** The end of a level: before a structural character that does not follow another. */
const LEVEL = /[^/.](?=[/.])/g;

/** The whole name first, then shorter and shorter beginnings. The rest is passed on to the first that is known. */
export const listBeginnings = ({ written }: Pick<Ark, 'written'>): readonly Beginning[] => {
  const shorter: Beginning[] = [];
  for (const { index } of written.matchAll(LEVEL)) {
    if (shorter.length === MAX_BEGINNINGS) break;
    const names = spellings(written.slice(0, index + 1));
    if (names.length > 0) shorter.push({ names, rest: written.slice(index + 1) });
  }
  return [{ names: spellings(written), rest: '' }, ...shorter.reverse()];
};

/** Returns the name as it was written, without escapes, and normalized. */
const spellings = (written: string): readonly string[] => {
  const normalized = normalizeName(written);
  if (normalized === '') return [];
  return [...new Set([written, unescapeAll(written), normalized])];
};

const CONTROL = /\p{Cc}/u;

/**
 * Undoes all escapes, for identifiers that no URL can spell without them; returns the text unchanged if the escapes are
 * not UTF-8.
 */
const unescapeAll = (written: string): string => {
  const text = written.includes('%') ? unescapeText(written) : undefined;
  return text === undefined || CONTROL.test(text) ? written : text;
};
