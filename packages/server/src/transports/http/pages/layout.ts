import { LANGUAGE_TAGS, type PageLanguage, withLanguage } from '../negotiation/page-language.ts';
import { renderPage } from '../page.ts';
import { type Html, html } from './html.ts';
import { PAGE_TEXTS } from './texts.ts';

export interface Layout {
  readonly title: string;
  readonly language: PageLanguage;
  /** The address that was asked for, with its query. */
  readonly url: string;
  readonly main: Html;
  /** The text that is already in the search box. */
  readonly sought?: string;
  /** Further elements of the head. */
  readonly head?: Html;
  /** The facts that a person who helps the reader needs to know. */
  readonly note?: string;
  readonly hasSearch?: boolean;
  /** Known before the content, so that nothing moves when the content comes. */
  readonly isWide?: boolean;
}

/** Renders what every page shows around its own content. */
export const renderLayout = ({
  title,
  language,
  url,
  main,
  sought = '',
  head,
  note,
  hasSearch = true,
  isWide = false,
}: Layout): string => {
  const { layout } = PAGE_TEXTS[language];
  const other = language === 'pt' ? 'en' : 'pt';
  const search = html`<form class="find" role="search" action="/search"><label class="unseen" for="find">${layout.search}</label><input id="find" name="q" type="search" value="${sought}" placeholder="${layout.placeholder}" autocapitalize="none" spellcheck="false"><button type="submit">${layout.find}</button></form>`;
  const body = html`<a class="skip" href="#main">${layout.skip}</a>
<header class="${isWide ? 'site wide' : 'site'}">
<a class="name" href="/">Perene</a>
${hasSearch && search}
<nav aria-label="${layout.navigation}"><a href="/items">${layout.browse}</a> <a href="/docs">${layout.guide}</a> <a href="${withLanguage(url, other)}" lang="${LANGUAGE_TAGS[other]}" hreflang="${LANGUAGE_TAGS[other]}" rel="alternate">${layout.otherLanguage}</a></nav>
</header>
<main id="main">
${main}
</main>
<footer class="site"><p>${layout.about}</p>
<p><a href="/docs">${layout.guide}</a> <a href="/api/docs">API</a> <a href="/console">${layout.console}</a></p>${note !== undefined && html`<p><small>${note}</small></p>`}</footer>`;
  return renderPage({
    title,
    language: LANGUAGE_TAGS[language],
    body: body.markup,
    head: `<link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml" title="Perene">${head?.markup ?? ''}`,
  });
};
