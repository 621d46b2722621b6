import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type Language = 'en' | 'pt';

/** Texts of a part of the console; the compiler checks that both languages have them all. */
export interface Translated<Texts> {
  readonly en: Texts;
  readonly pt: Texts;
}

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => {} });

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);

/** Returns the texts of a part, in the language that the reader chose. */
export const useTexts = <Texts>(translated: Translated<Texts>): Texts => translated[useLanguage().language];

/** The tags of the languages in documents and in Intl. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };
