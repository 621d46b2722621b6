import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RecordAddress, RecordChange } from '../../../ports/archive/changes.ts';
import type { Harvest } from '../../../services/archive/harvest/harvest-items.ts';
import { itemAddress } from '../pages/item/item-address.ts';
import { findPart } from './find-part.ts';
import { sendKept, sendStreamed } from './send-compressed.ts';
import { stampOf } from './stamp.ts';
import { documentOf, element, streamDocument, type Xml } from './xml.ts';

const XML = 'application/xml; charset=utf-8';
const NAMESPACES = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:rs': 'http://www.openarchives.org/rs/terms/',
};
const DESCRIPTION = '/.well-known/resourcesync';
const FOLDER = '/resourcesync';

type ChangePart = Awaited<ReturnType<Harvest['changeParts']>>[number];
type Capability = 'resourcelist' | 'changelist';

const capability = (name: string, dates: { readonly [at: string]: string | undefined } = {}): Xml =>
  element('rs:md', { capability: name, ...dates });
const up = (href: string): Xml => element('rs:ln', { rel: 'up', href });

/**
 * Registers the lists of ResourceSync 1.1 (ANSI/NISO Z39.99). The resources are the records of the items in Dublin
 * Core; the lists have the same order and the same parts as the sitemap.
 */
export const registerResourceSync = (
  routes: FastifyInstance,
  { harvest, publicUrl, now }: { readonly harvest: Harvest; readonly publicUrl: string; readonly now: () => bigint },
): void => {
  const fileOf = (name: string): string => `${publicUrl}${FOLDER}/${name}.xml`;
  const send = (request: FastifyRequest, reply: FastifyReply, root: Xml) =>
    sendKept(request, reply, { mediaType: XML, text: documentOf(root) });
  const list = (name: Capability, parts: readonly Xml[], dates: Readonly<Record<string, string | undefined>>): Xml =>
    element('sitemapindex', NAMESPACES, up(fileOf('capabilitylist')), capability(name, dates), parts);

  routes.get(DESCRIPTION, (request, reply) =>
    send(
      request,
      reply,
      element(
        'urlset',
        NAMESPACES,
        element('rs:ln', { rel: 'describedby', href: `${publicUrl}/docs/harvesting` }),
        capability('description'),
        element('url', {}, element('loc', {}, fileOf('capabilitylist')), capability('capabilitylist')),
      ),
    ),
  );
  routes.get(`${FOLDER}/capabilitylist.xml`, (request, reply) =>
    send(
      request,
      reply,
      element(
        'urlset',
        NAMESPACES,
        up(`${publicUrl}${DESCRIPTION}`),
        capability('capabilitylist'),
        (['resourcelist', 'changelist'] as const).map((name) =>
          element('url', {}, element('loc', {}, fileOf(name)), capability(name)),
        ),
      ),
    ),
  );
  routes.get(`${FOLDER}/resourcelist.xml`, async (request, reply) => {
    const parts = (await harvest.parts()).map(({ part, at }) =>
      element('sitemap', {}, element('loc', {}, fileOf(`resourcelist/${part}`)), element('lastmod', {}, stampOf(at))),
    );
    return send(request, reply, list('resourcelist', parts, { at: stampOf(now()) }));
  });
  routes.get(`${FOLDER}/changelist.xml`, async (request, reply) => {
    const parts = await harvest.changeParts();
    const [first = { part: 0, from: now(), until: undefined }] = parts;
    // Fewer readers know an index of change lists than a change list.
    if (parts.length <= 1) return sendChanges(request, reply, first, 'capabilitylist');
    return send(request, reply, list('changelist', parts.map(describePart), { from: stampOf(first.from) }));
  });
  const describePart = ({ part, from, until }: ChangePart): Xml =>
    element('sitemap', {}, element('loc', {}, fileOf(`changelist/${part}`)), element('rs:md', datesOf(from, until)));

  const sendPart = (request: FastifyRequest, reply: FastifyReply, head: readonly Xml[], steps: Steps): FastifyReply =>
    sendStreamed(request, reply, {
      mediaType: XML,
      steps: streamDocument('urlset', NAMESPACES, describe(head, steps, publicUrl)),
    });
  const sendChanges = (
    request: FastifyRequest,
    reply: FastifyReply,
    { part, from, until }: ChangePart,
    above: string,
  ): FastifyReply => {
    const head = [up(fileOf(above)), capability('changelist', datesOf(from, until))];
    return sendPart(request, reply, head, harvest.walkChanges(part));
  };
  routes.get<{ Params: { file: string } }>(`${FOLDER}/resourcelist/:file`, async (request, reply) => {
    const found = findPart(request, await harvest.parts());
    const head = [up(fileOf('resourcelist')), capability('resourcelist', { at: stampOf(now()) })];
    return sendPart(request, reply, head, harvest.walkPart(found.part));
  });
  routes.get<{ Params: { file: string } }>(`${FOLDER}/changelist/:file`, async (request, reply) => {
    const parts = await harvest.changeParts();
    const found = findPart(request, parts);
    return sendChanges(request, reply, found, parts.length > 1 ? 'changelist' : 'capabilitylist');
  });
};

type Steps = AsyncIterable<readonly (RecordAddress | RecordChange)[]>;

const datesOf = (from: bigint, until: bigint | undefined) => ({
  from: stampOf(from),
  until: until === undefined ? undefined : stampOf(until),
});

async function* describe(head: readonly Xml[], steps: Steps, publicUrl: string): AsyncGenerator<readonly Xml[]> {
  yield head;
  for await (const step of steps) {
    yield step.map((entry) => {
      const page = `${publicUrl}${itemAddress(entry.label)}`;
      const at = stampOf(entry.at);
      const md = 'kind' in entry ? { change: entry.kind, datetime: at, type: 'text/xml' } : { type: 'text/xml' };
      return element(
        'url',
        {},
        element('loc', {}, `${publicUrl}${itemAddress(entry.label, 'metadata.xml')}`),
        element('lastmod', {}, at),
        element('rs:md', md),
        element('rs:ln', { rel: 'describes', href: page }),
      );
    });
  }
}
