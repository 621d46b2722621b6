import type { FastifyInstance } from 'fastify';
import type { RecordAddress } from '../../../ports/archive/changes.ts';
import type { Harvest } from '../../../services/archive/harvest/harvest-items.ts';
import { itemAddress } from '../pages/item/item-address.ts';
import { findPart } from './find-part.ts';
import { sendKept, sendStreamed } from './send-compressed.ts';
import { stampOf } from './stamp.ts';
import { documentOf, element, streamDocument, type Xml } from './xml.ts';

const XML = 'application/xml; charset=utf-8';
const SITEMAPS = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/**
 * Registers the sitemap: an index of files, each with the items whose last changes have numbers in one range. An item
 * that changes moves to the last file, so that the others stay as they are, and their dates are true.
 */
export const registerSitemap = (
  routes: FastifyInstance,
  { harvest, publicUrl }: { readonly harvest: Harvest; readonly publicUrl: string },
): void => {
  routes.get('/sitemap.xml', async (request, reply) => {
    const parts = (await harvest.parts()).map(({ part, at }) =>
      element(
        'sitemap',
        {},
        element('loc', {}, `${publicUrl}/sitemaps/${part}.xml`),
        element('lastmod', {}, stampOf(at)),
      ),
    );
    return sendKept(request, reply, { mediaType: XML, text: documentOf(element('sitemapindex', SITEMAPS, parts)) });
  });
  routes.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const { part } = findPart(request, await harvest.parts());
    const steps = streamDocument('urlset', SITEMAPS, describe(harvest.walkPart(part), publicUrl));
    return sendStreamed(request, reply, { mediaType: XML, steps });
  });
};

async function* describe(
  steps: AsyncIterable<readonly RecordAddress[]>,
  publicUrl: string,
): AsyncGenerator<readonly Xml[]> {
  for await (const step of steps) {
    yield step.map(({ label, at }) =>
      element('url', {}, element('loc', {}, `${publicUrl}${itemAddress(label)}`), element('lastmod', {}, stampOf(at))),
    );
  }
}
