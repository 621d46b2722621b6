import { english } from './english.ts';
import { portuguese } from './portuguese.ts';

/** Every text of the pages; the compiler checks that both languages have them all. */
export type Texts = typeof english;

export type Language = 'en' | 'pt';

export const TEXTS: Readonly<Record<Language, Texts>> = { en: english, pt: portuguese };

/** Returns the first of the browser's languages that the page has. */
export const chooseLanguage = (preferred: readonly string[]): Language =>
  preferred
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((code): code is Language => code === 'en' || code === 'pt') ?? 'en';
