import { parseIbi } from '@perene/core';
import { documentPath } from '@perene/core/item';
import { renderDay } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

export interface HistoryLine {
  readonly at: string;
  readonly action: string;
}

const MAX_LINES = 8;

/** Renders where the item is, what proves that it is the same, and what was done to it, the latest first. */
export const renderEvidence = (
  {
    shown,
    history,
    isResolving,
    checker,
  }: {
    readonly shown: ShownItem;
    readonly history: readonly HistoryLine[];
    readonly isResolving: boolean;
    readonly checker: string | undefined;
  },
  visitor: Visitor,
): Html => {
  const { texts, format } = visitor;
  const { item, label } = shown;
  const { evidence } = texts;
  const target = item.files.find(({ path }) => path === item.target);
  const facts: readonly (readonly [name: string, value: Html])[] = [
    [evidence.state, renderState(shown, visitor)],
    [evidence.label, html`<code>${label}</code>`],
    ...renderBirth(item.repository, visitor),
    ...(target === undefined
      ? []
      : [
          [
            evidence.hashes,
            html`<code>${target.sha256}</code><br><span class="faint">${evidence.hashAdvice}</span>`,
          ] as const,
        ]),
  ];
  const lines = history
    .slice(0, MAX_LINES)
    .map(({ at, action }) => html`<li>${renderDay(at, format)} · ${evidence.actions[action] ?? action}</li>`);
  return html`<dl class="pairs">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${isResolving && html`<p><a href="/api/v1/resolve?url=${encodeURIComponent(label)}">${evidence.elsewhere}</a></p>`}
${isResolving && renderVerification(shown, checker, visitor)}
${lines.length > 0 && html`<h3>${evidence.history}</h3><ol class="line">${lines}</ol>`}`;
};

/** A script makes a button of it, which checks the item in the browser. Without it, the reader gets the proof file. */
const renderVerification = (
  { item, label, mayRead, isListClosed }: ShownItem,
  checker: string | undefined,
  { texts: { evidence } }: Visitor,
): Html => {
  const proof = `/api/v1/items/${label}/proof`;
  const target = isListClosed ? undefined : item.files.find(({ path }) => path === item.target);
  const file =
    target &&
    html` data-file="${documentPath(item, target.path)}" data-path="${target.path}" data-bytes="${String(target.bytes)}"`;
  return html`<h3>${evidence.verification}</h3><p>${evidence.verificationText} <a href="${proof}" download="proof.json">${evidence.proof}</a>.</p>
${
  checker !== undefined &&
  html`<p><button type="button" class="copy" data-check="${checker}">${evidence.check}</button></p>
<div id="verification" aria-live="polite" data-proof="${proof}"${!mayRead && html` data-closed="yes"`}${file}></div>`
}`;
};

const renderState = ({ item }: ShownItem, { texts: { evidence } }: Visitor): Html => {
  if (item.transfer !== undefined) {
    const sentence = item.transfer.direction === 'out' ? evidence.leaving : evidence.arriving;
    return html`${sentence} <code>${item.transfer.peer}</code>`;
  }
  return item.copiedFrom === undefined
    ? html`${evidence.original}`
    : html`${evidence.copy} <code>${item.copiedFrom}</code>`;
};

const renderBirth = (
  label: string,
  { texts: { evidence }, format }: Visitor,
): readonly (readonly [name: string, value: Html])[] => {
  const ibi = parseIbi(label);
  if (!ibi.ok) return [];
  const date = new Date(ibi.value.date.seconds * 1_000);
  if (Number.isNaN(date.getTime())) return [];
  const where = ibi.value.form === 'repository' ? ibi.value.host : ibi.value.ip;
  return [[evidence.born, html`${evidence.bornOn(where, format.day(date.toISOString()))}`]];
};
