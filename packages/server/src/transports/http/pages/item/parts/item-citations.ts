import { type Citations, citeItem } from '@perene/core/citation';
import { type Html, html } from '../../html.ts';
import { type ItemPart, itemAddress } from '../item-address.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

export const citationsOf = ({ item, title }: ShownItem, today: string): Citations =>
  citeItem({
    metadata: item.metadata?.fields ?? { title: [{ value: title }] },
    language: item.language,
    persistentUrl: item.persistentUrl,
    accessed: today,
  });

interface Download {
  readonly mediaType: string;
  readonly extension: string;
  readonly write: (citations: Citations) => string;
}

/** The files that reference managers open. */
export const DOWNLOADS: Partial<Readonly<Record<ItemPart, Download>>> = {
  'cite.bib': { mediaType: 'application/x-bibtex; charset=utf-8', extension: 'bib', write: ({ bibtex }) => bibtex },
  'cite.ris': {
    mediaType: 'application/x-research-info-systems; charset=utf-8',
    extension: 'ris',
    write: ({ ris }) => ris,
  },
  'cite.json': {
    mediaType: 'application/vnd.citationstyles.csl+json; charset=utf-8',
    extension: 'json',
    write: ({ cslJson }) => cslJson,
  },
  'cite.txt': {
    mediaType: 'text/plain; charset=utf-8',
    extension: 'txt',
    write: ({ apa, abnt }) => `${apa}\n\n${abnt}\n`,
  },
};

export const renderCitations = (shown: ShownItem, { texts, today }: Visitor): Html => {
  const { label } = shown;
  const { cite } = texts;
  const citations = citationsOf(shown, today);
  const text = (id: string, name: string, citation: string): Html =>
    html`<h3 id="${id}-name">${name}</h3><p class="citation" id="${id}">${citation}</p>${renderCopy(id, texts.item.copyText, texts.item.copied)}`;
  const record = (id: string, name: string, citation: string, part: ItemPart): Html =>
    html`<details><summary>${name}</summary><pre id="${id}" tabindex="0" aria-label="${name}">${citation}</pre><p>${renderCopy(id, texts.item.copyText, texts.item.copied)} <a href="${itemAddress(label, part)}" download>${cite.download} ${name}</a></p></details>`;
  return html`<div class="citations">${text('apa', cite.apa, citations.apa)}${text('abnt', cite.abnt, citations.abnt)}
<p><a href="${itemAddress(label, 'cite.txt')}" download>${cite.text}</a></p>
${record('bibtex', 'BibTeX', citations.bibtex, 'cite.bib')}${record('ris', 'RIS', citations.ris, 'cite.ris')}${record('csl', 'CSL-JSON', citations.cslJson, 'cite.json')}</div>`;
};

/** Renders a button that is hidden, with its place kept, until the script shows it: only the script can copy. */
export const renderCopy = (id: string, text: string, done: string): Html =>
  html`<button type="button" class="copy" data-copy="${id}" data-done="${done}" aria-describedby="${id}">${text}</button>`;
