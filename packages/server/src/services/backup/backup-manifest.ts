import { refuse } from '@perene/api/refusals';
import type { FileFolder } from '../../ports/node/given-files.ts';
import type { NodeFacts } from '../../ports/node/node-facts.ts';

/**
 * A backup is a folder:
 *
 *     node.json                             whose backup it is
 *     backup.json                           what belongs to it; without this file it is incomplete
 *     snapshots/<when>/tables/<table>.jsonl every row of the database
 *     snapshots/<when>/files.jsonl          every file of an item that is not deleted
 *     snapshots/<when>/missing.jsonl        those that could not be copied
 *     col/<repository>/doc/<path>           the files themselves
 *     col/<repository>/versions/<sha256>    those that were others in an earlier backup
 *     col/<repository>/sha256sums           what was copied, as `sha256sum` writes it
 */
export interface BackupManifest {
  readonly format: 1;
  /** The version of the program that made the backup. */
  readonly version: string;
  readonly schemaVersion: number;
  readonly node: string;
  /** ISO 8601; the moment of the dump. */
  readonly at: string;
  readonly snapshot: string;
  readonly tables: Readonly<Record<string, ListedLines>>;
  readonly files: ListedLines & { readonly bytes: number };
  readonly missing: ListedLines;
}

export interface ListedLines {
  readonly lines: number;
  readonly sha256: string;
}

const BACKUP_TIME = 'backup-at';

/** Notes when the last backup was made; the backup itself does not have this. */
export const noteBackup = (facts: Pick<NodeFacts, 'replace'>, { at }: Pick<BackupManifest, 'at'>): Promise<void> =>
  facts.replace(BACKUP_TIME, at);

/** Returns when the last backup was made, in ISO 8601. */
export const findBackupTime = (facts: Pick<NodeFacts, 'find'>): Promise<string | undefined> => facts.find(BACKUP_TIME);

export const MANIFEST = 'backup.json';
export const NODE = 'node.json';

export const snapshotFolder = (snapshot: string): string => `snapshots/${snapshot}`;
export const tablePath = (snapshot: string, table: string): string =>
  `${snapshotFolder(snapshot)}/tables/${table}.jsonl`;
export const filesPath = (snapshot: string): string => `${snapshotFolder(snapshot)}/files.jsonl`;
export const missingPath = (snapshot: string): string => `${snapshotFolder(snapshot)}/missing.jsonl`;
export const documentPath = (repository: string, path: string): string => `col/${repository}/doc/${path}`;
export const versionPath = (repository: string, sha256: string): string => `col/${repository}/versions/${sha256}`;
export const digestsPath = (repository: string): string => `col/${repository}/sha256sums`;

export const findManifest = async (folder: FileFolder): Promise<BackupManifest | undefined> => {
  const text = await folder.readText(MANIFEST);
  if (text === undefined) return undefined;
  const manifest = parseManifest(text);
  if (manifest === undefined) throw refuse('backup-unusable', { reason: 'unreadable', path: MANIFEST });
  return manifest;
};

/** Returns a fact of the node as it was when the backup was made; undefined if there was none. */
export const findBackedUpFact = async (folder: FileFolder, name: string): Promise<string | undefined> => {
  const manifest = await findManifest(folder);
  if (manifest === undefined) throw refuse('backup-unusable', { reason: 'incomplete' });
  for await (const { text = '{}' } of folder.readLines(tablePath(manifest.snapshot, 'node_facts'))) {
    const row = JSON.parse(text) as { readonly name?: string; readonly value?: string };
    if (row.name === name) return row.value;
  }
  return undefined;
};

const SNAPSHOT = /^[0-9A-Za-z.-]+$/;
const TABLE = /^[a-z_]+$/;

const parseManifest = (text: string): BackupManifest | undefined => {
  try {
    const manifest = JSON.parse(text) as BackupManifest;
    const { format, snapshot, tables, files, missing, schemaVersion } = manifest;
    const lists = [...Object.values(tables), files, missing];
    const isSound =
      format === 1 &&
      SNAPSHOT.test(snapshot) &&
      Number.isSafeInteger(schemaVersion) &&
      Object.keys(tables).every((table) => TABLE.test(table)) &&
      lists.every(({ lines, sha256 }) => Number.isSafeInteger(lines) && typeof sha256 === 'string');
    return isSound ? manifest : undefined;
  } catch {
    return undefined;
  }
};
