import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { langAttribute, renderDay } from '../format.ts';
import { html } from '../html.ts';
import { renderLayout } from '../layout.ts';
import { itemAddress } from './item-address.ts';
import type { Visitor } from './shown-item.ts';

/** Renders what remains of an item that was removed, or is withdrawn for a time. */
export const renderTombstonePage = (item: ItemView, { texts, format, language, url, site }: Visitor): string => {
  const removed = item.removed === undefined ? { ...texts.removed, ...texts.withdrawn } : texts.removed;
  const { at, reason } = item.removed ?? item.withdrawn ?? { at: item.updated, reason: '' };
  const others = item.removed === undefined ? item.editions.all.filter((label) => label !== item.repository) : [];
  const main = html`<h1>${removed.title}</h1>
<p class="subject"><code>${item.ibip ?? item.repository}</code></p>
<dl class="pairs">${item.title !== undefined && html`<dt>${removed.was}</dt><dd${langAttribute(item.language)}>${item.title}</dd>`}${item.creators.length > 0 && html`<dt>${texts.item.people}</dt>${item.creators.map((creator) => html`<dd>${creator}</dd>`)}`}<dt>${texts.item.deposited}</dt><dd>${renderDay(item.created, format)}</dd><dt>${removed.on}</dt><dd>${renderDay(at, format)}</dd><dt>${removed.reason}</dt><dd>${reason}</dd>${others.length > 0 && html`<dt>${texts.withdrawn.editions}</dt>${others.map((label) => html`<dd><a href="${item.elsewhere[label] ?? itemAddress(label, 'item')}"><code>${label}</code></a></dd>`)}`}</dl>
<p>${removed.lasting}</p>`;
  return renderLayout({ title: removed.title, language, url, site, main });
};
