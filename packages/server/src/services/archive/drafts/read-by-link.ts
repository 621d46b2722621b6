import { refuse } from '@perene/api/refusals';
import type { StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import type { DraftNeeds } from './create-drafts.ts';
import type { OpenedDraftFile } from './draft-operations.ts';
import { type DraftPreview, previewDraft } from './preview-draft.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What a link for reviewers shows, and nothing else. */
export interface LinkedDraft extends DraftPreview, Pick<StoredDraft, 'id' | 'files'> {
  readonly purpose: 'review' | 'preview';
  /** Microseconds since 1970. */
  readonly expiresAt: bigint;
}

export interface LinkedDrafts {
  /** Refuses a link that is over, or whose draft is published or discarded. */
  read(token: string): Promise<LinkedDraft>;
  openFile(token: string, file: string): Promise<OpenedDraftFile & { readonly updatedAt: bigint }>;
}

export const createLinkedDrafts = (
  needs: Pick<DraftNeeds, 'catalogue' | 'files' | 'clock' | 'secrets' | 'resolverUrl'>,
): LinkedDrafts => {
  const { catalogue, files, clock, secrets } = needs;
  const find = async (token: string) => {
    const link = TOKEN.test(token) ? await catalogue.drafts.findLink(secrets.sha256(token)) : undefined;
    if (link === undefined || link.expiresAt <= clock.now()) throw refuse('link-invalid');
    const draft = await catalogue.drafts.find(link.draft);
    if (draft?.state !== 'open' && draft?.state !== 'review') throw refuse('link-invalid');
    return { ...link, draft };
  };
  return {
    async read(token) {
      const { draft, purpose, expiresAt } = await find(token);
      return { ...(await previewDraft(needs, draft)), id: draft.id, files: draft.files, purpose, expiresAt };
    },
    async openFile(token, name) {
      const { draft } = await find(token);
      const file = draft.files.find(({ id }) => id === name);
      if (file === undefined) throw refuse('file-missing', { reason: 'address', address: name.slice(0, 100) });
      return { file, updatedAt: draft.updatedAt, read: (range) => files.drafts.open(draft.id, file.id, range) };
    },
  };
};
