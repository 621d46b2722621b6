import { Refusal, refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';
import type { FileFolder } from '../../../ports/node/given-files.ts';
import type { ImportRecord } from './import-record.ts';

/** Brings the documents of a line here, and calls `add` with them. */
export type DocumentImport = <Result>(
  record: ImportRecord,
  add: (
    received: readonly ItemFile[],
    steps: { readonly keep: () => Promise<void>; readonly takeBack: () => Promise<void> },
  ) => Promise<Result>,
) => Promise<Result>;

export const createDocumentImport =
  ({
    files,
    sources,
    maxFileBytes,
  }: {
    readonly files: ItemFiles;
    readonly sources: Pick<FileFolder, 'open'>;
    readonly maxFileBytes: number;
  }): DocumentImport =>
  async (record, add) => {
    const nothing = async () => undefined;
    if (record.files.length === 0) return add([], { keep: nothing, takeBack: nothing });
    const { repository } = record.item;
    const incoming = await files.begin();
    let isKept = false;
    try {
      const received = await receiveAll(incoming, record, { sources, maxBytes: maxFileBytes });
      return await add(received, {
        async keep() {
          isKept = await keepDocuments(files, incoming, { repository, received });
        },
        takeBack: async () => (isKept ? incoming.withdraw(repository) : undefined),
      });
    } finally {
      await incoming.discard();
    }
  };

const receiveAll = async (
  incoming: IncomingDocuments,
  { files }: ImportRecord,
  { sources, maxBytes }: { readonly sources: Pick<FileFolder, 'open'>; readonly maxBytes: number },
): Promise<readonly ItemFile[]> => {
  const received: ItemFile[] = [];
  for (const { path, from, bytes, sha256 } of files) {
    const content = await sources.open(from);
    const file = await incoming
      .receive(path, content, { maxBytes })
      .catch((error: unknown) => Promise.reject(asUnreadable(from, error)))
      .finally(() => content.destroy());
    const isExpected = [undefined, file.bytes].includes(bytes) && [undefined, file.sha256].includes(sha256);
    if (!isExpected) throw damaged(from, file);
    received.push(file);
  }
  return received;
};

/** Turns a failure of the source into a refusal; a failure of the store's own disk is one already. */
const asUnreadable = (from: string, error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error
    ? refuse('file-unreadable', { reason: 'failed', path: from, cause: String(error.code) })
    : error;

const damaged = (from: string, { bytes, sha256 }: ItemFile): Refusal =>
  refuse('file-damaged', { reason: 'line', path: from, bytes, sha256 });

/** Uses documents that an interrupted import left behind, if they are the same; returns whether these were kept. */
const keepDocuments = async (
  files: ItemFiles,
  incoming: IncomingDocuments,
  { repository, received }: { readonly repository: RepositoryLabel; readonly received: readonly ItemFile[] },
): Promise<boolean> => {
  try {
    await incoming.keep(repository);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'documents-exist') throw error;
  }
  for (const { path, sha256 } of received) {
    if ((await files.hash(repository, path))?.sha256 === sha256) continue;
    throw refuse('documents-exist', { reason: 'left-behind', label: repository });
  }
  return false;
};
