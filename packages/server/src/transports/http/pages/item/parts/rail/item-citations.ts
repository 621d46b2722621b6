import { type Citations, citeItem } from '@perene/core/representation';
import { type Html, html } from '../../../html.ts';
import { type ItemPart, itemAddress } from '../../item-address.ts';
import type { ShownItem, Visitor } from '../../shown-item.ts';

const citationsOf = ({ item, title }: ShownItem, today: string): Citations =>
  citeItem({
    metadata: item.metadata?.fields ?? { title: [{ value: title }] },
    language: item.language,
    persistentUrl: item.persistentUrl,
    accessed: today,
  });

interface Style {
  readonly id: string;
  readonly name: string;
  readonly citation: string;
  /** Where the record for programs is downloaded; texts for people have none. */
  readonly part?: ItemPart;
}

/** Renders one box, in which readers choose a style; the choice works without a script. */
export const renderCitations = (shown: ShownItem, visitor: Visitor): Html => {
  const { texts, today } = visitor;
  const { cite } = texts;
  const { apa, abnt, bibtex, ris, cslJson } = citationsOf(shown, today);
  const styles: readonly Style[] = [
    { id: 'apa', name: 'APA', citation: apa },
    { id: 'abnt', name: 'ABNT', citation: abnt },
    { id: 'bibtex', name: 'BibTeX', citation: bibtex, part: 'cite.bib' },
    { id: 'ris', name: 'RIS', citation: ris, part: 'cite.ris' },
    { id: 'csl', name: 'CSL-JSON', citation: cslJson, part: 'cite.json' },
  ];
  const choices = styles.map(
    ({ id, name }, index) =>
      html`<input type="radio" name="cite-style" id="style-${id}"${index === 0 && html` checked`}><label for="style-${id}">${name}</label>`,
  );
  return html`<div class="cite"><fieldset class="cite-styles"><legend class="unseen">${cite.style}</legend>${choices}</fieldset>
${styles.map((style) => renderStyle(style, shown.label, visitor))}</div>`;
};

const renderStyle = ({ id, name, citation, part }: Style, label: string, { texts: { cite, item } }: Visitor): Html => {
  const copy = renderCopy(id, item.copyText, item.copied);
  return part === undefined
    ? html`<div class="cited cited-${id}"><p class="citation" id="${id}">${citation}</p><p>${copy} <a href="${itemAddress(label, 'cite.txt')}?style=${id}">${cite.text}</a></p></div>`
    : html`<div class="cited cited-${id}"><pre id="${id}" tabindex="0" role="region" aria-label="${name}">${citation}</pre><p>${copy} <a href="${itemAddress(label, part)}" download>${cite.download} ${name}</a></p></div>`;
};

/** Renders a button that is hidden, with its place kept, until the script shows it: only the script can copy. */
export const renderCopy = (id: string, text: string, done: string): Html =>
  html`<button type="button" class="copy" data-copy="${id}" data-done="${done}" aria-describedby="${id}">${text}</button>`;
