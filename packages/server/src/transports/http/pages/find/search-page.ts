import type { ItemPage, ItemSummary } from '@perene/api';

import { langAttribute, renderDay } from '../format.ts';
import { type Html, html } from '../html.ts';
import { itemAddress } from '../item/item-address.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';

/** Renders one line of a list for each item. */
export const renderResults = (items: readonly ItemSummary[], { texts, format }: Visitor): Html => {
  const entries = items.map((item) => {
    const label = item.ibip ?? item.repository;
    const creators = item.creators.slice(0, 3).join('; ') + (item.creators.length > 3 ? '…' : '');
    return html`<li><a class="title" href="${itemAddress(label)}"${langAttribute(item.language)}>${item.title ?? texts.item.untitled}</a>${creators !== '' && html`<span class="by">${creators}</span>`}<span class="faint">${renderDay(item.created, format)} · <code>${label}</code>${item.state === 'Copy' && html` · ${texts.item.copy}`}</span></li>`;
  });
  return html`<ol class="results">${entries}</ol>`;
};

export interface SearchContent {
  /** The words to search for; empty if the reader browses everything. */
  readonly words: string;
  readonly isFirst: boolean;
  readonly page: ItemPage;
  readonly guesses: readonly ItemSummary[];
}

export const renderSearchPage = ({ words, isFirst, page, guesses }: SearchContent, visitor: Visitor): string => {
  const { texts, language, url } = visitor;
  const heading = words === '' ? texts.search.browse : texts.search.title(words);
  const start = words === '' ? '/items' : `/search?q=${encodeURIComponent(words)}`;
  const older = `${start}${words === '' ? '?' : '&'}cursor=`;
  const main = html`<h1>${heading}</h1>
${page.items.length > 0 ? renderResults(page.items, visitor) : renderNone(words, guesses, visitor)}
<p class="pages">${!isFirst && html`<a href="${start}">${texts.search.first}</a> `}${page.next !== undefined && html`<a href="${older}${page.next}" rel="next">${texts.search.more}</a>`}</p>`;
  const head = html`<link rel="alternate" type="application/atom+xml" href="/feed.atom">`;
  return renderLayout({ title: `${heading} · Perene`, language, url, main, head, sought: words });
};

const renderNone = (words: string, guesses: readonly ItemSummary[], visitor: Visitor): Html => {
  const { search } = visitor.texts;
  if (words === '') return html`<p>${search.empty}</p>`;
  return html`<p>${search.none} ${search.advice}</p>${guesses.length > 0 && html`<h2>${search.guesses}</h2>${renderResults(guesses, visitor)}`}`;
};

/** Renders the page of a node that only resolves or mints. */
export const renderNotKept = ({ texts, language, url }: Visitor, words: string): string =>
  renderLayout({
    title: `${texts.search.browse} · Perene`,
    language,
    url,
    sought: words,
    main: html`<h1>${texts.search.browse}</h1><p>${texts.search.notKept}</p>`,
  });
