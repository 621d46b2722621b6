import './ui/style.css';
import { chooseLanguage } from './i18n/texts.ts';
import { enhanceStartPage } from './pages/start-page.ts';

/** The console keeps the chosen language under this key; the server keeps it in a cookie. */
const LANGUAGE_KEY = 'perene.language';

/** A browser may refuse to keep anything; then the choice lasts only as long as the page. */
const shareChoice = (): void => {
  const [, chosen] = /(?:^|;\s*)perene-language=(en|pt)/.exec(document.cookie) ?? [];
  try {
    if (chosen !== undefined) localStorage.setItem(LANGUAGE_KEY, chosen);
  } catch {}
};

const input = document.querySelector<HTMLInputElement>('#label');
const answer = document.querySelector<HTMLElement>('#answer');

shareChoice();
if (input !== null && answer !== null) {
  enhanceStartPage({ input, answer, language: chooseLanguage([document.documentElement.lang]) });
}
