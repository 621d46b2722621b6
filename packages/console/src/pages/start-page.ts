import { renderReading } from '../components/reading.ts';
import { type Language, TEXTS } from '../i18n/texts.ts';
import { element } from '../ui/element.ts';

const EXAMPLES = [
  '8JMKD3MGP8W/34PGRBS',
  'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
  'http://urlib.net/8JMKD3MGP8W/35MMLL8!:(oai_dc)',
];

/** One box that reads whatever is pasted into it. */
export const renderStartPage = ({
  language,
  text,
  onTextChange,
  onLanguageChange,
}: {
  readonly language: Language;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onLanguageChange: (language: Language) => void;
}): HTMLElement => {
  const texts = TEXTS[language];
  const answer = element('div', { id: 'answer', 'aria-live': 'polite' });
  const input = element('input', {
    id: 'label',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    placeholder: texts.placeholder,
    'aria-controls': 'answer',
  });
  const read = (given: string): void => {
    onTextChange(given);
    answer.replaceChildren();
    if (given.trim() !== '') answer.append(renderReading(given, texts, language));
  };
  input.value = text;
  input.addEventListener('input', () => read(input.value));
  read(text);

  const examples = EXAMPLES.map((example) => {
    const button = element('button', { type: 'button', class: 'example' }, example);
    button.addEventListener('click', () => {
      input.value = example;
      read(example);
      input.focus();
    });
    return element('li', {}, button);
  });
  const switchLanguage = element(
    'button',
    { type: 'button', lang: language === 'pt' ? 'en' : 'pt-BR' },
    texts.otherLanguage,
  );
  switchLanguage.addEventListener('click', () => onLanguageChange(language === 'pt' ? 'en' : 'pt'));

  return element(
    'div',
    { class: 'sheet' },
    element('header', {}, element('p', { class: 'brand' }, 'Perene'), element('nav', {}, switchLanguage)),
    element(
      'main',
      {},
      element('h1', {}, texts.tagline),
      element('p', { class: 'introduction' }, texts.introduction),
      element('label', { for: 'label' }, texts.input),
      input,
      element('div', { class: 'examples' }, element('span', {}, texts.examples), element('ul', {}, ...examples)),
      answer,
    ),
  );
};
