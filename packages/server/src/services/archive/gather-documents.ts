import type { Readable } from 'node:stream';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { IncomingDocuments, ItemFile, ItemFiles } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';

/** Takes in one announced file; anything else than what was announced is refused. */
export const receiveAnnounced = async (
  incoming: IncomingDocuments,
  announced: ItemFile,
  content: Readable,
): Promise<ItemFile> => {
  const file = await incoming.receive(announced.path, content, { maxBytes: announced.bytes });
  if (file.sha256 === announced.sha256) return file;
  throw new Refusal(
    'copy-differs',
    `${announced.path} is not what was announced: SHA-256 ${file.sha256}, not ${announced.sha256}; try again later`,
  );
};

export const checkSizes = (files: readonly ItemFile[], maxFileBytes: number): void => {
  const large = files.find(({ bytes }) => bytes > maxFileBytes);
  if (large === undefined) return;
  throw new Refusal(
    'file-too-large',
    `${large.path} has ${large.bytes} bytes, and at most ${maxFileBytes} are taken here: see --max-file-bytes`,
  );
};

/** The files that should be here already, as far as the catalogue knows. */
export const findCatalogued = async (
  catalogue: Catalogue,
  repository: string,
  announced: readonly ItemFile[],
): Promise<ReadonlySet<ItemFile>> => {
  const known = new Map((await catalogue.files(repository)).map((file) => [file.path, file.sha256]));
  return new Set(announced.filter(({ path, sha256 }) => known.get(path) === sha256));
};

/** Those of them that are here, and whole: they need not come again. */
export const findIntact = async (
  { catalogue, files }: { readonly catalogue: Catalogue; readonly files: ItemFiles },
  repository: string,
  announced: readonly ItemFile[],
): Promise<ReadonlySet<ItemFile>> => {
  const intact = new Set<ItemFile>();
  for (const file of await findCatalogued(catalogue, repository, announced)) {
    const found = await files.hash(repository, file.path);
    if (found?.sha256 === file.sha256) intact.add(file);
  }
  return intact;
};

/** The same files, whatever their order. */
export const isSameContent = (some: readonly ItemFile[], others: readonly ItemFile[]): boolean => {
  const hashes = new Map(others.map(({ path, sha256 }) => [path, sha256]));
  return some.length === others.length && some.every(({ path, sha256 }) => hashes.get(path) === sha256);
};

/**
 * Puts documents in their place as the last step of the write of the catalogue that belongs to them: both happen, or
 * none, and nobody else's documents come between.
 */
export const replaceDocuments = async (
  { catalogue, incoming }: { readonly catalogue: Catalogue; readonly incoming: IncomingDocuments },
  { repository, files }: { readonly repository: string; readonly files: readonly ItemFile[] },
  write: (beforeCommit: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  // A write may have succeeded although its answer was lost: too many documents do less harm than too few.
  const isCatalogued = async (): Promise<boolean> => isSameContent(await catalogue.files(repository), files);
  try {
    await write(() => incoming.replace(repository));
  } catch (error) {
    if (!(await isCatalogued().catch(() => true))) await incoming.withdraw(repository);
    throw error;
  }
};
