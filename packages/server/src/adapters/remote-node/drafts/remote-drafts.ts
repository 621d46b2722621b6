import { randomUUID } from 'node:crypto';
import type { DraftOperations } from '../../../services/archive/drafts/draft-operations.ts';
import { sendLargeFiles } from '../deposit-remotely.ts';
import { multipartBody } from '../multipart-body.ts';
import { createRemoteClient, type RemoteAddress } from '../remote-client.ts';

/** Drafts of a node that runs elsewhere; whose they are, and who acts, it learns from the key. */
export const createRemoteDrafts = (address: RemoteAddress): DraftOperations => {
  const client = createRemoteClient(address);
  return {
    create: (content) => client.createDraft({ content }, { idempotencyKey: randomUUID() }),
    list: (request) => client.listDrafts(request),
    show: (id) => client.showDraft({ id }),
    save: (id, change) => client.saveDraft({ id, ...change }),
    async addFiles(id, given) {
      const { uploads, files } = await sendLargeFiles(address, given);
      const boundary = `perene-${randomUUID()}`;
      const content = ReadableStream.from(multipartBody({ item: { uploads }, files }, boundary));
      const body = { mediaType: `multipart/form-data; boundary=${boundary}`, content };
      return client.addDraftFiles({ id }, { body });
    },
    removeFile: (id, file) => client.removeDraftFile({ id, file }),
    reserve: (id) => client.reserveLabel({ id }),
    publish: (id, expected) => client.publishDraft({ id, ...expected }),
    discard: (id) => client.discardDraft({ id }),
  };
};
