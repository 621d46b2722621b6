import { refuse } from '@perene/api/refusals';
import type { FastifyInstance } from 'fastify';
import { LANGUAGE_TAGS } from '../negotiation/page-language.ts';
import { langAttribute } from './format.ts';
import { html } from './html.ts';
import { visitorOf } from './item/shown-item.ts';
import { renderLayout } from './layout.ts';
import { renderText } from './render-text.ts';
import { sendPage } from './send-page.ts';
import { LOGO_ADDRESS, SITE_PAGES } from './site.ts';

/** What a logo may do if somebody opens it by itself: nothing. */
const LOGO_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Serves the logo and the pages that the institution wrote. */
export const registerSite = (server: FastifyInstance): void => {
  const { site } = server;
  server.get(LOGO_ADDRESS, async ({ method }, reply) => {
    if (site.logo === undefined) throw refuse('address-unknown', { reason: 'address', method, address: LOGO_ADDRESS });
    return reply
      .headers({ 'cache-control': 'public, max-age=600', 'content-security-policy': LOGO_POLICY })
      .type(site.logo.mediaType)
      .send(site.logo.content);
  });
  server.get<{ Params: { page: string } }>('/site/:page', async (request, reply) => {
    const name = SITE_PAGES.find((one) => one === request.params.page);
    const texts = name && site.pages[name];
    if (name === undefined || texts === undefined) {
      const address = request.originalUrl.slice(0, 200);
      throw refuse('address-unknown', { reason: 'address', method: request.method, address });
    }
    const visitor = visitorOf(request);
    const { language, url } = visitor;
    // A text that is written in one language only is better than none.
    const written = texts[language] === undefined ? (language === 'en' ? 'pt' : 'en') : language;
    const title = visitor.texts.site[name];
    const main = html`<h1>${title}</h1>
<div class="prose"${written !== language && langAttribute(LANGUAGE_TAGS[written])}>${renderText(texts[written] ?? '')}</div>`;
    return sendPage(request, reply, { page: renderLayout({ title, language, url, site, main }), language });
  });
};
