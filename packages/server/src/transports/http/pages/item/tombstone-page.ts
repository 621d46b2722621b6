import type { ItemView } from '../../../../services/archive/archive-operations.ts';
import { langAttribute, renderDay } from '../format.ts';
import { html } from '../html.ts';
import { renderLayout } from '../layout.ts';
import type { Visitor } from './shown-item.ts';

/** Renders what remains of an item that was removed. */
export const renderTombstonePage = (
  item: ItemView,
  { at, reason }: NonNullable<ItemView['removed']>,
  { texts, format, language, url, site }: Visitor,
): string => {
  const { removed } = texts;
  const main = html`<h1>${removed.title}</h1>
<p class="subject"><code>${item.ibip ?? item.repository}</code></p>
<dl class="pairs">${item.title !== undefined && html`<dt>${removed.was}</dt><dd${langAttribute(item.language)}>${item.title}</dd>`}${item.creators.length > 0 && html`<dt>${texts.item.people}</dt>${item.creators.map((creator) => html`<dd>${creator}</dd>`)}`}<dt>${texts.item.deposited}</dt><dd>${renderDay(item.created, format)}</dd><dt>${removed.on}</dt><dd>${renderDay(at, format)}</dd><dt>${removed.reason}</dt><dd>${reason}</dd></dl>
<p>${removed.lasting}</p>`;
  return renderLayout({ title: removed.title, language, url, site, main });
};
