import { type Html, html } from '../html.ts';
import { renderLayout } from '../layout.ts';
import { itemAddress } from './item-address.ts';
import { countFiles, renderDownload, renderTable } from './parts/listed-files.ts';
import type { ShownItem, Visitor } from './shown-item.ts';

const FILES_PER_PAGE = 200;

export const renderFileListPage = (shown: ShownItem, page: number, visitor: Visitor): string => {
  const { texts, language, url, site } = visitor;
  const heading = texts.files.title(shown.title);
  const main = html`<h1>${heading}</h1>
<p><a href="${itemAddress(shown.label)}">${texts.metadata.back}</a></p>
${renderContent(shown, page, visitor)}`;
  return renderLayout({ title: `${heading}`, language, url, site, main });
};

const renderContent = (shown: ShownItem, wanted: number, visitor: Visitor): Html => {
  const { texts, format } = visitor;
  const { files } = shown.item;
  if (shown.isListClosed) return html`<p class="notice">${texts.files.closed}</p>`;
  if (files.length === 0) return html`<p>${texts.files.none}</p>`;
  const pages = Math.ceil(files.length / FILES_PER_PAGE);
  const page = Math.min(Math.max(wanted, 1), pages);
  const link = (to: number, text: string): Html =>
    html`<a href="${itemAddress(shown.label, 'files')}?page=${to}">${text}</a> `;
  return html`${!shown.mayRead && html`<p class="notice">${texts.item.restricted}</p>`}
<p class="faint">${countFiles(files, visitor)}${pages > 1 && html` · ${texts.files.page(format.number(page), format.number(pages))}`}</p>
${renderDownload(shown, visitor)}${renderTable({ ...shown.item, mayRead: shown.mayRead }, files.slice((page - 1) * FILES_PER_PAGE, page * FILES_PER_PAGE), visitor)}
${pages > 1 && html`<p>${page > 1 && link(page - 1, texts.files.previous)}${page < pages && link(page + 1, texts.files.next)}</p>`}`;
};
