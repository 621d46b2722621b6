import type { RefusalParameters } from '@perene/api/refusals';
import { outcomeTitle } from '@perene/api/words';
import { renderDay } from '../format.ts';
import { html } from '../html.ts';
import type { Visitor } from '../item/shown-item.ts';
import { renderLayout } from '../layout.ts';
import { DRAFT_TEXTS } from './texts.ts';

export type ReservedLabel = RefusalParameters['label-reserved'];

/** Says whose a label is under which nothing is published. */
export const renderReservedPage = (
  { reason, label, since }: ReservedLabel,
  { format, language, url, site }: Visitor,
): string => {
  const texts = DRAFT_TEXTS[language].reserved;
  const title = reason === 'ended' ? texts.neverTitle : outcomeTitle({ outcome: 'reserved' }, language);
  const main = html`<h1>${title}</h1>
<p class="subject"><code>${label}</code></p>
<dl class="pairs"><dt>${texts.by}</dt><dd>${site.name[language]}</dd><dt>${texts.on}</dt><dd>${renderDay(since, format)}</dd></dl>
<p>${reason === 'ended' ? texts.never : texts.later}</p>`;
  const head = html`<meta name="robots" content="noindex">`;
  return renderLayout({ title, language, url, site, main, head });
};
