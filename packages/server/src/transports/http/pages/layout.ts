import { LANGUAGE_TAGS, type PageLanguage, withLanguage } from '../negotiation/page-language.ts';
import { renderPage } from '../page.ts';
import { type Html, html } from './html.ts';
import { contactAddress, LOGO_ADDRESS, SITE_PAGES, type Site, sitePageAddress } from './site.ts';
import { renderIcon } from './style/icons.ts';
import { PAGE_TEXTS } from './texts.ts';

export interface Layout {
  /** The title of the page itself; the name of the site alone is the title of its start page. */
  readonly title?: string;
  readonly language: PageLanguage;
  /** The address that was asked for, with its query. */
  readonly url: string;
  readonly site: Site;
  readonly main: Html;
  /** The text that is already in the search box. */
  readonly sought?: string;
  /** Further elements of the head. */
  readonly head?: Html;
  /** What search engines show below the title. */
  readonly description?: string;
  /** The facts that a person who helps the reader needs to know. */
  readonly note?: string;
  readonly hasSearch?: boolean;
}

/** Renders what every page shows around its own content. */
export const renderLayout = ({
  title,
  language,
  url,
  site,
  main,
  sought = '',
  head,
  description,
  note,
  hasSearch = true,
}: Layout): string => {
  const { layout, site: siteTexts } = PAGE_TEXTS[language];
  const name = site.name[language];
  const other = language === 'pt' ? 'en' : 'pt';
  const search = html`<form class="find" role="search" action="/search"><label class="unseen" for="find">${layout.search}</label><input id="find" name="q" type="search" value="${sought}" placeholder="${layout.placeholder}" autocapitalize="none" spellcheck="false"><button type="submit" aria-label="${layout.find}">${renderIcon('search')}</button></form>`;
  const own = [
    ...SITE_PAGES.filter((page) => site.pages[page] !== undefined).map(
      (page) => html`<a href="${sitePageAddress(page)}">${siteTexts[page]}</a> `,
    ),
    ...(site.contact === undefined ? [] : [html`<a href="${contactAddress(site.contact)}">${layout.contact}</a> `]),
  ];
  const body = html`<a class="skip" href="#main">${layout.skip}</a>
<header class="site">
<a class="name" href="/">${renderMark(site, name)}${name}</a>
${hasSearch && search}
<nav aria-label="${layout.navigation}"><a href="/items">${layout.browse}</a> <a href="/collections">${layout.collections}</a> ${site.pages.about && html`<a href="${sitePageAddress('about')}">${siteTexts.about}</a> `}<a href="/docs">${layout.guide}</a> <a href="${withLanguage(url, other)}" lang="${LANGUAGE_TAGS[other]}" hreflang="${LANGUAGE_TAGS[other]}" rel="alternate">${layout.otherLanguage}</a></nav>
</header>
${site.isForPractice && html`<aside class="practice" aria-label="${layout.practiceTitle}">${layout.practice} <a href="/docs/operating">${layout.practiceAdvice}</a></aside>`}
<main id="main">
${main}
</main>
<footer class="site"><nav aria-label="${layout.more}">${own}<a href="/docs">${layout.guide}</a> <a href="/api/docs">API</a> <a href="/console">${layout.console}</a></nav>
<p>${layout.about}</p>${note !== undefined && html`<p><small>${note}</small></p>`}</footer>`;
  return renderPage({
    title: title === undefined ? name : `${title} · ${name}`,
    language: LANGUAGE_TAGS[language],
    body: body.markup,
    head: html`<link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml" title="${name}">${description !== undefined && html`<meta name="description" content="${description}">`}${head}`
      .markup,
  });
};

/** The logo, or the first letter of the name. */
const renderMark = ({ logo }: Site, name: string): Html =>
  logo !== undefined
    ? html`<img class="mark" src="${LOGO_ADDRESS}" alt="">`
    : html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><text x="16" y="22">${Array.from(name)[0] ?? ''}</text></svg>`;
