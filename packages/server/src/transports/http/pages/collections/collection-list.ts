import type { Collection } from '@perene/api';
import { type Html, html } from '../html.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';
import { COLLECTION_TEXTS } from './texts.ts';
import { collectionAddress, langOf, readIn } from './titles.ts';

const MAX_EXCERPT_LENGTH = 180;

/** Renders a card for each collection: its title, the beginning of its description, how much is in it. */
export const renderCollections = (
  collections: readonly Collection[],
  { language, format }: Pick<Visitor, 'language' | 'format'>,
): Html => {
  const texts = COLLECTION_TEXTS[language];
  const cards = collections.map(({ name, title, description, kind, items }) => {
    const excerpt = cut(readIn(description, language) ?? '');
    return html`<li class="card"><a class="title" href="${collectionAddress(name)}"${langOf(title, language)}>${readIn(title, language) ?? name}</a>${
      excerpt !== '' && html`<p${langOf(description, language)}>${excerpt}</p>`
    }<p class="faint">${texts.kinds[kind]}${items !== undefined && html` · ${format.number(items)} ${texts.items(items)}`}</p></li>`;
  });
  return html`<ul class="collections">${cards}</ul>`;
};

const LINK = /\[([^\]]*)\]\([^)]*\)/g;

const cut = (given: string): string => {
  const text = given.replaceAll(LINK, '$1');
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  return `${text.slice(0, MAX_EXCERPT_LENGTH).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')} …`;
};

export const renderCollectionsPage = (
  { collections, next }: { readonly collections: readonly Collection[]; readonly next?: string | undefined },
  visitor: Visitor,
): string => {
  const { language, url, site } = visitor;
  const texts = COLLECTION_TEXTS[language];
  const main = html`<h1>${texts.heading}</h1>
<p class="introduction">${texts.introduction}</p>
${collections.length === 0 ? html`<p>${texts.none}</p>` : renderCollections(collections, visitor)}
${next !== undefined && html`<p class="pages"><a href="/collections?cursor=${next}" rel="next">${texts.more}</a></p>`}`;
  return renderLayout({ title: texts.heading, language, url, site, main });
};
