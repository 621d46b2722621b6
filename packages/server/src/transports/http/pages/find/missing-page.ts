import type { ItemSummary } from '@perene/api';
import { outcomeTexts } from '@perene/api/words';
import { parseIbi } from '@perene/core';

import { type Html, html } from '../html.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';
import { renderResults } from './search-page.ts';

const MAX_SHOWN_LENGTH = 200;

/** Shows what is wrong with a label, or that it is not here, and what may have been meant. */
export const renderMissingPage = (text: string, guesses: readonly ItemSummary[], visitor: Visitor): string => {
  const { texts, language, url, site } = visitor;
  const { missing } = texts;
  const shown = text.slice(0, MAX_SHOWN_LENGTH);
  const main = html`<h1>${missing.title}</h1>
${describe(shown, visitor)}
${guesses.length > 0 && html`<h2>${missing.guesses}</h2>${renderResults(guesses, visitor)}`}
<ul class="links">${parseIbi(text).ok && html`<li><a href="/${text}">${missing.resolve}</a></li>`}<li><a href="/search?q=${encodeURIComponent(wordsOf(shown))}">${missing.search}</a></li></ul>`;
  return renderLayout({ title: missing.title, language, url, site, main, sought: shown });
};

const wordsOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}*]+/gu, ' ').trim();

const describe = (text: string, { texts, language }: Visitor): Html => {
  const ibi = parseIbi(text);
  const { missing } = texts;
  if (ibi.ok) {
    return html`<p class="subject"><code>${text}</code></p><p>${missing.unknown} ${missing.compare} ${missing.removed}</p>`;
  }
  const { position } = ibi;
  const wrong = position < text.length ? text.slice(position, position + 1) : '_';
  return html`<p class="subject"><code>${text.slice(0, position)}<mark>${wrong}</mark>${text.slice(position + 1)}</code></p>
<p>${missing.malformed} ${outcomeTexts(language).malformed.expected(ibi)}</p>`;
};
