import type { Draft, DraftContent, DraftPage } from '@perene/api';
import type { ApiClient } from '../api/client.ts';
import type { DepositDescription } from '../api/deposit.ts';
import { fetchWithProgress } from '../api/fetch-with-progress.ts';
import type { Item } from '../api/types.ts';
import { uploadInParts } from '../api/uploads.ts';

export type { Draft, DraftContent, DraftSummary } from '@perene/api';

/** Files from this size on are sent in parts. */
const LARGE_BYTES = 16 * 1_048_576;
const MOST = 200;

interface ChosenFile {
  readonly path: string;
  readonly file: Blob;
}

export const listDrafts = ({ api }: ApiClient): Promise<DraftPage> => api.listDrafts({ limit: MOST });

export const showDraft = ({ api }: ApiClient, id: string): Promise<Draft> => api.showDraft({ id });

export const createDraft = ({ api }: ApiClient, content: DraftContent): Promise<Draft> => api.createDraft({ content });

/** The browser finishes the request even if the page is left meanwhile. */
export const saveDraft = (
  { api }: ApiClient,
  { id, revision }: Pick<Draft, 'id' | 'revision'>,
  content: DraftContent,
): Promise<Draft> => {
  const isSmall = JSON.stringify(content).length < 50_000;
  return api.saveDraft(
    { id, content, revision },
    { fetch: (url, request) => fetch(url, isSmall ? { ...request, keepalive: true } : request) },
  );
};

export const addFiles = async (
  client: ApiClient,
  id: string,
  files: readonly ChosenFile[],
  {
    onProgress = () => undefined,
    keptFiles,
  }: {
    readonly onProgress?: (share: number) => void;
    readonly keptFiles?: DepositDescription['keptFiles'] | undefined;
  },
): Promise<Draft> => {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const report = (sent: number): void => onProgress(total === 0 ? 1 : Math.min(1, sent / total));
  const { signal } = new AbortController();
  const uploads: { readonly id: string; readonly path: string }[] = [];
  let sent = 0;
  for (const { path, file } of files.filter((one) => one.file.size > LARGE_BYTES)) {
    const before = sent;
    const progress = { onBegin: () => undefined, onProgress: (bytes: number) => report(before + bytes) };
    const upload = await uploadInParts(client, { path, file, begun: undefined, ...progress, signal });
    uploads.push({ id: upload, path });
    sent += file.size;
  }
  const small = files.filter(({ file }) => file.size <= LARGE_BYTES);
  return client.api.addDraftFiles(
    { id, uploads, ...(keptFiles && { keptFiles }) },
    {
      files: small.map(({ path, file }) => ({ path, content: file })),
      fetch: fetchWithProgress((bytes) => report(sent + bytes)),
    },
  );
};

export const removeFile = ({ api }: ApiClient, id: string, file: string): Promise<Draft> =>
  api.removeDraftFile({ id, file });

export const reserveLabel = ({ api }: ApiClient, id: string): Promise<Draft> => api.reserveLabel({ id });

export const publishDraft = ({ api }: ApiClient, { id, revision }: Draft): Promise<Item> =>
  api.publishDraft({ id, revision });

export const sendDraft = ({ api }: ApiClient, { id, revision }: Draft): Promise<Draft> =>
  api.sendDraft({ id, revision });

export const returnDraft = ({ api }: ApiClient, id: string, comment: string): Promise<Draft> =>
  api.returnDraft({ id, ...(comment !== '' && { comment }) });

export const discardDraft = async ({ api }: ApiClient, id: string): Promise<void> => {
  await api.discardDraft({ id });
};

export const shareDraft = ({ api }: ApiClient, id: string, email: string): Promise<Draft> =>
  api.shareDraft({ id, email });

export const unshareDraft = ({ api }: ApiClient, id: string, person: string): Promise<Draft> =>
  api.unshareDraft({ id, person });

/** Returns the address, which is shown once. */
export const makeLink = async ({ api }: ApiClient, id: string, purpose: 'review' | 'preview'): Promise<string> =>
  (await api.createReviewLink({ id, purpose })).url;

export const endLink = ({ api }: ApiClient, id: string, link: string): Promise<Draft> =>
  api.endReviewLink({ id, link });
