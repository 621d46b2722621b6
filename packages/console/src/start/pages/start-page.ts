import { renderReading } from '../components/reading.ts';
import { type Language, TEXTS } from '../i18n/texts.ts';

/** Reads the text in the box while it is written, and keeps it when the language is changed. */
export const enhanceStartPage = ({
  input,
  answer,
  language,
}: {
  readonly input: HTMLInputElement;
  readonly answer: HTMLElement;
  readonly language: Language;
}): void => {
  const texts = TEXTS[language];
  const languageLink = document.querySelector<HTMLAnchorElement>('header nav a[hreflang]');

  const read = (text: string): void => {
    answer.replaceChildren();
    if (text.trim() !== '') answer.append(renderReading(text, texts, language));
    if (languageLink !== null) {
      const url = new URL(languageLink.href);
      if (text === '') url.searchParams.delete('q');
      else url.searchParams.set('q', text);
      languageLink.href = url.href;
    }
  };
  input.addEventListener('input', () => read(input.value));
  read(input.value);

  for (const example of document.querySelectorAll<HTMLAnchorElement>('a.example')) {
    example.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      input.value = example.textContent ?? '';
      read(input.value);
      input.focus();
    });
  }
};
