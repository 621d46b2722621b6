import type { FastifyInstance } from 'fastify';
import type { LinkedDrafts } from '../../../../services/archive/drafts/read-by-link.ts';
import { readPreviewOf } from '../../../../services/archive/previews/read-preview.ts';
import { sendFile } from '../../archive/send-file.ts';
import { SECURITY_HEADERS } from '../../security-headers.ts';
import { previewPolicy } from '../item/parts/item-preview.ts';
import { visitorOf } from '../item/shown-item.ts';
import { sendPage } from '../send-page.ts';
import { renderReviewPage } from './review-page.ts';

/** Nobody else learns the address: no search engine, no cache, no other site. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
};

/** The pages that a link for reviewers opens: they are read, and change nothing. */
export const registerReviewPages = (
  server: FastifyInstance,
  { linkedDrafts, publicUrl }: { readonly linkedDrafts: LinkedDrafts; readonly publicUrl: string },
): void => {
  server.register(async (routes) => {
    routes.decorateRequest('principal', undefined);
    routes.addHook('onSend', async (_request, reply) => {
      reply.headers(PRIVATE);
    });
    routes.get<{ Params: { token: string } }>('/review/:token', async (request, reply) => {
      const visitor = visitorOf(request);
      const draft = await linkedDrafts.read(request.params.token);
      const base = `/review/${request.params.token}`;
      const path = new URL(request.originalUrl, publicUrl).searchParams.get('preview') ?? undefined;
      const preview = await readPreviewOf(draft.item, path, async (file) => {
        const id = draft.files.find((one) => one.path === file.path)?.id ?? '';
        return linkedDrafts.openFile(request.params.token, id);
      });
      const policy = preview && previewPolicy(preview);
      if (policy) {
        reply.header('content-security-policy', `${SECURITY_HEADERS['content-security-policy']}; ${policy}`);
      }
      const page = renderReviewPage(draft, { base, preview }, visitor);
      return sendPage(request, reply, { page, language: visitor.language, isForEveryone: false });
    });
    routes.get<{ Params: { token: string; file: string } }>('/review/:token/files/:file', async (request, reply) => {
      const { file, updatedAt, read } = await linkedDrafts.openFile(request.params.token, request.params.file);
      const name = file.path.split('/').at(-1) ?? file.path;
      const sent = { ...file, name, mark: file.sha256, updatedAt, isForEveryone: false, read };
      await sendFile(request, reply, sent, { link: `<${publicUrl}>; rel="up"` });
      return reply;
    });
  });
};
