import { formatTime, parseIbi } from '@perene/core';
import type { ItemView } from '../../../../../services/archive/archive-operations.ts';
import { renderDay } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { renderIcon } from '../../style/icons.ts';
import { itemAddress } from '../item-address.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

/** The most editions that are shown; of a longer chain, only its ends and the editions around the item are shown. */
const MAX_SHOWN_EDITIONS = 12;
const AROUND = 3;

/** Renders editions in the order of time, each with the time in its label; undefined if there is only one. */
export const renderEditions = ({ item }: ShownItem, { texts, format }: Visitor): Html | undefined => {
  const { all, last } = item.editions;
  if (all.length < 2) return undefined;
  const own = all.indexOf(item.repository);
  const isShown = (index: number): boolean =>
    all.length <= MAX_SHOWN_EDITIONS || index === 0 || index === all.length - 1 || Math.abs(index - own) <= AROUND;
  const points = all.map((label, index) => ({ label, index })).filter(({ index }) => isShown(index));
  const left = all.length - points.length;
  const entries = points.map(({ label }) => {
    const date = instantOf(label);
    const name = html`${date === undefined ? html`<code>${label}</code>` : renderDay(date, format)}`;
    const isLast = label === last && html` <span class="tag">${texts.editions.last}</span>`;
    const spelling = date !== undefined && html`<br><code class="faint">${label}</code>`;
    return label === item.repository
      ? html`<li class="current" aria-current="true"><strong>${name}</strong> <span class="tag">${texts.editions.current}</span>${isLast}${spelling}</li>`
      : html`<li><a href="${addressOf(item, label)}">${name}</a>${isLast}${spelling}</li>`;
  });
  return html`<ol class="line">${entries}</ol>${left > 0 && html`<p class="faint">${texts.editions.left(format.number(left))}</p>`}`;
};

/** Renders where the latest edition is; undefined if this is it. */
export const renderNewer = ({ item }: ShownItem, { texts }: Visitor): Html | undefined => {
  const { all, last, next } = item.editions;
  if (all.length < 2 || last === item.repository || (last === undefined && next === undefined)) return undefined;
  // An edition that another Archive holds may have a later one, or may have been removed; the resolver knows.
  const [newer, latest, open] =
    last === undefined
      ? [texts.editions.linked, `${item.persistentUrl}!`, texts.editions.findLast]
      : [texts.editions.newer, itemAddress(last), texts.editions.openLast];
  return html`<p class="notice newer">${renderIcon('newer')}<span>${newer}</span> <a href="${latest}">${open}</a></p>`;
};

/** Items that are not held here have the resolver's address. */
const addressOf = ({ elsewhere }: ItemView, label: string): string => elsewhere[label] ?? itemAddress(label);

/** Returns the time in a label; undefined for years of more than four digits. */
const instantOf = (label: string): string | undefined => {
  const ibi = parseIbi(label);
  if (!ibi.ok) return undefined;
  const text = formatTime(ibi.value.date);
  return /^\d{4}-/.test(text) ? text : undefined;
};

/** Returns one link for each other language that the item exists in. */
export const listTranslations = ({ item }: ShownItem, { texts, format }: Visitor): readonly Html[] => {
  const known = Object.entries(item.translations)
    .filter(([, label]) => label !== item.repository)
    .map(
      ([language, label]) =>
        html`<a href="${addressOf(item, label)}" hreflang="${language}">${format.language(language)}</a>`,
    );
  const unknown = item.links
    .filter(({ kind, language }) => kind === 'translation' && language === undefined)
    .map(({ label }) => html`<a href="${addressOf(item, label)}">${texts.translations.unknown}</a>`);
  return [...known, ...unknown];
};

/** Renders the same with the item itself; undefined if there are no others. */
export const renderTranslations = (shown: ShownItem, visitor: Visitor): Html | undefined => {
  const { texts, format } = visitor;
  const others = listTranslations(shown, visitor);
  if (others.length === 0) return undefined;
  const own = Object.entries(shown.item.translations)
    .filter(([, label]) => label === shown.item.repository)
    .map(
      ([language]) =>
        html`<li><strong>${format.language(language)}</strong> <span class="tag">${texts.translations.current}</span></li>`,
    );
  return html`<ul class="formats">${own}${others.map((other) => html`<li>${other}</li>`)}</ul>`;
};
