import { formatOaiDc, type Metadata, titleIn } from '@perene/core/item';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ItemFile } from '../../../ports/item-files.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import { documentUrl, unescapePath } from '../../../services/archive/document-url.ts';
import type { DocumentReader } from '../../../services/archive/open-document.ts';
import { escapeHtml, prefersHtml, renderPage } from '../page.ts';
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
  const entries = Object.entries(fields).map(
    ([name, values]) =>
      `<dt>${escapeHtml(name)}</dt>${values
        .map(({ value, language }) => `<dd${language ? ` lang="${language}"` : ''}>${escapeHtml(value)}</dd>`)
        .join('')}`,
  );
  const body = `<main><h1>${escapeHtml(titleIn(fields))}</h1>
<dl>${entries.join('')}</dl>
<p><a href="?choice=oai_dc">Dublin Core (XML)</a></p></main>`;
  return reply.type('text/html; charset=utf-8').send(renderPage({ title: titleIn(fields), body }));
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
  const rows = (isClosed ? [] : files).map(
    ({ path, bytes, mediaType, sha256 }) =>
      `<tr><td><a href="${escapeHtml(documentUrl('', { repository, fileNameEncoding: 'utf-8' }, path))}">${escapeHtml(path)}</a><br><code>${sha256}</code></td><td class="bytes">${bytes.toLocaleString('en')}</td><td>${escapeHtml(mediaType)}</td></tr>`,
  );
  const title = `Files of ${repository}`;
  const content = isClosed
    ? '<p>The list of the files of this item may not be shown. The item itself, or its metadata, may be read.</p>'
    : `<table><thead><tr><th scope="col">File and its SHA-256</th><th scope="col" class="bytes">Bytes</th><th scope="col">Type</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const body = `<main><h1>${escapeHtml(title)}</h1>\n${content}</main>`;
  return reply.type('text/html; charset=utf-8').send(renderPage({ title, body }));
};
