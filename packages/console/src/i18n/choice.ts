import type { Language } from './language.ts';

/** The start page uses the same key. */
const LANGUAGE_KEY = 'perene.language';

/** A browser may refuse to keep anything; then the choice lasts only as long as the page. */
const readKept = (): string => {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? '';
  } catch {
    return '';
  }
};

export const keepLanguage = (language: Language): void => {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {}
};

/**
 * Returns the language that the reader chose before, or else the first of the browser's languages that the console has.
 */
export const firstLanguage = (): Language =>
  [readKept(), ...navigator.languages]
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((code): code is Language => code === 'en' || code === 'pt') ?? 'en';
