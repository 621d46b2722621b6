import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection, ItemSummary } from '@perene/api';

import { renderCollections } from '../collections/collection-list.ts';
import { COLLECTION_TEXTS } from '../collections/texts.ts';
import { type Html, html, trusted } from '../html.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';
import { renderResults } from './search-page.ts';

const EXAMPLES = [
  '8JMKD3MGP8W/34PGRBS',
  'sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
  'http://urlib.net/8JMKD3MGP8W/35MMLL8!:(oai_dc)',
];

const ASSETS = /<(?:script|link)\b[^>]*"\/assets\/[^>]*>(?:<\/script>)?/g;

/**
 * Returns the script and the style that the console was built with for this page; sources that run unbuilt have none.
 */
export const readStartAssets = (consoleFolder: string): Html => {
  try {
    return trusted((readFileSync(join(consoleFolder, 'index.html'), 'utf8').match(ASSETS) ?? []).join(''));
  } catch {
    return trusted('');
  }
};

export interface StartContent {
  readonly text: string;
  /** The newest items; undefined if this node keeps no items. */
  readonly newest: readonly ItemSummary[] | undefined;
  readonly collections: readonly Collection[];
  /** How many items and collections there are; undefined if nobody may know, or counting took too long. */
  readonly counts: { readonly items: number; readonly isMore: boolean; readonly collections: number } | undefined;
  readonly assets: Html;
}

/**
 * Renders one box that takes anything: without its script the form asks the server, with it the page reads labels
 * itself.
 */
export const renderStartPage = (
  { text, newest, collections, counts, assets }: StartContent,
  visitor: Visitor,
): string => {
  const { texts, language, url, site } = visitor;
  const { start } = texts;
  const examples = EXAMPLES.map(
    (example) => html`<a class="example" href="/?q=${encodeURIComponent(example)}">${example}</a>`,
  );
  const main = html`<div class="hero"><h1>${site.isNamed ? site.name[language] : start.tagline}</h1>
<p class="introduction">${start.introduction}</p>
<form action="/search" role="search"><label for="label">${start.box}</label>
<div class="entry"><input id="label" name="q" type="text" value="${text}" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus aria-controls="answer"><button type="submit">${start.go}</button></div></form>
<p class="examples">${start.examples} ${examples}</p>
<div id="answer" aria-live="polite"></div>${counts !== undefined && counts.items > 0 && renderCounts(counts, visitor)}</div>
${collections.length > 0 && renderSomeCollections(collections, visitor)}
${newest !== undefined && renderNewest(newest, visitor)}
<section aria-labelledby="more"><h2 id="more">${start.links}</h2>
<dl class="pairs"><dt><a href="/console">${start.consoleLink}</a></dt><dd>${start.consoleText}</dd><dt><a href="/docs">${start.guideLink}</a></dt><dd>${start.guideText}</dd><dt><a href="/api/docs">${start.apiLink}</a></dt><dd>${start.apiText}</dd></dl></section>`;
  return renderLayout({ language, url, site, main, head: assets, description: start.introduction, hasSearch: false });
};

const renderCounts = (
  { items, isMore, collections }: NonNullable<StartContent['counts']>,
  { language, format }: Visitor,
): Html => {
  const texts = COLLECTION_TEXTS[language];
  return html`<ul class="counts"><li><b>${format.number(items)}${isMore && '+'}</b> ${texts.items(items)}</li>${collections > 0 && html`<li><b>${format.number(collections)}</b> ${texts.collections(collections)}</li>`}</ul>`;
};

const renderSomeCollections = (collections: readonly Collection[], visitor: Visitor): Html => {
  const texts = COLLECTION_TEXTS[visitor.language];
  return html`<section aria-labelledby="collections"><h2 id="collections">${texts.heading}</h2>${renderCollections(collections, visitor)}<p><a href="/collections">${texts.all}</a></p></section>`;
};

const renderNewest = (newest: readonly ItemSummary[], visitor: Visitor): Html => {
  const { start } = visitor.texts;
  const content =
    newest.length === 0
      ? html`<p>${start.empty} ${start.emptyAdvice}</p><p><a class="action" href="/console">${start.openConsole}</a></p>`
      : html`${renderResults(newest, visitor)}<p><a href="/items">${start.all}</a></p>`;
  return html`<section aria-labelledby="newest"><h2 id="newest">${start.newest}</h2>${content}</section>`;
};
