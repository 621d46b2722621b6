import { type Html, html, joinHtml } from './html.ts';

const LINK =
  /\[([^\]\n]{1,200})\]\((https?:\/\/[^\s()"<>]{1,500}|\/(?!\/)[^\s()"<>]{0,500}|mailto:[^\s()"<>?]{1,200})\)/g;

/** Renders plain text with what most writers of Markdown use: headings, lists, paragraphs and links. */
export const renderText = (text: string): Html => {
  const blocks = text
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return html`${blocks.map(renderBlock)}`;
};

const renderBlock = (block: string): Html => {
  const [, signs = '', heading] = /^(#{1,6}) +([^\n]+)$/.exec(block) ?? [];
  if (heading !== undefined) return signs.length <= 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`;
  const lines = block.split('\n');
  if (lines.every((line) => /^[-*] /.test(line))) {
    return html`<ul>${lines.map((line) => html`<li>${renderLine(line.slice(2))}</li>`)}</ul>`;
  }
  return html`<p>${joinHtml(lines.map(renderLine), ' ')}</p>`;
};

const renderLine = (line: string): Html => {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: whole, 1: text = '', 2: address = '', index } of line.matchAll(LINK)) {
    parts.push(html`${line.slice(end, index)}<a href="${address}">${text}</a>`);
    end = index + whole.length;
  }
  return html`${parts}${line.slice(end)}`;
};
