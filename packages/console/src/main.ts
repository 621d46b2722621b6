import './ui/style.css';
import { chooseLanguage, type Language } from './i18n/texts.ts';
import { renderStartPage } from './pages/start-page.ts';

const LANGUAGE_KEY = 'perene.language';

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
      localStorage.setItem(LANGUAGE_KEY, chosen);
      show(chosen);
    },
  });
  document.querySelector('#page')?.replaceChildren(page);
};

show(chooseLanguage([localStorage.getItem(LANGUAGE_KEY) ?? '', ...navigator.languages]));
document.querySelector<HTMLInputElement>('#label')?.focus();
