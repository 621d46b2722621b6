import { Refusal, refuse } from '@perene/api/refusals';
import { type Ibi, parseIbi } from '@perene/core';
import { readableFileName, readingsOfPath, titleIn, unescapeFilePath } from '@perene/core/item';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import type { ArchiveOperations } from '../../../services/archive/archive-operations.ts';
import { allowsClient, allowsDescription } from '../../../services/archive/documents/allow-client.ts';
import type { DocumentReader, OpenedDocument } from '../../../services/archive/documents/open-document.ts';
import type { OldAddresses } from '../../../services/archive/items/lead-old-address.ts';
import { mayAskForMetadata } from '../negotiation/accept.ts';
import { prefersHtml } from '../negotiation/media-types.ts';
import { html } from '../pages/html.ts';
import { itemAddress } from '../pages/item/item-address.ts';
import { renderFields } from '../pages/item/metadata-page.ts';
import { renderTable } from '../pages/item/parts/listed-files.ts';
import { negotiate } from '../pages/item/representations.ts';
import { visitorOf } from '../pages/item/shown-item.ts';
import { renderLayout } from '../pages/layout.ts';
import { sendPage } from '../pages/send-page.ts';
import { rememberAnswer } from '../remembered/remembered-answers.ts';
import { linksOf } from './file-links.ts';
import { isFromStart, type NoteVisit } from './note-visit.ts';
import { orFollow } from './old-address-routes.ts';
import { sendFile } from './send-file.ts';

const DOCUMENTS = '/doc/';
/** `fullXML` is the name that URLib uses. */
const XML_CHOICES = ['oai_dc', 'fullXML'];
/** URLib's name for the page that shows how to cite an item. */
const CITATION_CHOICE = 'BibINPE';

/** Serves `/col/<repository>/doc/<path>`: files, metadata, and the list of files if the path is empty. */
export const registerDocuments = (
  server: FastifyInstance,
  {
    archive,
    documents,
    addresses,
    noteVisit,
    publicUrl,
  }: Archive & {
    readonly documents: DocumentReader;
    readonly addresses: OldAddresses;
    readonly noteVisit: NoteVisit;
  },
): void => {
  server.get<{ Params: { '*': string } }>('/col/*', (request, reply) =>
    orFollow(addresses, { request, reply }, async () => {
      const { ibi, path } = readAddress(request.params['*']);
      const reader = { address: request.ip, hasKey: request.principal !== undefined };
      const negotiated = mayAskForMetadata(request.headers.accept)
        ? await negotiateFile({ request, reply }, { ibi, path, reader }, { archive, publicUrl })
        : undefined;
      if (negotiated !== undefined) {
        noteVisit(request, { repository: negotiated, content: 'Metadata' });
        return reply;
      }
      const document = await documents.open({ ibi, path, clientAddress: reader.address, hasKey: reader.hasKey });
      switch (document.kind) {
        case 'file':
          // Others who ask here may like metadata more than the file.
          if (document.isForEveryone) rememberAnswer(request, { visited: visitOf(document) });
          await sendFile(request, reply, sentOf(document), { link: linksOf(document, publicUrl), vary: 'accept' });
          if (isFromStart(reply)) noteVisit(request, visitOf(document));
          return reply;
        case 'metadata':
          noteVisit(request, { repository: document.describes, content: 'Metadata' });
          reply.header('link', `<${document.persistentUrl}>; rel="cite-as"`);
          return sendMetadata(request, reply, document);
        case 'fileList':
          return sendFileList(request, reply, document);
      }
    }),
  );
};

type OpenedFile = Extract<OpenedDocument, { kind: 'file' }>;

const visitOf = ({ repository }: OpenedFile) => ({ repository, content: 'Data' }) as const;

const sentOf = ({ file, ...document }: OpenedFile) => ({
  ...document,
  ...file,
  name: readableFileName(file.path.split('/').at(-1) ?? file.path),
  mark: file.sha256,
});

interface Archive {
  readonly archive: Pick<ArchiveOperations, 'show'>;
  /** The beginning of the addresses of this node, without a slash at its end. */
  readonly publicUrl: string;
}

/**
 * Returns the repository of the item whose metadata were sent. A file that is not there is refused as it always is,
 * whatever is accepted.
 */
const negotiateFile = async (
  visit: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  {
    ibi,
    path,
    reader,
  }: {
    readonly ibi: Ibi;
    readonly path: string;
    readonly reader: { readonly address: string; readonly hasKey: boolean };
  },
  { archive, publicUrl }: Archive,
): Promise<string | undefined> => {
  const item = await archive.show(ibi).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (item?.content !== 'Data' || item.removed !== undefined || item.withdrawn !== undefined) return undefined;
  const isDescriptionClosed = !allowsDescription(item.access, reader);
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const mayRead = allowsClient(item.access, { address: reader.address, today });
  const isListed = reader.hasKey || (item.access.fileList === 'open' && !isDescriptionClosed);
  const readings = readingsOfPath(path);
  const file = item.files.find((one) => readings.includes(one.path));
  const described = { item, publicUrl, mayRead, isDescriptionClosed };
  // Whoever may not know the names of the files is told nothing that depends on whether one exists.
  const isSecret = !mayRead && !isListed;
  const own = isSecret ? [] : file && [file.mediaType.replace(/;.*/, '')];
  const sent = own && negotiate(visit, described, own);
  return sent && item.repository;
};

/** Names of files are bytes of any encoding, which the router does not understand: it is given their spelling. */
export const escapeDocument = (url: string): string => {
  if (!url.startsWith('/col/') || !/[%\\]/.test(url)) return url;
  const [address = '', ...query] = url.split('?');
  const path = unescapeFilePath(address);
  return path === undefined ? url : [encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent), ...query].join('?');
};

const readAddress = (address: string): { readonly ibi: Ibi; readonly path: string } => {
  const end = address.indexOf(DOCUMENTS);
  if (end < 0) throw refuse('file-missing', { reason: 'address', address: address.slice(0, 200) });
  const label = address.slice(0, end);
  const ibi = parseIbi(label);
  if (!ibi.ok) throw refuse('item-not-found', { reason: 'label', label });
  return { ibi: ibi.value, path: address.slice(end + DOCUMENTS.length) };
};

const sendMetadata = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { repository, fields, updatedAt, inDublinCore }: Extract<OpenedDocument, { kind: 'metadata' }>,
): Promise<FastifyReply> => {
  reply.headers({
    'last-modified': new Date(Number(updatedAt / 1_000n)).toUTCString(),
    vary: 'accept',
    'cache-control': 'no-cache',
  });
  const { searchParams, search } = new URL(request.url, 'http://localhost');
  const choice = searchParams.get('choice') ?? '';
  if (choice === CITATION_CHOICE) return reply.redirect(`${itemAddress(repository, 'cite')}${search}`, 302);
  if (XML_CHOICES.includes(choice)) return reply.type('text/xml; charset=utf-8').send(await inDublinCore());
  if (!prefersHtml(request)) return reply.type('application/json').send({ repository, fields });
  const visitor = visitorOf(request);
  const title = titleIn(fields);
  const { texts, language, url, site } = visitor;
  const main = html`<h1>${title}</h1>
${renderFields(fields, visitor)}
<p><a href="${itemAddress(repository)}">${texts.metadata.all}</a></p>
<p><a href="?choice=oai_dc">Dublin Core (XML)</a></p>`;
  return sendPage(request, reply, { page: renderLayout({ title, language, url, site, main }), language });
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
  const { texts, language, url, site } = visitor;
  const title = texts.files.title(repository);
  const content = isClosed
    ? html`<p class="notice">${texts.files.closed}</p>`
    : renderTable({ repository, mayRead: true }, files, visitor);
  const main = html`<h1>${title}</h1>
<p><a href="${itemAddress(repository)}">${texts.metadata.back}</a></p>
${content}`;
  const page = renderLayout({ title, language, url, site, main });
  return sendPage(request, reply, { page, language, status: isClosed ? 403 : 200 });
};
