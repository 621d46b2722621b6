import { html } from '../html.ts';
import { renderLayout } from '../layout.ts';
import { SCRIPT_ADDRESS } from '../page-script.ts';
import { itemAddress } from './item-address.ts';
import { renderCitations } from './parts/rail/item-citations.ts';
import type { ShownItem, Visitor } from './shown-item.ts';

/** Renders a page that only shows how an item is cited. */
export const renderCitationPage = (shown: ShownItem, visitor: Visitor): string => {
  const { texts, language, url, site } = visitor;
  const main = html`<h1>${texts.cite.heading}: ${shown.title}</h1>
<p><a href="${itemAddress(shown.label)}">${texts.metadata.back}</a></p>
${renderCitations(shown, visitor)}`;
  const head = html`<script src="${SCRIPT_ADDRESS}" defer></script>`;
  return renderLayout({ title: `${texts.cite.heading}`, language, url, site, main, head });
};
