import { documentPath } from '@perene/core/item';
import { type Html, html } from '../../../html.ts';
import type { ShownItem, Visitor } from '../../shown-item.ts';

/** A script makes a button of it, which checks the item in the browser. Without it, the reader gets the proof file. */
export const renderProof = (
  { item, label, mayRead, isListClosed }: ShownItem,
  checker: string | undefined,
  { texts: { evidence } }: Visitor,
): Html => {
  const proof = `/api/v1/items/${label}/proof`;
  const target = isListClosed ? undefined : item.files.find(({ path }) => path === item.target);
  const file =
    target &&
    html` data-file="${documentPath(item, target.path)}" data-path="${target.path}" data-bytes="${String(target.bytes)}"`;
  return html`<p class="faint">${evidence.verificationText} <a href="${proof}" download="proof.json">${evidence.proof}</a>.</p>
${
  checker !== undefined &&
  html`<p><button type="button" class="copy" data-check="${checker}">${evidence.check}</button></p>
<div id="verification" aria-live="polite" data-proof="${proof}"${!mayRead && html` data-closed="yes"`}${file}></div>`
}`;
};
