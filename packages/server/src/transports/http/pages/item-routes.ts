import { parseIbi, readPersistentUrl } from '@perene/core';
import { formatOaiDc } from '@perene/core/item';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessCounts } from '../../../ports/access-counts.ts';
import { Refusal } from '../../../refusals/refusal.ts';
import type { ArchiveOperations, ItemView } from '../../../services/archive/archive-operations.ts';
import { renderFileListPage } from './file-list-page.ts';
import { findGuesses } from './find-guesses.ts';
import { type ItemPart, itemAddress, readItemAddress } from './item-address.ts';
import { citationsOf, DOWNLOADS } from './item-citations.ts';
import type { HistoryLine } from './item-evidence.ts';
import { renderItemPage } from './item-page.ts';
import { renderMetadataPage } from './metadata-page.ts';
import { renderMissingPage } from './missing-page.ts';
import { drawQrCode } from './qr-code.ts';
import { sendPage } from './send-page.ts';
import { type ShownItem, showTo, type Visitor } from './shown-item.ts';
import { yearUntil } from './statistics-plot.ts';
import { renderTombstonePage } from './tombstone-page.ts';

interface ItemNeeds {
  readonly archive: ArchiveOperations;
  readonly statistics: Pick<AccessCounts, 'read'>;
}

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
  /** What stands behind `/items/`. */
  readonly address: string;
}

const MAX_COUNTS = 1_000;
const MAX_HISTORY = 20;

/** `/items/<label>` and what is below it. */
export const answerItem = async (visit: Visit, needs: ItemNeeds): Promise<FastifyReply> => {
  const { request, reply, visitor, address } = visit;
  const { language } = visitor;
  const { label, part } = readItemAddress(address);
  const ibi = parseIbi(label);
  const reading = ibi.ok ? undefined : readPersistentUrl(label);
  if (reading?.ok) return reply.redirect(itemAddress(reading.value.url.ibi.text, part), 302);
  const item = ibi.ok ? await findItem(needs.archive, ibi.value.text) : undefined;
  if (item === undefined) {
    const page = renderMissingPage(label, await findGuesses(needs.archive, label), visitor);
    return sendPage(request, reply, { page, language, status: 404 });
  }
  if (item.removed !== undefined) {
    const page = renderTombstonePage(item, item.removed, visitor);
    return sendPage(request, reply, { page, language, status: 410 });
  }
  if (item.describes !== undefined) {
    return reply.redirect(itemAddress(item.describes, part === 'item' ? 'metadata' : part), 302);
  }
  return answerPart(visit, part, showTo(item, visitor), needs);
};

const findItem = async (archive: ArchiveOperations, label: string): Promise<ItemView | undefined> => {
  try {
    return await archive.show(label);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'item-not-found') return undefined;
    throw error;
  }
};

const answerPart = async (
  { request, reply, visitor }: Visit,
  part: ItemPart,
  shown: ShownItem,
  needs: ItemNeeds,
): Promise<FastifyReply> => {
  const { language, texts, today, url } = visitor;
  const { item, isForEveryone } = shown;
  const send = (page: string, status = 200): FastifyReply =>
    sendPage(request, reply, { page, language, status, isForEveryone });
  switch (part) {
    case 'item':
      return send(renderItemPage(await readContent(shown, visitor, needs), visitor));
    case 'metadata':
      return send(renderMetadataPage(shown, visitor));
    case 'files': {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1) || 1;
      return send(renderFileListPage(shown, Math.trunc(page), visitor), shown.isListClosed ? 403 : 200);
    }
    case 'metadata.json':
      return sendData(reply, 'application/json; charset=utf-8', {
        content: `${JSON.stringify({ repository: item.repository, fields: item.metadata?.fields ?? {} })}\n`,
      });
    case 'metadata.xml':
      return sendData(reply, 'text/xml; charset=utf-8', { content: formatOaiDc(item.metadata?.fields ?? {}) });
    case 'qr.svg': {
      const { markup } = await drawQrCode(item.persistentUrl, texts.item.qrCode);
      return sendData(reply, 'image/svg+xml', { content: markup, name: nameFile(shown, 'svg') });
    }
    default: {
      const download = DOWNLOADS[part];
      if (download === undefined) throw new Error(`nothing answers ${part}`);
      return sendData(reply, download.mediaType, {
        content: download.write(citationsOf(shown, today)),
        name: nameFile(shown, download.extension),
      });
    }
  }
};

const sendData = (
  reply: FastifyReply,
  mediaType: string,
  { content, name }: { readonly content: string; readonly name?: string },
): FastifyReply =>
  reply
    .headers({
      'cache-control': 'no-cache',
      ...(name !== undefined && { 'content-disposition': `attachment; filename="${name}"` }),
    })
    .type(mediaType)
    .send(content);

const nameFile = ({ label }: ShownItem, extension: string): string =>
  `${label.replaceAll(/[^A-Za-z0-9.-]/g, '-')}.${extension}`;

const readContent = async (shown: ShownItem, { texts, today }: Visitor, { archive, statistics }: ItemNeeds) => {
  const { item } = shown;
  const [qrCode, counts, history] = await Promise.all([
    drawQrCode(item.persistentUrl, texts.item.qrCode),
    statistics.read({ repository: item.repository, ...yearUntil(today), limit: MAX_COUNTS }),
    readHistory(shown, archive),
  ]);
  return { shown, qrCode, counts, history };
};

/** Of the item and of its description, which was added with it; not for those who may not see the list of files. */
const readHistory = async (
  { item, isListClosed }: ShownItem,
  archive: ArchiveOperations,
): Promise<readonly HistoryLine[]> => {
  if (isListClosed) return [];
  const read = async (label: string) => (await archive.history(label, { limit: MAX_HISTORY })).entries;
  const own = await read(item.repository);
  const described = item.metadata === undefined ? [] : await read(item.metadata.repository);
  return [...own, ...described.filter(({ action }) => action !== 'added')].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
};
