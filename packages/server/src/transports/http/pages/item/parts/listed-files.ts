import type { Item } from '@perene/api';
import { documentPath } from '@perene/core/item';
import type { ItemFile } from '../../../../../ports/archive/item-files.ts';
import { previewKindOf } from '../../../../../services/archive/previews/preview-kind.ts';
import { type Html, html } from '../../html.ts';
import { renderIcon } from '../../style/icons.ts';
import { itemAddress } from '../item-address.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

/** The most files on the page of the item; its list of files shows the others. */
const MAX_SHOWN_FILES = 12;

export const renderFiles = (shown: ShownItem, visitor: Visitor): Html => {
  const { texts, format } = visitor;
  const { item, label, isListClosed, mayRead } = shown;
  const { files } = item;
  if (isListClosed) return html`<p>${texts.files.closed}</p>`;
  if (files.length === 0) return html`<p>${texts.files.none}</p>`;
  const left = files.length > MAX_SHOWN_FILES;
  const { damaged = [] } = item;
  const listed = { ...item, mayRead, ...(mayRead && { previewAt: `${itemAddress(label)}?preview=` }) };
  return html`<p class="faint">${countFiles(files, visitor)}</p>
${damaged.length > 0 && html`<p class="notice">${texts.files.damaged(damaged.join(', '))}</p>`}
${renderDownload(shown, visitor)}${renderTable(listed, targetFirst(shown).slice(0, MAX_SHOWN_FILES), visitor)}${left && html`<p><a href="${itemAddress(label, 'files')}">${texts.files.all(format.number(files.length))}</a></p>`}`;
};

/** Who may not read the files is not offered them; a single file has its own address. */
export const renderDownload = (
  { item: { files, damaged = [] }, label, mayRead }: ShownItem,
  { texts }: Visitor,
): Html | false =>
  mayRead &&
  files.length > 1 &&
  damaged.length === 0 &&
  html`<p><a href="${itemAddress(label, 'all.zip')}" download>${texts.files.download}</a></p>
`;

export const countFiles = (files: readonly ItemFile[], { texts, format }: Visitor): string => {
  const bytes = format.bytes(files.reduce((total, file) => total + file.bytes, 0));
  return files.length === 1 ? texts.files.one(bytes) : texts.files.total(format.number(files.length), bytes);
};

const targetFirst = ({ item: { files, target } }: ShownItem): readonly ItemFile[] => [
  ...files.filter(({ path }) => path === target),
  ...files.filter(({ path }) => path !== target),
];

/** The item that the files belong to, and whether the visitor may read them. */
interface Listed extends Pick<Item, 'repository' | 'fileNameEncoding'> {
  readonly target?: string;
  readonly mayRead: boolean;
  /** The address of the page that shows a file, which has its path at the end; absent where nothing is shown. */
  readonly previewAt?: string;
}

export const renderTable = (listed: Listed, files: readonly ItemFile[], { texts, format }: Visitor): Html => {
  const { file, size, type, hash, fixity } = texts.files;
  const rows = files.map(
    (entry) =>
      html`<tr><th scope="row">${renderName(listed, entry)}${entry.path === listed.target && html` <span class="tag">${texts.files.main}</span>`}</th><td class="bytes">${format.bytes(entry.bytes)}</td><td class="type">${withoutParameters(entry.mediaType)}${renderShow(listed, entry, texts.preview.show)}</td><td><details class="hash"><summary>${hash}</summary><code>${entry.sha256}</code></details></td></tr>`,
  );
  return html`<table class="files"><thead><tr><th scope="col">${file}</th><th scope="col" class="bytes">${size}</th><th scope="col" class="type">${type}</th><th scope="col">${fixity}</th></tr></thead><tbody>${rows}</tbody></table>`;
};

const renderShow = ({ previewAt }: Listed, file: ItemFile, show: (name: string) => string): Html | false =>
  previewAt !== undefined &&
  previewKindOf(file) !== undefined &&
  html` <a class="show" href="${previewAt}${encodeURIComponent(file.path)}#preview" aria-label="${show(file.path)}">${renderIcon('show')}</a>`;

const withoutParameters = (mediaType: string): string => mediaType.replace(/;.*$/s, '');

/** Renders the name of a file, without its address if the visitor may not read it. */
const renderName = (listed: Listed, { path }: ItemFile): Html =>
  listed.mayRead ? html`<a href="${documentPath(listed, path)}">${path}</a>` : html`<span>${path}</span>`;
