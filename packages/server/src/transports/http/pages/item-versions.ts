import { formatTime, parseIbi } from '@perene/core';
import { renderDay } from './format.ts';
import { type Html, html } from './html.ts';
import { itemAddress } from './item-address.ts';
import type { ShownItem, Visitor } from './shown-item.ts';

/** Of a long chain its ends, and what is around the item, are shown. */
const MAX_SHOWN_EDITIONS = 12;
const AROUND = 3;

/** Editions in the order of time, each with the instant that its label tells; nothing where there is but one. */
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
      : html`<li><a href="${itemAddress(label)}">${name}</a>${isLast}${spelling}</li>`;
  });
  return html`${last !== item.repository && html`<p class="notice">${texts.editions.newer} <a href="${itemAddress(last)}">${texts.editions.openLast}</a></p>`}
<ol class="line">${entries}</ol>${left > 0 && html`<p class="faint">${texts.editions.left(format.number(left))}</p>`}`;
};

/** A label tells when it was given; years that no calendar here knows stay unsaid. */
const instantOf = (label: string): string | undefined => {
  const ibi = parseIbi(label);
  if (!ibi.ok) return undefined;
  const text = formatTime(ibi.value.date);
  return /^\d{4}-/.test(text) ? text : undefined;
};

export const renderTranslations = ({ item }: ShownItem, { texts, format }: Visitor): Html | undefined => {
  const translations = Object.entries(item.translations);
  if (translations.length < 2) return undefined;
  const entries = translations.map(([language, label]) =>
    label === item.repository
      ? html`<li><strong lang="${language}">${format.language(language)}</strong> <span class="tag">${texts.translations.current}</span></li>`
      : html`<li><a href="${itemAddress(label)}" hreflang="${language}">${format.language(language)}</a></li>`,
  );
  return html`<ul>${entries}</ul>`;
};
