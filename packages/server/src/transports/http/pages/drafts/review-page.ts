import { describe } from '@perene/api/words';
import { documentPath } from '@perene/core/item';
import { LABEL_TO_COME } from '../../../../services/archive/drafts/preview-draft.ts';
import type { LinkedDraft } from '../../../../services/archive/drafts/read-by-link.ts';
import type { Preview } from '../../../../services/archive/previews/read-preview.ts';
import { renderDay } from '../format.ts';
import { type Html, html } from '../html.ts';
import { renderItemPage } from '../item/item-page.ts';
import { showTo, type Visitor } from '../item/shown-item.ts';
import { DRAFT_TEXTS } from './texts.ts';

const MAIN = '<main id="main">\n';

/**
 * The page of the item as it will be. Links to its files lead to those of the draft, and links to its other pages, which
 * are not there yet, to the top.
 */
export const renderReviewPage = (
  draft: LinkedDraft,
  { base, preview }: { readonly base: string; readonly preview: Preview | undefined },
  visitor: Visitor,
): string => {
  const { item, files } = draft;
  const label = item.ibip ?? item.repository;
  const page = renderItemPage(
    {
      shown: showTo(item, visitor),
      qrCode: html``,
      counts: { accesses: [], usage: [] },
      citedFrom: [],
      history: [],
      isResolving: false,
      checker: undefined,
      address: base,
      description: undefined,
      preview,
      isOpened: false,
    },
    visitor,
  );
  const places = new Map(files.map(({ id, path }) => [quoted(documentPath(item, path)), `"${base}/files/${id}"`]));
  const linked = page
    .replaceAll(addressesIn(documentPath(item, '')), (address) => places.get(address) ?? address)
    .replaceAll(new RegExp(`href="/(?:items|api/v1/items)/${escapePattern(label)}[^"]*"`, 'g'), 'href="#main"')
    .replaceAll(OF_PUBLISHED, '');
  const named = linked.replaceAll(LABEL_TO_COME, DRAFT_TEXTS[visitor.language].review.labelToCome);
  return named.replace(MAIN, () => `${MAIN}${renderBanner(draft, base, visitor).markup}\n`);
};

/** Sections that tell what was done with an item since it is there. */
const OF_PUBLISHED = /<section id="(?:evidence|statistics)".*?<\/section>\n/gs;

/** The page is read once, because a draft may have thousands of files. */
const addressesIn = (folder: string): RegExp => new RegExp(`${escapePattern(quoted(folder).slice(0, -1))}[^"]*"`, 'g');

const quoted = (address: string): string => html`"${address}"`.markup;

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const renderBanner = (
  { id, files, problem, purpose, expiresAt }: LinkedDraft,
  base: string,
  { language, format }: Visitor,
): Html => {
  const { review } = DRAFT_TEXTS[language];
  const expires = new Date(Number(expiresAt / 1_000n)).toISOString();
  const listed = files.map(
    ({ id: file, path, bytes }) =>
      html`<li><a href="${base}/files/${file}">${path}</a> <span class="faint">${format.bytes(bytes)}</span></li>`,
  );
  return html`<aside class="practice" aria-label="${review.title}"><p><b>${review.title}</b> ${review.forEver}</p>
<p>${review.until} ${renderDay(expires, format)}.${purpose === 'preview' && html` <a href="/console/drafts/${id}">${review.back}</a>`}</p>
${problem !== undefined && html`<p>${review.unfit} ${describe(problem.toJSON(), language)}</p>`}
${files.length === 0 ? html`<p>${review.noFiles}</p>` : html`<p>${review.files}</p><ul>${listed}</ul>`}</aside>`;
};
