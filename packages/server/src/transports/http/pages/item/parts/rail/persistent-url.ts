import { type Html, html } from '../../../html.ts';
import { itemAddress } from '../../item-address.ts';
import type { ShownItem, Visitor } from '../../shown-item.ts';
import { renderCopy } from './item-citations.ts';

/** Renders the address that readers cite, for people and for cameras. */
export const renderPersistentUrl = (
  { item, label }: ShownItem,
  { qrCode }: { readonly qrCode: Html },
  { texts }: Visitor,
): Html => html`<p class="address" id="persistent-url">${item.persistentUrl}</p>
<p>${renderCopy('persistent-url', texts.item.copyText, texts.item.copied)}</p>
<p class="faint">${texts.item.persistentUrlHelp}</p>
<details><summary>${texts.item.qrCode}</summary>${qrCode}<a href="${itemAddress(label, 'qr.svg')}" download>${texts.item.qrDownload}</a></details>`;
