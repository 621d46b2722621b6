import { documentPath } from '@perene/core/item';
import type { DrawnMap } from '../../../../../services/archive/previews/draw-map.ts';
import type { Preview } from '../../../../../services/archive/previews/read-preview.ts';
import type { ReadTable } from '../../../../../services/archive/previews/read-table.ts';
import { findThumbnail } from '../../../../../services/archive/thumbnails/item-thumbnail.ts';
import { type Html, html } from '../../html.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

/** What a page needs to be allowed for a preview beyond what every page is. */
export const previewPolicy = ({ kind }: Preview): string | undefined => {
  if (kind === 'audio' || kind === 'video') return "media-src 'self'";
  return kind === 'document' ? "object-src 'self'; frame-src 'self'" : undefined;
};

/** Larger pictures are shown smaller, and open whole. */
const MAX_WHOLE_BYTES = 300_000;

/** Renders a file inside the page, without running anything that is in it. */
export const renderPreview = (preview: Preview, { item }: ShownItem, visitor: Visitor): Html => {
  const { path, bytes } = preview.file;
  const thumbnail = findThumbnail(item, visitor.today);
  const small = thumbnail?.path === path && bytes > MAX_WHOLE_BYTES ? thumbnail.address : undefined;
  const address = documentPath(item, path);
  return html`<figure class="preview"><figcaption><b>${path}</b> <span class="faint">${describe(preview, visitor)}</span></figcaption>
${renderKind(preview, { address, small }, visitor)}</figure>`;
};

const describe = (preview: Preview, { texts, format }: Visitor): string => {
  if (preview.kind === 'table') {
    const { head, rows, hasMoreRows, hasMoreColumns } = preview.table;
    const count = texts.preview.rows(format.number(rows.length), format.number(head.length));
    return hasMoreRows || hasMoreColumns ? texts.preview.firstRows(count) : count;
  }
  if (preview.kind === 'text' && preview.isCut) return texts.preview.beginning;
  return format.bytes(preview.file.bytes);
};

const renderKind = (
  preview: Preview,
  { address, small = address }: { readonly address: string; readonly small: string | undefined },
  { texts, format }: Visitor,
): Html => {
  const { path } = preview.file;
  const name = texts.preview.of(path);
  const link = html`<a href="${address}">${texts.preview.open(path)}</a>`;
  switch (preview.kind) {
    case 'image':
      return html`<a href="${address}"><img src="${small}" alt="${name}" loading="lazy" decoding="async"></a>`;
    case 'audio':
      return html`<audio controls preload="none" src="${address}" aria-label="${name}">${link}</audio>`;
    case 'video':
      return html`<video controls preload="metadata" src="${address}" aria-label="${name}">${link}</video>`;
    case 'document':
      // Browsers without a viewer of their own show what is inside the element.
      return html`<object data="${address}" type="application/pdf" aria-label="${name}"><p>${link}</p></object>`;
    case 'text':
      return html`<pre tabindex="0" role="region" aria-label="${name}">${preview.text}</pre>`;
    case 'table':
      return html`<div class="scroll" role="region" tabindex="0" aria-label="${name}">${renderRows(preview.table)}</div>`;
    case 'map':
      return renderMap(preview.map, name, format.number);
  }
};

const NUMBER = /^\s*[-+]?\d[\d.,]*(?:e[-+]?\d+)?\s*$/i;

/** Columns of numbers are aligned at their ends. */
const renderRows = ({ head, rows }: ReadTable): Html => {
  const isNumeric = head.map((_, index) =>
    rows.every((row) => (row[index] ?? '') === '' || NUMBER.test(row[index] ?? '')),
  );
  const align = (index: number): Html | false => isNumeric[index] === true && html` class="number"`;
  return html`<table><thead><tr>${head.map((name, index) => html`<th scope="col"${align(index)}>${name}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => html`<td${align(index)}>${cell}</td>`)}</tr>`)}</tbody></table>`;
};

const renderMap = (
  { width, height, areas, lines, points, box }: DrawnMap,
  name: string,
  number: (value: number) => string,
): Html => {
  const corners = `${number(box.south)}° ${number(box.west)}° – ${number(box.north)}° ${number(box.east)}°`;
  return html`<svg class="map" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}: ${corners}">${areas.map((d) => html`<path class="area" d="${d}"/>`)}${lines.map((d) => html`<path d="${d}"/>`)}${points.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="4"/>`)}</svg><p class="faint corners">${corners}</p>`;
};
