import { escapeHtml, renderPage } from '../../packages/server/src/transports/http/page.ts';
import { addressOf, GUIDE, GUIDE_PAGES, type GuidePage } from './guide.ts';
import type { Heading, RenderedMarkdown } from './render-markdown.ts';

const STYLESHEET = '/docs/guide.css';
/** Pages with fewer headings get no table of contents. */
const MIN_LISTED_HEADINGS = 3;

/** Renders one page of the guide, with links to all others. */
export const renderGuidePage = (page: GuidePage, { title, html, headings }: RenderedMarkdown): string =>
  renderPage({
    language: page.language,
    title: page.name === '' ? 'Perene guide' : `${title} - Perene guide`,
    head: `<meta name="description" content="${describe(html, title)}"><link rel="stylesheet" href="${STYLESHEET}">`,
    body: `<a class="skip" href="#text">Skip to the text</a>
<header class="site">
<a class="name" href="/">Perene</a>
<form class="find" role="search" action="/search"><label class="unseen" for="find">Search items, or paste a label</label><input id="find" name="q" type="search" placeholder="Words or a label" autocapitalize="none" spellcheck="false"><button type="submit">Search</button></form>
<nav aria-label="Site"><a href="/items">Browse</a> <a href="/docs">Guide</a> <a class="all" href="#pages">All pages</a></nav>
</header>
<div class="columns">
<main id="text">
${withContents(html, headings)}
${renderNeighbours(page)}
</main>
<nav id="pages" aria-label="Pages of the guide">
${GUIDE.map((part) => `<h2>${escapeHtml(part.title)}</h2>\n<ul>${part.pages.map((other) => renderEntry(other, page)).join('')}</ul>`).join('\n')}
</nav>
</div>
<footer class="site"><p><a href="/docs">Guide</a> <a href="/api/docs">API</a> <a href="/console">Console</a></p></footer>`,
  });

const MAX_DESCRIPTION_LENGTH = 300;

/** The first paragraph without its elements, for search engines. */
const describe = (html: string, title: string): string => {
  const [, first = escapeHtml(title)] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  const text = first
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('"', '&quot;')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > MAX_DESCRIPTION_LENGTH
    ? `${text.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')} …`
    : text;
};

const renderEntry = (other: GuidePage, page: GuidePage): string =>
  `<li><a href="${addressOf(other)}"${other === page ? ' aria-current="page"' : ''}${langOf(other, page)}>${escapeHtml(other.label)}</a></li>`;

const langOf = (other: GuidePage, page: GuidePage): string =>
  other.language === page.language ? '' : ` lang="${other.language}"`;

/** Adds the table of contents after the title. */
const withContents = (html: string, headings: readonly Heading[]): string => {
  const listed = headings.filter(({ depth }) => depth === 2);
  if (listed.length < MIN_LISTED_HEADINGS) return html;
  const entries = listed.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('');
  const contents = `<nav class="contents" aria-label="On this page"><ul>${entries}</ul></nav>`;
  return html.replace('</h1>', () => `</h1>\n${contents}`);
};

const renderNeighbours = (page: GuidePage): string => {
  const place = GUIDE_PAGES.indexOf(page);
  const links = [
    { relation: 'prev', word: 'Before', other: GUIDE_PAGES[place - 1] },
    { relation: 'next', word: 'Next', other: GUIDE_PAGES[place + 1] },
  ].flatMap(({ relation, word, other }) =>
    other === undefined
      ? []
      : [`<a rel="${relation}" href="${addressOf(other)}"><small>${word}</small> ${escapeHtml(other.label)}</a>`],
  );
  return `<nav class="neighbours" aria-label="Pages before and after">${links.join('\n')}</nav>`;
};
