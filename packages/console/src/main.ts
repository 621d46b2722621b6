import './ui/style.css';
import { chooseLanguage, type Language } from './i18n/texts.ts';
import { renderStartPage } from './pages/start-page.ts';

const LANGUAGE_KEY = 'perene.language';

/** A browser may refuse to keep anything; then the choice lasts as long as the page. */
const readChoice = (): string => {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? '';
  } catch {
    return '';
  }
};

const keepChoice = (language: Language): void => {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {}
};

let text = '';

const show = (language: Language): void => {
  document.documentElement.lang = language === 'pt' ? 'pt-BR' : 'en';
  const page = renderStartPage({
    language,
    text,
    onTextChange: (changed) => {
      text = changed;
    },
    onLanguageChange: (chosen) => {
      keepChoice(chosen);
      show(chosen);
      document.querySelector<HTMLButtonElement>('nav button')?.focus();
    },
  });
  document.querySelector('#page')?.replaceChildren(page);
};

show(chooseLanguage([readChoice(), ...navigator.languages]));
document.querySelector<HTMLInputElement>('#label')?.focus();
