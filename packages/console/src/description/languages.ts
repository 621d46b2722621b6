import { THREE_LETTER_LANGUAGES } from '@perene/api/words';
import { parseLanguage } from '@perene/core';
import type { Format } from '../i18n/format.ts';
import type { Choice } from '../ui/field.tsx';

const COMMON_LANGUAGES = ['pt', 'pt-BR', 'pt-PT', 'en', 'en-US', 'en-GB', 'es', 'fr', 'de', 'it'] as const;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** The languages that persistent URLs can name (RTC-11 Table B.1), and some of those with three letters; no countries. */
const ALL_LANGUAGES = [
  ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter((code) => parseLanguage(code).ok),
  ...THREE_LETTER_LANGUAGES,
];

const nameLanguage = (code: string, format: Format): Choice => {
  const name = format.language(code);
  return { value: code, text: `${name.charAt(0).toUpperCase()}${name.slice(1)} (${code})` };
};

export const commonLanguages = (format: Format): readonly Choice[] =>
  COMMON_LANGUAGES.map((code) => nameLanguage(code, format));

export const allLanguages = (format: Format): readonly Choice[] =>
  ALL_LANGUAGES.map((code) => nameLanguage(code, format)).sort((one, other) => one.text.localeCompare(other.text));
