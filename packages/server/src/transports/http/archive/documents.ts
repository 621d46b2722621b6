import { formatOaiDc, type Metadata, titleIn } from '@perene/core/item';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ItemFile } from '../../../ports/item-files.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import { unescapePath } from '../../../services/archive/document-url.ts';
import type { DocumentReader } from '../../../services/archive/open-document.ts';
import { prefersHtml } from '../page.ts';
import { html } from '../pages/html.ts';
import { itemAddress } from '../pages/item-address.ts';
import { renderTable } from '../pages/item-files.ts';
import { renderLayout } from '../pages/layout.ts';
import { renderFields } from '../pages/metadata-page.ts';
import { sendPage } from '../pages/send-page.ts';
import { visitorOf } from '../pages/shown-item.ts';
import { sendFile } from './send-file.ts';

const DOCUMENTS = '/doc/';

/** `/col/<repository>/doc/<path>`: files, metadata, and with an empty path the list of files. */
export const registerDocuments = (server: FastifyInstance, documents: DocumentReader): void => {
  server.get<{ Params: { '*': string } }>('/col/*', async (request, reply) => {
    const { repository, path } = readAddress(request.params['*']);
    const document = await documents.open({ repository, path, clientAddress: request.ip });
    switch (document.kind) {
      case 'file':
        await sendFile(request, reply, document);
        return reply;
      case 'metadata':
        return sendMetadata(request, reply, document);
      case 'fileList':
        return sendFileList(request, reply, document);
    }
  });
};

/** Old names of files are escaped in ISO 8859-1, which the router does not know. */
export const escapeDocument = (url: string): string => {
  if (!url.startsWith('/col/') || !url.includes('%')) return url;
  const [address = '', ...query] = url.split('?');
  const path = unescapePath(address);
  return path === undefined ? url : [encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent), ...query].join('?');
};

const readAddress = (address: string): { repository: string; path: string } => {
  const end = address.indexOf(DOCUMENTS);
  if (end < 0) throw new Refusal('file-missing', `there is no document at /col/${address.slice(0, 200)}`);
  return { repository: address.slice(0, end), path: address.slice(end + DOCUMENTS.length) };
};

const sendMetadata = (
  request: FastifyRequest,
  reply: FastifyReply,
  { repository, fields, updatedAt }: { repository: string; fields: Metadata; updatedAt: bigint },
): FastifyReply => {
  reply.headers({
    'last-modified': new Date(Number(updatedAt / 1_000n)).toUTCString(),
    vary: 'accept',
    'cache-control': 'no-cache',
  });
  if (new URL(request.url, 'http://localhost').searchParams.get('choice') === 'oai_dc') {
    return reply.type('text/xml; charset=utf-8').send(formatOaiDc(fields));
  }
  if (!prefersHtml(request)) return reply.type('application/json').send({ repository, fields });
  const visitor = visitorOf(request);
  const title = titleIn(fields);
  const { texts, language, url } = visitor;
  const main = html`<h1>${title}</h1>
${renderFields(fields, visitor)}
<p><a href="${itemAddress(repository)}">${texts.metadata.all}</a></p>
<p><a href="?choice=oai_dc">Dublin Core (XML)</a></p>`;
  return sendPage(request, reply, { page: renderLayout({ title, language, url, main }), language });
};

const sendFileList = (
  request: FastifyRequest,
  reply: FastifyReply,
  { repository, files }: { repository: string; files: readonly ItemFile[] | 'closed' },
): FastifyReply => {
  const isClosed = files === 'closed';
  reply.code(isClosed ? 403 : 200).header('vary', 'accept');
  if (!prefersHtml(request)) {
    return isClosed
      ? reply
          .type('application/problem+json')
          .send({ title: 'Closed', status: 403, detail: `The list of files of ${repository} may not be shown.` })
      : reply.type('application/json').send({ repository, files });
  }
  const visitor = visitorOf(request);
  const { texts, language, url } = visitor;
  const title = texts.files.title(repository);
  const content = isClosed
    ? html`<p class="notice">${texts.files.closed}</p>`
    : renderTable({ repository, mayRead: true }, files, visitor);
  const main = html`<h1>${title}</h1>
<p><a href="${itemAddress(repository)}">${texts.metadata.back}</a></p>
${content}`;
  const page = renderLayout({ title, language, url, main });
  return sendPage(request, reply, { page, language, status: isClosed ? 403 : 200 });
};
