import type { ItemPage, ItemSummary } from '@perene/api';
import { type MarkedText, markWords, parseSearch } from '@perene/core/search';

import { langAttribute, renderDay } from '../format.ts';
import { type Html, html } from '../html.ts';
import { itemAddress } from '../item/item-address.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';
import { renderChosen, renderFacets, type Titles } from './facet-list.ts';
import { type AskedSearch, feedAddress, searchAddress } from './search-address.ts';

/** Renders one line of a list for each item, with the sought words marked. */
export const renderResults = (items: readonly ItemSummary[], { texts, format }: Visitor, words = ''): Html => {
  const search = parseSearch(words);
  const entries = items.map((item) => {
    const label = item.ibip ?? item.repository;
    const title = item.title === undefined ? texts.item.untitled : renderMarked(markWords(item.title, search));
    const creators = item.creators.slice(0, 3).join('; ') + (item.creators.length > 3 ? '…' : '');
    const picture =
      item.thumbnail !== undefined &&
      html`<img class="thumbnail" src="${item.thumbnail}" alt="" loading="lazy" decoding="async">`;
    return html`<li>${picture}<a class="title" href="${itemAddress(label)}"${langAttribute(item.language)}>${title}</a>${creators !== '' && html`<span class="by">${creators}</span>`}${item.snippet && html`<span class="snippet"${langAttribute(item.language)}>${renderMarked(item.snippet)}</span>`}<span class="faint">${renderDay(item.created, format)} · <code>${label}</code>${item.state === 'Copy' && html` · ${texts.item.copy}`}</span></li>`;
  });
  return html`<ol class="results">${entries}</ol>`;
};

const renderMarked = (pieces: readonly MarkedText[]): readonly Html[] =>
  pieces.map(({ text, isSought }) => (isSought ? html`<mark>${text}</mark>` : html`${text}`));

export interface SearchContent {
  /** What was asked for; without words and facets, the reader browses everything. */
  readonly search: AskedSearch;
  readonly page: ItemPage;
  readonly guesses: readonly ItemSummary[];
  readonly titles: Titles;
  readonly publicUrl: string;
}

export const renderSearchPage = (
  { search, page, guesses, titles, publicUrl }: SearchContent,
  visitor: Visitor,
): string => {
  const { texts, language, url, site, format } = visitor;
  const { words, cursor, leftOut } = search;
  const heading = words === '' ? texts.search.browse : texts.search.title(words);
  const { found } = page;
  const facets = found !== undefined && renderFacets(found, search, visitor, titles);
  const main = html`<h1>${heading}</h1>
${leftOut.length > 0 && html`<p class="notice" role="status">${texts.search.leftOut} ${leftOut.map((one, index) => html`${index > 0 && ', '}<code>${one}</code>`)}</p>`}
${renderChosen(search, visitor, titles)}
${page.items.length > 0 && html`<div class="facts">${found && html`<p role="status">${texts.search.count(format.number(found.count), found)}</p>`}${renderOrders(search, visitor)} ${facets && html`<a class="narrow" href="#narrow">${texts.search.narrow}</a>`}</div>`}
<div class="found"><div>
${page.items.length > 0 ? renderResults(page.items, visitor, words) : renderNone(words, guesses, visitor, search)}
<p class="pages">${cursor !== undefined && html`<a href="${searchAddress(search)}">${texts.search.first}</a> `}${page.next !== undefined && html`<a href="${searchAddress(search, { cursor: page.next })}" rel="next">${texts.search.more}</a> `}<a href="${feedAddress(search)}" type="application/atom+xml">${texts.search.feed}</a></p>
</div>${facets}</div>`;
  const head = html`<link rel="canonical" href="${publicUrl}${searchAddress(search, { cursor })}"><link rel="alternate" type="application/atom+xml" href="${feedAddress(search)}">`;
  const description = `${heading} · ${site.name[language]}`;
  return renderLayout({ title: heading, language, url, site, main, head, description, sought: words });
};

/** What readers sort by; the order of changes and sizes is for those who keep the items. */
const READERS_ORDERS = ['relevance', 'newest', 'oldest', 'title'] as const;

/** Links to the other orders of the same list. */
const renderOrders = (search: AskedSearch, { texts }: Visitor): Html => {
  const orders = READERS_ORDERS.filter((order) => order !== 'relevance' || search.words !== '');
  const current = search.sort ?? orders[0];
  const shown = orders.find((order) => order === current) ?? orders[0];
  const links = orders.map((order) => {
    const name = texts.search.orders[order];
    const sort = order === orders[0] ? undefined : order;
    return order === shown
      ? html`<li><strong aria-current="true">${name}</strong></li>`
      : html`<li><a href="${searchAddress(search, { sort })}" rel="nofollow">${name}</a></li>`;
  });
  return html`<span id="orders">${texts.search.order}</span> <ul class="orders" aria-labelledby="orders">${links}</ul>`;
};

const renderNone = (
  words: string,
  guesses: readonly ItemSummary[],
  visitor: Visitor,
  { facets }: Pick<AskedSearch, 'facets'>,
): Html => {
  const { search } = visitor.texts;
  if (words === '') return html`<p>${Object.keys(facets).length === 0 ? search.empty : search.none}</p>`;
  return html`<p>${search.none} ${search.advice}</p>${guesses.length > 0 && html`<h2>${search.guesses}</h2>${renderResults(guesses, visitor)}`}`;
};

/** Renders the page of a node that only resolves or mints. */
export const renderNotKept = ({ texts, language, url, site }: Visitor, words: string): string =>
  renderLayout({
    title: texts.search.browse,
    language,
    url,
    site,
    sought: words,
    main: html`<h1>${texts.search.browse}</h1><p>${texts.search.notKept}</p>`,
  });
