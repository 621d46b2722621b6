import { tellHistory } from '@perene/api/words';
import { parseIbi } from '@perene/core';
import { renderDay } from '../../format.ts';
import { type Html, html, joinHtml } from '../../html.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';

export interface HistoryLine {
  readonly at: string;
  readonly action: string;
}

const MAX_LINES = 8;

/** Renders where the item is, and what shows that it is the same. */
export const renderEvidence = (
  { shown, isResolving }: { readonly shown: ShownItem; readonly isResolving: boolean },
  visitor: Visitor,
): Html => {
  const { item, label } = shown;
  const { texts, format } = visitor;
  const { evidence } = texts;
  const others = [item.repository, ...item.ibips].filter((other) => other !== label);
  const target = item.files.find(({ path }) => path === item.target);
  const facts: readonly (readonly [name: string, value: Html])[] = [
    [evidence.state, renderState(shown, visitor)],
    [evidence.label, html`<code>${label}</code>`],
    ...listLabels(texts.item.otherLabels, others),
    ...listLabels(texts.item.aliases, item.aliases),
    ...renderBirth(item.repository, visitor),
    [texts.item.deposited, renderDay(item.created, format)],
    [texts.item.updated, renderDay(item.changed, format)],
    ...(item.checked === undefined ? [] : [[texts.item.checked, renderDay(item.checked, format)] as const]),
    ...(target === undefined
      ? []
      : [
          [
            evidence.hashes,
            html`<code>${target.sha256}</code><br><span class="faint">${evidence.hashAdvice}</span>`,
          ] as const,
        ]),
  ];
  return html`<dl class="pairs">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${isResolving && html`<p><a href="/api/v1/resolve?url=${encodeURIComponent(label)}">${evidence.elsewhere}</a></p>`}`;
};

const listLabels = (name: string, labels: readonly string[]): readonly (readonly [name: string, value: Html])[] =>
  labels.length === 0
    ? []
    : [
        [
          name,
          joinHtml(
            labels.map((label) => html`<code>${label}</code>`),
            ', ',
          ),
        ],
      ];

/** Renders what was done to the item, the latest first; undefined if nothing is known of it. */
export const renderHistory = (history: readonly HistoryLine[], { language, format }: Visitor): Html | undefined => {
  const lines = history
    .slice(0, MAX_LINES)
    .map(({ at, action }) => html`<li>${renderDay(at, format)} · ${tellHistory({ action }, language).action}</li>`);
  return lines.length === 0 ? undefined : html`<ol class="line">${lines}</ol>`;
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
