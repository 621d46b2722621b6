import { formatExactDate, formatPersistentTarget, formatTime, type Ibi, type Refused } from '@perene/core';
import { type LegacyLabel, parseLegacyLabel, readPersistentUrl, type TolerantReading } from '@perene/core/reading';
import type { Language, Texts } from '../i18n/texts.ts';
import { element } from '../ui/element.ts';
import { describeRequest, labelParts } from './label-parts.ts';

/** Matches texts that no label can be: with blanks inside, or with letters only. */
const WORDS = /^(?!https?:)(?:\S+\s+\S[\s\S]*|[\p{L}\p{M}'’"*.,-]+)$/iu;
const ARK = /(?:^|\/)(ark:\/?\S+)$/i;
/** Matches DOIs, Handles and URNs, which lead to the items that carry them. */
const ALIAS = /^(?:doi:|hdl:|urn:[\da-z-]+:|info:(?:doi|hdl)\/|10\.\d+[\d.]*\/)\s?\S+$/i;

/** Renders what the text in the box means, or where it stops making sense. */
export const renderReading = (text: string, texts: Texts, language: Language): HTMLElement => {
  const [, ark] = ARK.exec(text.trim()) ?? [];
  if (ark !== undefined) return renderArk(ark, texts);
  const reading = readPersistentUrl(text);
  if (reading.ok) return renderUnderstood(reading.value, texts, language);
  const legacy = parseLegacyLabel(text.trim());
  if (legacy.ok) return renderLegacy(legacy.value, texts, language);
  if (ALIAS.test(text.trim())) return renderAlias(text.trim(), texts);
  return WORDS.test(text.trim()) ? renderWords(text.trim(), texts) : renderRefused(text, reading, texts);
};

const renderLinks = (links: readonly (readonly [text: string, href: string])[]): HTMLElement =>
  element('p', { class: 'leads' }, ...links.map(([text, href]) => element('a', { href }, text)));

const searchAddress = (text: string): string => `/search?q=${encodeURIComponent(text)}`;

const renderArk = (ark: string, { ark: heading, leads }: Texts): HTMLElement =>
  element(
    'section',
    { class: 'reading', 'aria-label': heading },
    element('h2', {}, heading),
    element('p', { class: 'label' }, ark),
    renderLinks([
      [leads.resolve, `/${encodeURI(ark)}`],
      [leads.describe, `/${encodeURI(ark)}?info`],
    ]),
  );

const renderAlias = (text: string, texts: Texts): HTMLElement =>
  element(
    'section',
    { class: 'reading', 'aria-label': texts.alias },
    element('h2', {}, texts.alias),
    element('p', { class: 'label' }, text),
    element('p', {}, texts.aliasLeads),
    renderLinks([
      [texts.leads.resolve, `/${encodeURI(text)}`],
      [texts.leads.searchAnyhow, searchAddress(text)],
    ]),
  );

const renderWords = (text: string, { words, leads }: Texts): HTMLElement =>
  element(
    'section',
    { class: 'reading', 'aria-label': words },
    element('h2', {}, words),
    renderLinks([[leads.search(text), searchAddress(text)]]),
  );

/** Renders a label of before RTC-10 that cannot be decoded. */
const renderLegacy = (label: LegacyLabel, texts: Texts, language: Language): HTMLElement =>
  element(
    'section',
    { class: 'reading', 'aria-label': texts.facts.legacy },
    element('h2', {}, texts.facts.legacy),
    element('p', { class: 'label' }, label.text),
    element('p', {}, texts.undecodable),
    renderLinks([
      [texts.leads.resolve, `/${label.text}`],
      [texts.leads.searchAnyhow, searchAddress(label.text)],
    ]),
    element('dl', {}, ...renderFact(momentFact(label, texts, language))),
  );

const renderUnderstood = (reading: TolerantReading, texts: Texts, language: Language): HTMLElement => {
  const parts = labelParts(reading.url.ibi, texts);
  const label = parts.map(({ text, role }) => element('span', { class: `part part-${role}` }, text));
  const legend = parts
    .filter(({ caption }) => caption !== '')
    .map(({ role, caption }) => element('li', { class: `part-${role}` }, caption));
  return element(
    'section',
    { class: 'reading', 'aria-label': texts.valid },
    element('h2', {}, texts.valid),
    element('p', { class: 'label' }, ...label),
    element('ul', { class: 'legend' }, ...legend),
    renderLinks([
      [texts.leads.open, `/items/${reading.url.ibi.text}`],
      [texts.leads.resolve, formatPersistentTarget({ ...reading.url, ibiAsWritten: reading.url.ibi.text })],
    ]),
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

const momentFact = (dated: Pick<Ibi, 'date'>, { facts }: Texts, language: Language): Fact => ({
  name: facts.time,
  value: formatMoment(dated, language),
  note: `${formatTime(dated.date)} · ${formatExactDate(dated.date)} ${facts.posix}`,
});

const factsOf = (reading: TolerantReading, texts: Texts, language: Language): readonly Fact[] => {
  const { url, changes, alternatives, legacy } = reading;
  const { ibi, filePath } = url;
  const { facts } = texts;
  return [
    ...(legacy === undefined ? [] : [{ name: facts.legacy, value: legacy.text, note: facts.legacyNote }]),
    { name: facts.form, value: facts[ibi.form] },
    serverFact(ibi, texts),
    momentFact(ibi, texts, language),
    { name: facts.asksFor, value: describeRequest(url, texts, language) },
    ...(filePath === undefined ? [] : [{ name: facts.file, value: filePath }]),
    ...(url.passThrough === '' ? [] : [{ name: facts.query, value: url.passThrough }]),
    ...(url.ibiAsWritten === ibi.text ? [] : [{ name: facts.canonical, value: ibi.text }]),
    ...(alternatives.length === 0
      ? []
      : [{ name: facts.alternative, value: alternatives.map(({ text }) => text).join('; ') }]),
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

/** A browser cannot write a date outside these years in words; the exact instant stands beside it in any case. */
const FIRST_YEAR_SECOND = -62_135_596_800;
const LAST_BROWSER_SECOND = 8_640_000_000_000;

const formatMoment = ({ date }: Pick<Ibi, 'date'>, language: Language): string => {
  if (date.seconds < FIRST_YEAR_SECOND || date.seconds > LAST_BROWSER_SECOND) return formatTime(date);
  return new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-GB', {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(date.seconds * 1_000);
};

const MAX_SOUGHT_LENGTH = 1_000;
/** How much of a long text is shown on either side of its wrong character. */
const SURROUNDINGS = 40;

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
      position > SURROUNDINGS ? '…' : '',
      text.slice(Math.max(0, position - SURROUNDINGS), position),
      element('mark', {}, isAtEnd ? '\u00a0' : text.charAt(position)),
      text.slice(position + 1, position + 1 + SURROUNDINGS),
      text.length > position + 1 + SURROUNDINGS ? '…' : '',
    ),
    element('p', {}, `${isAtEnd ? texts.atEnd : texts.atCharacter(position + 1)}: ${texts.expected(refused)}`),
    renderLinks([[texts.leads.searchAnyhow, searchAddress(text.slice(0, MAX_SOUGHT_LENGTH))]]),
  );
};
