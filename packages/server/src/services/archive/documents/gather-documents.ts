import type { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../../ports/archive/item-files.ts';

/** Receives one announced file; refuses content that differs from the announcement. */
export const receiveAnnounced = async (
  incoming: IncomingDocuments,
  announced: ItemFile,
  content: Readable,
): Promise<ItemFile> => {
  const file = await incoming.receive(announced.path, content, { maxBytes: announced.bytes });
  if (file.sha256 === announced.sha256) return file;
  throw refuse('copy-differs', { path: announced.path, sha256: file.sha256, announced: announced.sha256 });
};

export const checkSizes = (files: readonly ItemFile[], maxFileBytes: number): void => {
  const large = files.find(({ bytes }) => bytes > maxFileBytes);
  if (large === undefined) return;
  throw refuse('file-too-large', { reason: 'known', path: large.path, bytes: large.bytes, max: maxFileBytes });
};

/** The files that are here already according to the catalogue. */
export const findCatalogued = async (
  catalogue: Catalogue,
  repository: RepositoryLabel,
  announced: readonly ItemFile[],
): Promise<ReadonlySet<ItemFile>> => {
  const known = new Map((await catalogue.files(repository)).map((file) => [file.path, file.sha256]));
  return new Set(announced.filter(({ path, sha256 }) => known.get(path) === sha256));
};

/** Returns the files that are here and intact, which need not be sent again. */
export const findIntact = async (
  { catalogue, files }: { readonly catalogue: Catalogue; readonly files: ItemFiles },
  repository: RepositoryLabel,
  announced: readonly ItemFile[],
): Promise<ReadonlySet<ItemFile>> => {
  const intact = new Set<ItemFile>();
  for (const file of await findCatalogued(catalogue, repository, announced)) {
    const found = await files.hash(repository, file.path);
    if (found?.sha256 === file.sha256) intact.add(file);
  }
  return intact;
};

/** Whether both have the same files, in any order. */
export const isSameContent = (some: readonly ItemFile[], others: readonly ItemFile[]): boolean => {
  const hashes = new Map(others.map(({ path, sha256 }) => [path, sha256]));
  return some.length === others.length && some.every(({ path, sha256 }) => hashes.get(path) === sha256);
};

/**
 * Puts documents in their place as the last step of the catalogue's transaction, so that both happen or neither, and no
 * other documents come in between.
 */
export const replaceDocuments = async (
  { catalogue, incoming }: { readonly catalogue: Catalogue; readonly incoming: IncomingDocuments },
  { repository, files }: { readonly repository: RepositoryLabel; readonly files: readonly ItemFile[] },
  write: (beforeCommit: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  // A write may have succeeded although its result was lost, and too many documents do less harm than too few.
  const isCatalogued = async (): Promise<boolean> => isSameContent(await catalogue.files(repository), files);
  try {
    await write(() => incoming.replace(repository));
  } catch (error) {
    if (!(await isCatalogued().catch(() => true))) await incoming.withdraw(repository);
    throw error;
  }
};
