import type { FastifyRequest } from 'fastify';
import type { HandleValue } from '../../../services/noid/handle/handle-value.ts';
import { languageOf, type PageLanguage } from '../negotiation/page-language.ts';
import { type Html, html } from '../pages/html.ts';
import { renderLayout } from '../pages/layout.ts';

interface HandlePageTexts {
  readonly title: (handle: string) => string;
  readonly none: string;
  readonly columns: readonly [string, string, string, string];
}

const TEXTS: Readonly<Record<PageLanguage, HandlePageTexts>> = {
  en: {
    title: (handle) => `Values of the handle ${handle}`,
    none: 'This handle has no such value.',
    columns: ['Index', 'Type', 'Changed', 'Data'],
  },
  pt: {
    title: (handle) => `Valores do handle ${handle}`,
    none: 'Este handle não tem tal valor.',
    columns: ['Índice', 'Tipo', 'Alterado', 'Dados'],
  },
};

const LINK = /^https?:\/\//i;

/** The values of a handle for a reader who does not want to be led on, or cannot be. */
export const renderHandlePage = (
  request: FastifyRequest,
  { handle, values }: { readonly handle: string; readonly values: readonly HandleValue[] },
): { readonly page: string; readonly language: PageLanguage } => {
  const language = languageOf(request.originalUrl, request.headers);
  const texts = TEXTS[language];
  const title = texts.title(handle);
  const rows = values.map(
    ({ index, type, timestamp, data }) =>
      html`<tr><td>${String(index)}</td><td>${type}</td><td>${timestamp}</td><td>${renderData(data.value)}</td></tr>`,
  );
  const table = html`<table><thead><tr>${texts.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
  const main = html`<h1>${title}</h1>${values.length === 0 ? html`<p>${texts.none}</p>` : table}`;
  return {
    page: renderLayout({ title, language, url: request.originalUrl, site: request.server.site, main }),
    language,
  };
};

const renderData = (value: HandleValue['data']['value']): Html => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return LINK.test(text) ? html`<a href="${text}" rel="nofollow">${text}</a>` : html`${text}`;
};
