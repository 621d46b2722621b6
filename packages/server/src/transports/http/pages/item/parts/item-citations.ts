import { type Citations, citeItem } from '@perene/core/representation';
import { type Html, html } from '../../html.ts';
import { type ItemPart, itemAddress } from '../item-address.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

const citationsOf = ({ item, title }: ShownItem, today: string): Citations =>
  citeItem({
    metadata: item.metadata?.fields ?? { title: [{ value: title }] },
    language: item.language,
    persistentUrl: item.persistentUrl,
    accessed: today,
  });

/** Headings of styles are below the one of the page, or of a section of it. */
export const renderCitations = (shown: ShownItem, { texts, today }: Visitor, below: 'page' | 'section'): Html => {
  const { label } = shown;
  const { cite } = texts;
  const citations = citationsOf(shown, today);
  const text = (id: string, name: string, citation: string): Html =>
    html`${below === 'page' ? html`<h2 id="${id}-name">${name}</h2>` : html`<h3 id="${id}-name">${name}</h3>`}<p class="citation" id="${id}">${citation}</p>${renderCopy(id, texts.item.copyText, texts.item.copied)}`;
  const record = (id: string, name: string, citation: string, part: ItemPart): Html =>
    html`<details><summary>${name}</summary><pre id="${id}" tabindex="0" role="region" aria-label="${name}">${citation}</pre><p>${renderCopy(id, texts.item.copyText, texts.item.copied)} <a href="${itemAddress(label, part)}" download>${cite.download} ${name}</a></p></details>`;
  return html`<div class="citations">${text('apa', cite.apa, citations.apa)}${text('abnt', cite.abnt, citations.abnt)}
<p><a href="${itemAddress(label, 'cite.txt')}" download>${cite.text}</a></p>
${record('bibtex', 'BibTeX', citations.bibtex, 'cite.bib')}${record('ris', 'RIS', citations.ris, 'cite.ris')}${record('csl', 'CSL-JSON', citations.cslJson, 'cite.json')}</div>`;
};

/** Renders a button that is hidden, with its place kept, until the script shows it: only the script can copy. */
export const renderCopy = (id: string, text: string, done: string): Html =>
  html`<button type="button" class="copy" data-copy="${id}" data-done="${done}" aria-describedby="${id}">${text}</button>`;
