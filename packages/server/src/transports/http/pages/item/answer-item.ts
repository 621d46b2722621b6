import { Refusal, refuse } from '@perene/api/refusals';
import { type Ibi, parseIbi } from '@perene/core';
import { type Alias, parseAlias } from '@perene/core/item';
import { readPersistentUrl } from '@perene/core/reading';
import { formatLinkHeader, pageLinks } from '@perene/core/representation';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFewAtATime } from '../../../../concurrency/few-at-a-time.ts';
import type { Opens } from '../../../../ports/archive/desk/collections.ts';
import type {
  ArchiveOperations,
  LocalArchive,
  PresentedItem,
} from '../../../../services/archive/archive-operations.ts';
import { opensPage } from '../../../../services/archive/documents/document-url.ts';
import type { DocumentReader } from '../../../../services/archive/documents/open-document.ts';
import { type Preview, readPreview } from '../../../../services/archive/previews/read-preview.ts';
import { linksOf } from '../../archive/file-links.ts';
import { isFromStart, type NoteVisit } from '../../archive/note-visit.ts';
import { sendFile } from '../../archive/send-file.ts';
import { linksInTime } from '../../negotiation/memento.ts';
import { rememberAnswer } from '../../remembered/remembered-answers.ts';
import { SECURITY_HEADERS } from '../../security-headers.ts';
import { type ReservedLabel, renderReservedPage } from '../drafts/reserved-page.ts';
import { findGuesses } from '../find/find-guesses.ts';
import { renderMissingPage } from '../find/missing-page.ts';
import { sendPage } from '../send-page.ts';
import { abridge } from './abridge.ts';
import { answerInTime, isInTime, timedAddresses } from './answer-in-time.ts';
import { renderCitationPage } from './citation-page.ts';
import { renderFileListPage } from './file-list-page.ts';
import { EDITIONS_TIME_MAP, type ItemPart, itemAddress, readItemAddress, TIME_GATE, TIME_MAP } from './item-address.ts';
import { renderItemPage } from './item-page.ts';
import { renderMetadataPage } from './metadata-page.ts';
import { previewPolicy } from './parts/item-preview.ts';
import { drawQrCode } from './parts/rail/qr-code.ts';
import { yearUntil } from './parts/statistics-plot.ts';
import {
  describeFor,
  negotiate,
  pageAddress,
  representationsOf,
  sendRepresentation,
  TEXT_CITATION,
} from './representations.ts';
import { type ShownItem, showTo, type Visitor } from './shown-item.ts';
import { renderTombstonePage } from './tombstone-page.ts';

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
  /** The part of the address after `/items/`. */
  readonly address: string;
}

interface Surroundings {
  readonly documents: DocumentReader;
  readonly opens: Opens;
  /** The beginning of the addresses of this node, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether the node has the API of a resolver. */
  readonly isResolving: boolean;
  /** Address of the script that checks proofs; undefined if this node has none. */
  readonly checker: string | undefined;
  readonly noteVisit: NoteVisit;
}

/** A ZIP file takes the whole list of files to begin with; later its readers share it. */
const beginZip = createFewAtATime(2);

/** Answers `/items/<label>` and the addresses below it. */
export const answerItem = async (
  visit: Visit,
  surroundings: Surroundings & { readonly archive: LocalArchive },
): Promise<FastifyReply> => {
  const address = readItemAddress(visit.address);
  const answer = (): Promise<unknown> => answerAddress(visit, address, surroundings);
  await (address.part === 'all.zip' ? beginZip(answer) : answer());
  return visit.reply;
};

const answerAddress = async (
  visit: Visit,
  { label, part }: ReturnType<typeof readItemAddress>,
  { archive, ...surroundings }: Surroundings & { readonly archive: LocalArchive },
): Promise<FastifyReply | undefined> => {
  const { request, reply, visitor } = visit;
  const { language } = visitor;
  const ibi = parseIbi(label);
  const meant = ibi.ok ? undefined : await findMeant(archive, label);
  if (meant !== undefined) return reply.redirect(itemAddress(meant, part), 302);
  // The resolver knows the aliases of other Archives, and says where nobody has one.
  const alias = ibi.ok ? undefined : parseAlias(label);
  if (alias?.ok) return reply.redirect(aliasAddress(alias.value), 302);
  const found = ibi.ok ? await orReserved(readPart(archive, ibi.value, part, visitor)) : undefined;
  if (found !== undefined && 'since' in found) {
    return sendPage(request, reply, { page: renderReservedPage(found, visitor), language, status: 404 });
  }
  if (found === undefined) {
    const page = renderMissingPage(label, await findGuesses(archive, label, visitor), visitor);
    return sendPage(request, reply, { page, language, status: 404 });
  }
  const { item } = found;
  if (item.removed !== undefined || (item.withdrawn !== undefined && item.describes === undefined)) {
    const page = renderTombstonePage(abridge(showTo(item, visitor)).item, visitor);
    // The persistent URL stays the name of what was here.
    reply.header('link', `<${item.persistentUrl}>; rel="cite-as", <https://schema.org/AboutPage>; rel="type"`);
    return sendPage(request, reply, { page, language, status: 410 });
  }
  if (item.describes !== undefined) {
    const { search } = new URL(request.originalUrl, 'http://localhost');
    return reply.redirect(`${itemAddress(item.describes, part === 'item' ? 'metadata' : part)}${search}`, 302);
  }
  const shown = showTo(item, visitor);
  const { repository } = item;
  const isForAll = shown.isForEveryone && !shown.isDescriptionClosed && !shown.isListClosed;
  if (isForAll && part !== 'all.zip' && !isInTime(part)) {
    const visited = { repository, content: 'Metadata' } as const;
    rememberAnswer(request, NOT_COUNTED.includes(part) ? {} : { visited });
  }
  const answered = await answerPart(visit, part, shown, { ...found, ...surroundings, said: found.opens, archive });
  const isInvestigation = !shown.isDescriptionClosed && !NOT_COUNTED.includes(part) && reply.statusCode < 400;
  if (part === 'all.zip' && isFromStart(reply)) surroundings.noteVisit(request, { repository, content: 'Data' });
  else if (part !== 'all.zip' && isInvestigation) surroundings.noteVisit(request, { repository, content: 'Metadata' });
  return answered;
};

/** Parts that tell nothing about what the item is. */
const NOT_COUNTED: readonly ItemPart[] = ['qr.svg', 'linkset', 'linkset.json', TIME_MAP, TIME_GATE, EDITIONS_TIME_MAP];

/** Returns the label that was meant: the one in a persistent URL, or that of the item that carries an alias. */
const findMeant = async (archive: ArchiveOperations, text: string): Promise<string | undefined> => {
  const reading = readPersistentUrl(text);
  const labels = reading.ok ? [reading.value.url.ibi, ...reading.value.alternatives] : [];
  for (const label of labels) {
    if ((await unlessMissing(archive.show(label))) !== undefined) return label.text;
  }
  const alias = parseAlias(text);
  const named = alias.ok ? await unlessMissing(archive.show(alias.value)) : undefined;
  return named === undefined ? labels[0]?.text : (named.ibip ?? named.repository);
};

/** Only URLs have queries; elsewhere a question mark belongs to the name. */
const aliasAddress = ({ kind, text }: Alias): string => {
  const escaped = encodeURI(text);
  return `/${kind === 'url' ? escaped : escaped.replaceAll(/[?#]/g, encodeURIComponent)}`;
};

/** Reads one part of an item. Only the page of the item shows its history and how often it was opened. */
const readPart = async (
  archive: LocalArchive,
  label: Ibi,
  part: ItemPart,
  { today }: Visitor,
): Promise<PresentedItem> =>
  part === 'item'
    ? archive.present(label, yearUntil(today))
    : { item: await archive.show(label), history: [], accesses: [], usage: [], citedFrom: [] };

const unlessMissing = async <Found>(finding: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'item-not-found' || error.code === 'label-reserved'))
      return undefined;
    throw error;
  }
};

const orReserved = async <Found>(finding: Promise<Found>): Promise<Found | ReservedLabel | undefined> => {
  const told = finding.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'label-reserved') return error.parameters as ReservedLabel;
    throw error;
  });
  return unlessMissing<Found | ReservedLabel>(told);
};

/** Parts that tell nothing of the description; the list of files says itself that it is closed. */
const PARTS_OF_ALL: readonly ItemPart[] = ['item', 'files', 'all.zip', 'qr.svg'];

const answerPart = async (
  visit: Visit,
  part: ItemPart,
  shown: ShownItem,
  {
    history,
    accesses,
    usage,
    citedFrom,
    isResolving,
    checker,
    publicUrl,
    archive,
    documents,
    opens,
    said,
  }: PresentedItem & Surroundings & { readonly said: Opens | undefined } & { readonly archive: LocalArchive },
): Promise<FastifyReply | undefined> => {
  const { request, reply, visitor } = visit;
  const { language, texts, url } = visitor;
  const { item, isForEveryone } = shown;
  if (shown.isDescriptionClosed && !PARTS_OF_ALL.includes(part)) {
    throw refuse('description-closed', { reason: 'here', label: item.repository });
  }
  if (isInTime(part)) return answerInTime(visit, part, shown, { archive, publicUrl });
  const send = (page: string, status = 200): FastifyReply =>
    sendPage(request, reply, { page, language, status, isForEveryone });
  switch (part) {
    case 'item': {
      const { isDescriptionClosed, mayRead } = shown;
      const described = { item, publicUrl, mayRead, isDescriptionClosed };
      const negotiated = negotiate({ request, reply }, described, ['text/html', 'application/xhtml+xml']);
      if (negotiated !== undefined) return negotiated;
      const page = pageAddress(described);
      const brief = abridge(shown);
      const description = isDescriptionClosed ? undefined : describeFor({ ...described, item: brief.item });
      const links = description && formatLinkHeader(pageLinks(description, page), page);
      const past = linksInTime({ ...timedAddresses(page), mementos: [] });
      reply.header('link', links === undefined ? `<${item.persistentUrl}>; rel="cite-as"` : `${links}, ${past}`);
      const qrCode = await drawQrCode(item.persistentUrl, texts.item.qrCode);
      // A visitor who may not see the list of files does not see the history either, which names files.
      const told = shown.isListClosed ? [] : history;
      const preview = await findPreview(shown, visitor, documents);
      const policy = preview && previewPolicy(preview);
      if (policy !== undefined) {
        reply.header('content-security-policy', `${SECURITY_HEADERS['content-security-policy']}; ${policy}`);
      }
      const content = {
        shown: brief,
        qrCode,
        counts: { accesses, usage },
        citedFrom,
        history: told,
        isResolving,
        checker,
        address: page,
        description,
        preview,
        isOpened: opensPage(item, said ?? opens),
      };
      return send(renderItemPage(content, visitor));
    }
    case 'metadata':
      return send(renderMetadataPage(shown, visitor));
    case 'cite':
      return send(renderCitationPage(abridge(shown), visitor));
    case 'files': {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1) || 1;
      return send(renderFileListPage(shown, Math.trunc(page), visitor), shown.isListClosed ? 403 : 200);
    }
    case 'all.zip': {
      const ibi = parseIbi(item.repository);
      if (!ibi.ok) throw new Error('the label of an item is well-formed');
      const { address: clientAddress, hasKey } = visitor;
      const all = await documents.openAll({ ibi: ibi.value, clientAddress, hasKey });
      const sent = { ...all, name: nameFile(shown, 'zip'), mediaType: 'application/zip' };
      await sendFile(request, reply, sent, { link: linksOf(all, publicUrl), vary: 'authorization' });
      // Whoever waits for a reply waits for its last byte, and would hold the list of files as long.
      return undefined;
    }
    case 'qr.svg': {
      const { markup } = await drawQrCode(item.persistentUrl, texts.item.qrCode);
      const headers = { 'cache-control': 'no-cache', 'content-disposition': create(nameFile(shown, 'svg')) };
      return reply.headers(headers).type('image/svg+xml').send(markup);
    }
    default: {
      const described = { item, publicUrl, mayRead: shown.mayRead };
      const offer = representationsOf(described).find((offered) => offered.part === part);
      if (offer === undefined) throw refuse('file-missing', { reason: 'of-item', label: item.repository, path: part });
      const { searchParams } = new URL(url, 'http://localhost');
      const [, extension] = /^cite\.(\w+)$/.exec(part) ?? [];
      if (extension !== undefined) reply.header('content-disposition', create(nameFile(shown, extension)));
      // Browsers show a text, and do not know the type of citations.
      const text = part === TEXT_CITATION ? { mediaType: 'text/plain; charset=utf-8' } : {};
      const sent = { described, offer: { ...offer, ...text }, parameters: new Map(searchParams) };
      return sendRepresentation(request, reply, sent);
    }
  }
};

/** A visitor who may not see the names of the files is not shown one of them either. */
const findPreview = async (
  { item, mayRead, isListClosed }: ShownItem,
  { url, address, hasKey }: Visitor,
  documents: DocumentReader,
): Promise<Preview | undefined> => {
  if (!mayRead || isListClosed) return undefined;
  const path = new URL(url, 'http://localhost').searchParams.get('preview') ?? undefined;
  return readPreview(documents, { item, path, reader: { address, hasKey } });
};

const nameFile = ({ label }: ShownItem, extension: string): string =>
  `${label.replaceAll(/[^A-Za-z0-9.-]/g, '-')}.${extension}`;
