import type { PresentedItem } from '../../../../../services/archive/archive-operations.ts';
import { renderDay } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { Visitor } from '../shown-item.ts';

/** Renders the items from which readers came. Clients say so themselves, and nobody has checked it. */
export const renderCitedFrom = (citedFrom: PresentedItem['citedFrom'], { texts, format }: Visitor): Html =>
  html`<p class="faint">${texts.citedFrom.help}</p>
<ul>${citedFrom.map(({ label, url, follows, lastDay }) => html`<li><a href="${url}" rel="nofollow"><code>${label}</code></a> ${texts.citedFrom.times(follows, format.number(follows))}, ${texts.citedFrom.last} ${renderDay(lastDay, format)}</li>`)}</ul>`;
