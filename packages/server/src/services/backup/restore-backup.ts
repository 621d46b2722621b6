import { type Refusal, refuse } from '@perene/api/refusals';
import { forEachConcurrently } from '../../concurrency/for-each-concurrently.ts';
import type { IncomingDocuments, ItemFiles } from '../../ports/archive/item-files.ts';
import type { FileFolder } from '../../ports/node/given-files.ts';
import type { HeldFile, TableStore } from '../../ports/node/table-store.ts';
import type { Clock } from '../../ports/system/clock.ts';
import {
  type BackupManifest,
  documentPath,
  filesPath,
  findManifest,
  type ListedLines,
  missingPath,
  tablePath,
  versionPath,
} from './backup-manifest.ts';
import { type HeldItem, readHeldFiles, readHeldItems } from './held-items.ts';

export interface RestoreOptions {
  /** Files that the backup itself does not have. */
  readonly onMissing?: (file: HeldFile) => void;
  readonly onProgress?: (bytes: number, total: number) => void;
}

const ITEMS_AT_A_TIME = 4;

/**
 * Restores the files first, then all tables in one transaction. Before its end there is no item, so an interrupted
 * restore can simply be repeated.
 */
export const restoreBackup = async (
  {
    tables,
    files,
    clock,
    folder,
  }: {
    readonly tables: TableStore;
    readonly files: ItemFiles;
    readonly clock: Clock;
    readonly folder: FileFolder;
  },
  options: RestoreOptions,
): Promise<BackupManifest> => {
  const manifest = await findManifest(folder);
  if (manifest === undefined) {
    throw refuse('backup-unusable', { reason: 'incomplete' });
  }
  const { snapshot } = manifest;
  await checkLists(folder, manifest);
  await tables.prepare(manifest.schemaVersion);
  await refuseOtherFiles(files, folder);
  await restoreFiles({ from: folder, to: files }, manifest, options);
  await tables.load(
    Object.keys(manifest.tables).map((name) => ({ name, lines: () => folder.readLines(tablePath(snapshot, name)) })),
    { notBefore: clock.now() },
  );
  return manifest;
};

const checkLists = async (folder: FileFolder, { snapshot, tables, files, missing }: BackupManifest): Promise<void> => {
  const lists: readonly (readonly [string, ListedLines])[] = [
    ...Object.entries(tables).map(([name, listed]) => [tablePath(snapshot, name), listed] as const),
    [filesPath(snapshot), files],
    [missingPath(snapshot), missing],
  ];
  for (const [path, { sha256 }] of lists) {
    if ((await folder.size(path)) === undefined) throw unusable(path, 'missing');
    if ((await folder.hash(path)).sha256 !== sha256) throw unusable(path, 'changed');
  }
};

const unusable = (path: string, reason: 'missing' | 'changed'): Refusal => refuse('backup-unusable', { reason, path });

/** Refuses a data folder with any files except those of an earlier restore of the same backup. */
const refuseOtherFiles = async (files: ItemFiles, folder: FileFolder): Promise<void> => {
  for await (const { repository, path, bytes } of files.walk()) {
    if ((await folder.size(documentPath(repository, path))) === bytes) continue;
    const sha256 = (await files.hash(repository, path))?.sha256 ?? '';
    if ((await folder.size(versionPath(repository, sha256))) === bytes) continue;
    throw refuse('restore-not-empty', { reason: 'file', path, label: repository });
  }
};

interface Restoring {
  readonly from: FileFolder;
  readonly to: ItemFiles;
}

const restoreFiles = async (
  restoring: Restoring,
  { snapshot, files: { bytes: total } }: BackupManifest,
  { onMissing, onProgress }: RestoreOptions,
): Promise<void> => {
  const { from: folder } = restoring;
  const missing = new Set<string>();
  for await (const file of readHeldFiles(folder.readLines(missingPath(snapshot)))) {
    missing.add(documentPath(file.repository, file.path));
    onMissing?.(file);
  }
  let done = 0;
  onProgress?.(done, total);
  await forEachConcurrently(
    readHeldItems(folder.readLines(filesPath(snapshot))),
    { limit: ITEMS_AT_A_TIME },
    async ({ repository, files }) => {
      const held = files.filter(({ path }) => !missing.has(documentPath(repository, path)));
      if (held.length > 0) await restoreItem(restoring, { repository, files: held });
      done += files.reduce((sum, { bytes }) => sum + bytes, 0);
      onProgress?.(done, total);
    },
  );
};

const restoreItem = async ({ from, to }: Restoring, item: HeldItem): Promise<void> => {
  if (await isRestored(to, item)) return;
  const incoming = await to.begin();
  try {
    await receiveAll(from, incoming, item);
    await incoming.keep(item.repository);
  } finally {
    await incoming.discard();
  }
};

const isRestored = async (files: ItemFiles, item: HeldItem): Promise<boolean> => {
  for (const { repository, path, sha256 } of item.files) {
    if ((await files.hash(repository, path))?.sha256 !== sha256) return false;
  }
  return true;
};

const receiveAll = async (
  folder: FileFolder,
  incoming: IncomingDocuments,
  { repository, files }: HeldItem,
): Promise<void> => {
  for (const { path, bytes, sha256 } of files) {
    const version = versionPath(repository, sha256);
    const place = (await folder.size(version)) === undefined ? documentPath(repository, path) : version;
    const isThere = (await folder.size(place)) === bytes;
    const file = isThere ? await incoming.receive(path, await folder.open(place), { maxBytes: bytes }) : undefined;
    if (file?.sha256 !== sha256) throw unusable(place, isThere ? 'changed' : 'missing');
  }
};
