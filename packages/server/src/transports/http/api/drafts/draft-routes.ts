import type { Readable } from 'node:stream';
import { API_PATH, type BodyOf } from '@perene/api';
import { create } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import type { Uploads } from '../../../../ports/archive/item-files.ts';
import type { DepositedFile, LocalArchive } from '../../../../services/archive/archive-operations.ts';
import type { CollectionOperations } from '../../../../services/archive/collections/collection-operations.ts';
import type { DraftActor, LocalDrafts, OpenedDraftFile } from '../../../../services/archive/drafts/draft-operations.ts';
import type { Metrics } from '../../metrics.ts';
import { authorOf, principalOf } from '../authentication.ts';
import type { ApiRequest, Bind } from '../bind-operation.ts';
import { checkBody } from '../check-body.ts';
import { findKept, findUploads, joinFiles } from '../items/deposit-route.ts';
import { createItemRights } from '../items/item-rights.ts';
import { etagOf } from '../items/item-routes.ts';
import { readMultipartDeposit } from '../items/multipart-deposit.ts';

const actorOf = (request: Pick<FastifyRequest, 'principal'>): DraftActor => ({
  ...principalOf(request),
  ...authorOf(request),
});

export const registerDraftRoutes = (
  bind: Bind,
  {
    drafts,
    archive,
    collections,
    uploads,
    metrics,
  }: {
    readonly drafts: LocalDrafts;
    readonly archive: LocalArchive;
    readonly collections: Pick<CollectionOperations, 'show'>;
    readonly uploads: Uploads;
    readonly metrics: Metrics;
  },
): void => {
  const rights = createItemRights(archive, collections);
  const opened = new WeakMap<FastifyRequest, OpenedDraftFile & { readonly content: Readable }>();

  bind('createDraft', (request) => drafts.create(request.body?.content ?? {}, actorOf(request)), {
    headers: ({ id }) => ({ location: `${API_PATH}/drafts/${id}` }),
  });
  bind('listDrafts', (request) => drafts.list(request.query, actorOf(request)));
  bind('showDraft', (request) => drafts.show(request.params.id, actorOf(request)));
  bind('saveDraft', (request) => drafts.save(request.params.id, request.body, actorOf(request)));
  bind('discardDraft', async (request) => {
    await drafts.discard(request.params.id, actorOf(request));
    return undefined;
  });
  bind('addDraftFiles', (request) => addFiles(request, { drafts, archive, uploads }));
  bind(
    'readDraftFile',
    async (request) => {
      const { id, file } = request.params;
      const found = await drafts.openFile(id, file, actorOf(request));
      if (request.method !== 'HEAD') opened.set(request, { ...found, content: await found.read() });
      return undefined;
    },
    {
      render(request, reply) {
        const found = opened.get(request);
        if (found === undefined) return undefined;
        reply.header('content-disposition', create(found.file.path.split('/').at(-1)));
        reply.header('content-length', String(found.file.bytes));
        return { mediaType: 'application/octet-stream', content: found.content };
      },
    },
  );
  bind('removeDraftFile', (request) => drafts.removeFile(request.params.id, request.params.file, actorOf(request)));
  bind('reserveLabel', (request) => drafts.reserve(request.params.id, actorOf(request)));

  /** What the owner may not link to, or put where, is refused before anybody judges it. */
  const checkContent = async (request: ApiRequest<'publishDraft'> | ApiRequest<'sendDraft'>, isSent: boolean) => {
    const draft = await drafts.show(request.params.id, actorOf(request));
    if (draft.state === 'open') {
      await rights.checkAdded(request, draft.content, { isNew: true, isReviewed: isSent });
    }
    return { revision: request.body?.revision ?? draft.revision };
  };
  bind(
    'publishDraft',
    async (request) => {
      const expected = await checkContent(request, false);
      const item = await drafts.publish(request.params.id, expected, actorOf(request));
      metrics.countDeposit();
      return item;
    },
    { headers: (item) => ({ location: `${API_PATH}/items/${item.repository}`, ...etagOf(item) }) },
  );
  bind('sendDraft', async (request) =>
    drafts.send(request.params.id, await checkContent(request, true), actorOf(request)),
  );
  bind('returnDraft', (request) => drafts.return(request.params.id, request.body ?? {}, actorOf(request)));
  bind('shareDraft', (request) => drafts.share(request.params.id, request.body.email, actorOf(request)));
  bind('unshareDraft', (request) => drafts.unshare(request.params.id, request.params.person, actorOf(request)));
  bind('createReviewLink', (request) => drafts.makeLink(request.params.id, request.body ?? {}, actorOf(request)));
  bind('endReviewLink', (request) => drafts.endLink(request.params.id, request.params.link, actorOf(request)));
};

const addFiles = async (
  request: ApiRequest<'addDraftFiles'>,
  {
    drafts,
    archive,
    uploads,
  }: { readonly drafts: LocalDrafts; readonly archive: LocalArchive; readonly uploads: Uploads },
) => {
  const add = async (body: BodyOf<'addDraftFiles'>, files: AsyncIterable<DepositedFile>) => {
    const { uploads: named = [], keptFiles } = body;
    const found = joinFiles(
      findKept(archive, keptFiles, request),
      findUploads(uploads, named, principalOf(request).id),
      files,
    );
    const draft = await drafts.addFiles(request.params.id, found, actorOf(request));
    await Promise.all(named.map(({ id }) => uploads.abandon(id)));
    return draft;
  };
  if (!request.isMultipart()) return add(checkBody(request, 'addDraftFiles', request.body), joinFiles());
  const form = await readMultipartDeposit(request);
  try {
    return await add(checkBody(request, 'addDraftFiles', form.item, 'item'), form.files);
  } catch (error) {
    throw form.explain(error);
  }
};
