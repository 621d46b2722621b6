import { Refusal, refuse } from '@perene/api/refusals';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import { forEachConcurrently } from '../../concurrency/for-each-concurrently.ts';
import type { ItemFiles } from '../../ports/archive/item-files.ts';
import type { FileFolder, LineWriter } from '../../ports/node/given-files.ts';
import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { HeldFile, TableStore } from '../../ports/node/table-store.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Secrets } from '../../ports/system/secrets.ts';
import {
  type BackupManifest,
  digestsPath,
  documentPath,
  filesPath,
  findManifest,
  type ListedLines,
  MANIFEST,
  missingPath,
  NODE,
  snapshotFolder,
  tablePath,
  versionPath,
} from './backup-manifest.ts';
import { type HeldItem, readHeldItems } from './held-items.ts';

export interface BackupOptions {
  /** Whether to copy also what the backup has already. */
  readonly isFull: boolean;
  readonly onMissing?: (file: HeldFile) => void;
  readonly onProgress?: (bytes: number, total: number) => void;
}

const NODE_FACT = 'backup-node';
const ITEMS_AT_A_TIME = 4;

/**
 * The backup is consistent although the node runs: the tables are of one moment, and replaced files of items are kept.
 */
export const makeBackup = async (
  {
    tables,
    files,
    facts,
    clock,
    secrets,
    folder,
    version,
  }: {
    readonly tables: TableStore;
    readonly files: ItemFiles;
    readonly facts: NodeFacts;
    readonly clock: Clock;
    readonly secrets: Pick<Secrets, 'randomBytes'>;
    readonly folder: FileFolder;
    readonly version: string;
  },
  options: BackupOptions,
): Promise<BackupManifest> => {
  const node = await facts.keep(NODE_FACT, hex(secrets.randomBytes(16)));
  await claimFolder(folder, node);
  const before = await findManifest(folder);
  const at = formatTime(dateFromMicroseconds(clock.now()));
  const snapshot = `${at.replaceAll(':', '.')}-${hex(secrets.randomBytes(4))}`;
  const dumped = await dumpTables(tables, folder, snapshot);
  const missing = await copyFiles({ from: files, to: folder }, { snapshot, bytes: dumped.files.bytes }, options);
  const manifest: BackupManifest = { format: 1, version, node, at, snapshot, ...dumped, missing };
  await folder.writeText(MANIFEST, JSON.stringify(manifest, null, 2));
  if (before !== undefined) await folder.remove(snapshotFolder(before.snapshot));
  return manifest;
};

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A folder belongs to one node: another's backup is never overwritten. */
const claimFolder = async (folder: FileFolder, node: string): Promise<void> => {
  const claim = await folder.readText(NODE);
  if (claim === undefined) {
    if (!(await folder.isEmpty())) {
      throw refuse('backup-unusable', { reason: 'not-empty' });
    }
    await folder.writeText(NODE, JSON.stringify({ node }));
  } else if (!claim.includes(`"${node}"`)) {
    throw refuse('backup-unusable', { reason: 'other-node' });
  }
};

const dumpTables = async (
  tables: TableStore,
  folder: FileFolder,
  snapshot: string,
): Promise<Pick<BackupManifest, 'schemaVersion' | 'tables' | 'files'>> => {
  const listed = new Map<string, ListedLines>();
  const held = await folder.createLines(filesPath(snapshot));
  let open: { readonly table: string; readonly writer: LineWriter; lines: number } | undefined;
  let files = 0;
  let bytes = 0;

  const finishTable = async (): Promise<void> => {
    if (open === undefined) return;
    const { sha256 } = await open.writer.finish();
    listed.set(open.table, { lines: open.lines, sha256 });
    open = undefined;
  };

  try {
    const schemaVersion = await tables.dump({
      async rows(table, lines) {
        if (open?.table !== table) {
          await finishTable();
          open = { table, writer: await folder.createLines(tablePath(snapshot, table)), lines: 0 };
        }
        for (const line of lines) await open.writer.write(line);
        open.lines += lines.length;
      },
      async files(found) {
        for (const file of found) await held.write(JSON.stringify(file));
        files += found.length;
        bytes += found.reduce((sum, file) => sum + file.bytes, 0);
      },
    });
    await finishTable();
    const { sha256 } = await held.finish();
    return { schemaVersion, tables: Object.fromEntries(listed), files: { lines: files, sha256, bytes } };
  } finally {
    await open?.writer.discard();
    await held.discard();
  }
};

interface Copying {
  readonly from: ItemFiles;
  readonly to: FileFolder;
}

const copyFiles = async (
  copying: Copying,
  { snapshot, bytes: total }: { readonly snapshot: string; readonly bytes: number },
  { isFull, onMissing, onProgress }: BackupOptions,
): Promise<ListedLines> => {
  const { to: folder } = copying;
  const missing = await folder.createLines(missingPath(snapshot));
  let lines = 0;
  let done = 0;
  onProgress?.(done, total);
  try {
    const items = readHeldItems(folder.readLines(filesPath(snapshot)));
    await forEachConcurrently(items, { limit: ITEMS_AT_A_TIME }, async (item) => {
      const lost = await copyItem(copying, item, {
        isFull,
        onFile: (file) => {
          done += file.bytes;
          onProgress?.(done, total);
        },
      });
      for (const file of lost) {
        onMissing?.(file);
        lines += 1;
        await missing.write(JSON.stringify(file));
      }
    });
    const { sha256 } = await missing.finish();
    return { lines, sha256 };
  } finally {
    await missing.discard();
  }
};

/** Returns the files that cannot be found with the content that the catalogue has. */
const copyItem = async (
  copying: Copying,
  { repository, files }: HeldItem,
  { isFull, onFile }: { readonly isFull: boolean; readonly onFile: (file: HeldFile) => void },
): Promise<readonly HeldFile[]> => {
  const { to: folder } = copying;
  const before = await folder.readText(digestsPath(repository));
  const known = new Set(before?.split('\n'));
  const copied: string[] = [];
  const missing: HeldFile[] = [];
  for (const file of files) {
    const place = await choosePlace(folder, file, known);
    const digest = digestLine(file, place);
    const isThere = !isFull && known.has(digest) && (await folder.size(place)) === file.bytes;
    if (isThere || (await copyFile(copying, file, place))) copied.push(digest);
    else missing.push(file);
    onFile(file);
  }
  const digests = copied.join('\n');
  if (before?.trimEnd() !== digests) await folder.writeText(digestsPath(repository), digests);
  return missing;
};

const digestLine = ({ repository, sha256 }: HeldFile, place: string): string =>
  `${sha256}  ${place.slice(`col/${repository}/`.length)}`;

/** A changed file is put beside that of the earlier backup, which stays whole until this one is complete. */
const choosePlace = async (folder: FileFolder, file: HeldFile, known: ReadonlySet<string>): Promise<string> => {
  const place = documentPath(file.repository, file.path);
  const isFree = known.has(digestLine(file, place)) || (await folder.size(place)) === undefined;
  return isFree ? place : versionPath(file.repository, file.sha256);
};

/** A file that was removed since the dump is among the removed ones. */
const copyFile = async ({ from, to }: Copying, file: HeldFile, place: string): Promise<boolean> => {
  const { repository, path } = file;
  try {
    if (await to.writeFile(place, await from.open(repository, path), file)) return true;
  } catch (error) {
    if (!isLost(error)) throw error;
  }
  for await (const content of from.openRemoved(repository, path)) {
    if (await to.writeFile(place, content, file)) return true;
  }
  return false;
};

/** Whether a file is missing or damaged, so that the backup goes on without it. */
const isLost = (error: unknown): boolean =>
  error instanceof Refusal ? error.code === 'file-missing' : error instanceof Error && 'syscall' in error;
