import {
  formatExactDate,
  formatTime,
  type Ibi,
  type Refused,
  readPersistentUrl,
  type TolerantReading,
} from '@perene/core';
import type { Language, Texts } from '../i18n/texts.ts';
import { element } from '../ui/element.ts';
import { describeRequest, labelParts } from './label-parts.ts';

/** What the text in the box says, or where it stops making sense. */
export const renderReading = (text: string, texts: Texts, language: Language): HTMLElement => {
  const reading = readPersistentUrl(text);
  return reading.ok ? renderUnderstood(reading.value, texts, language) : renderRefused(text, reading, texts);
};

const renderUnderstood = (reading: TolerantReading, texts: Texts, language: Language): HTMLElement => {
  const parts = labelParts(reading.url.ibi, texts).map(({ text, caption }, index) =>
    caption === ''
      ? element('span', { class: 'slash' }, text)
      : element(
          'span',
          { class: `part part-${index % 5}` },
          element('span', { class: 'part-text' }, text),
          element('small', {}, caption),
        ),
  );
  return element(
    'section',
    { class: 'reading', 'aria-label': texts.valid },
    element('h2', {}, texts.valid),
    element('p', { class: 'label' }, ...parts),
    element('dl', {}, ...factsOf(reading, texts, language).flatMap(renderFact)),
  );
};

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

const renderFact = ({ name, value, note }: Fact): readonly HTMLElement[] => [
  element('dt', {}, name),
  element('dd', {}, value, ...(note === undefined ? [] : [element('small', { class: 'note' }, note)])),
];

const factsOf = ({ url, changes, alternative }: TolerantReading, texts: Texts, language: Language): readonly Fact[] => {
  const { ibi, filePath } = url;
  const { facts } = texts;
  return [
    { name: facts.form, value: facts[ibi.form] },
    serverFact(ibi, texts),
    {
      name: facts.time,
      value: formatMoment(ibi, language),
      note: `${formatTime(ibi.date)} · ${formatExactDate(ibi.date)} ${facts.posix}`,
    },
    { name: facts.asksFor, value: describeRequest(url, texts, language) },
    ...(filePath === undefined ? [] : [{ name: facts.file, value: filePath }]),
    ...(url.ibiAsWritten === ibi.text ? [] : [{ name: facts.canonical, value: ibi.text }]),
    ...(alternative === undefined ? [] : [{ name: facts.alternative, value: alternative.text }]),
    ...(changes.length === 0
      ? []
      : [{ name: facts.changes, value: changes.map((change) => texts.changes[change]).join('; ') }]),
  ];
};

const serverFact = (ibi: Ibi, { facts }: Texts): Fact => ({
  name: ibi.form === 'repository' ? facts.host : facts.ip,
  value: ibi.form === 'repository' ? ibi.host : ibi.ip,
  note: `${facts.port} ${ibi.port}`,
});

/** In the reader's language, in UTC; the exact instant stands beside it. */
const formatMoment = ({ date }: Ibi, language: Language): string =>
  new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-GB', {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(date.seconds * 1_000);

const renderRefused = (text: string, refused: Refused, texts: Texts): HTMLElement => {
  const { position } = refused;
  const isAtEnd = position >= text.length;
  return element(
    'section',
    { class: 'reading refused', 'aria-label': texts.invalid },
    element('h2', {}, texts.invalid),
    element(
      'p',
      { class: 'label' },
      text.slice(0, position),
      element('mark', {}, isAtEnd ? '\u00a0' : text.charAt(position)),
      text.slice(position + 1),
    ),
    element('p', {}, `${isAtEnd ? texts.atEnd : texts.atCharacter(position + 1)}: ${texts.expected(refused)}`),
  );
};
