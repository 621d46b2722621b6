import type { Collection, ItemPage } from '@perene/api';
import { feedAddress } from '../find/search-address.ts';
import { renderResults } from '../find/search-page.ts';
import { type Html, html } from '../html.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';
import { renderText } from '../render-text.ts';
import { renderIcon } from '../style/icons.ts';
import { COLLECTION_TEXTS } from './texts.ts';
import { collectionAddress, langOf, readIn } from './titles.ts';

interface CollectionContent {
  readonly collection: Collection;
  readonly page: ItemPage;
  /** Where the shown page begins; undefined for the first. */
  readonly cursor: string | undefined;
}

/** Renders the page of a collection: what it is, a search in it, and its items in their order, or the newest first. */
export const renderCollectionPage = ({ collection, page, cursor }: CollectionContent, visitor: Visitor): string => {
  const { language, url, site, format } = visitor;
  const texts = COLLECTION_TEXTS[language];
  const { name, title, description, kind, items, defaults } = collection;
  const text = readIn(description, language);
  const heading = readIn(title, language) ?? name;
  const address = collectionAddress(name);
  const feed = feedAddress({
    words: '',
    facets: { collection: name },
    sort: undefined,
    cursor: undefined,
    leftOut: [],
  });
  const main = html`<p class="crumbs"><a href="/collections">${texts.heading}</a></p>
<div class="head"><ul class="chips"><li class="chip strong">${texts.kinds[kind]}</li>${items !== undefined && html`<li class="chip">${format.number(items)} ${texts.items(items)}</li>`}${defaults.license !== undefined && html`<li class="chip">${texts.licence(defaults.license)}</li>`}</ul>
<h1${langOf(title, language)}>${heading}</h1>
${text !== undefined && html`<div class="prose"${langOf(description, language)}>${renderText(text)}</div>`}
<form class="within" role="search" action="/search" aria-label="${texts.within}"><input type="hidden" name="collection" value="${name}"><label class="unseen" for="within">${texts.within}</label><input id="within" name="q" type="search" placeholder="${texts.placeholder}"><button type="submit">${renderIcon('search')}${texts.find}</button></form></div>
<section aria-labelledby="members"><h2 id="members">${kind === 'series' ? texts.inOrder : texts.newest}</h2>
${page.items.length === 0 ? html`<p>${texts.empty}</p>` : renderResults(page.items, visitor)}
${renderPages(address, { next: page.next, cursor }, texts)}</section>
<p class="formats"><a href="${feed}" type="application/atom+xml">${texts.feed}</a> <a href="/oai?verb=ListIdentifiers&amp;metadataPrefix=oai_dc&amp;set=collection:${name}">${texts.harvest}</a> <a href="/api/v1/collections/${name}">API</a></p>`;
  const head = html`<link rel="canonical" href="${address}${cursor !== undefined && html`?cursor=${cursor}`}"><link rel="alternate" type="application/atom+xml" title="${heading}" href="${feed}">${text !== undefined && html`<meta name="description" content="${text.slice(0, MAX_META_LENGTH)}">`}`;
  return renderLayout({ title: heading, language, url, site, main, head });
};

const MAX_META_LENGTH = 300;

const renderPages = (
  address: string,
  { next, cursor }: { readonly next: string | undefined; readonly cursor: string | undefined },
  texts: { readonly first: string; readonly more: string },
): Html =>
  html`<p class="pages">${cursor !== undefined && html`<a href="${address}">${texts.first}</a> `}${next !== undefined && html`<a href="${address}?cursor=${next}" rel="next">${texts.more}</a>`}</p>`;

export const renderMissingCollection = ({ language, url, site }: Visitor): string => {
  const texts = COLLECTION_TEXTS[language];
  const main = html`<h1>${texts.missing}</h1><p>${texts.missingText}</p><ul class="links"><li><a href="/collections">${texts.all}</a></li></ul>`;
  return renderLayout({ title: texts.missing, language, url, site, main });
};
