import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRepositoryName, type RepositoryLabel } from '@perene/core';
import { isMissing } from '../disk-failure.ts';
import { type DiskPath, joinDiskPath, pathOnDisk } from '../names/disk-paths.ts';

/** A repository name has four parts. */
const REPOSITORY_DEPTH = 4;

interface WalkedFile {
  readonly repository: RepositoryLabel;
  readonly path: string;
  readonly bytes: number;
}

/** Every file among the documents of items, in the order of their names; links do not count as files. */
export async function* walkDocuments(root: string): AsyncGenerator<WalkedFile> {
  for await (const folder of walkFolders(join(root, 'col'), REPOSITORY_DEPTH)) {
    const name = parseRepositoryName(folder);
    if (!name.ok || name.value.text !== folder) continue;
    const { text: repository } = name.value;
    const documents = join(root, 'col', repository, 'doc');
    for await (const names of walkFiles(documents)) {
      const bytes = await sizeOf(names.reduce<DiskPath>(joinDiskPath, documents));
      if (bytes !== undefined) yield { repository, path: pathOnDisk(names), bytes };
    }
  }
}

async function* walkFolders(folder: string, depth: number): AsyncGenerator<string> {
  for (const entry of await list(folder)) {
    if (!entry.isDirectory()) continue;
    const name = entry.name.toString();
    if (depth === 1) yield name;
    else for await (const inner of walkFolders(join(folder, name), depth - 1)) yield `${name}/${inner}`;
  }
}

async function* walkFiles(folder: DiskPath): AsyncGenerator<readonly Buffer[]> {
  for (const entry of await list(folder)) {
    if (entry.isFile()) yield [entry.name];
    if (!entry.isDirectory()) continue;
    for await (const inner of walkFiles(joinDiskPath(folder, entry.name))) yield [entry.name, ...inner];
  }
}

/** Files that are removed during the walk are left out; links to folders are not followed. */
const list = async (folder: DiskPath): Promise<readonly Dirent<Buffer>[]> => {
  try {
    if (!(await lstat(folder)).isDirectory()) return [];
    const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
    return entries.sort((one, other) => one.name.compare(other.name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const sizeOf = async (path: DiskPath): Promise<number | undefined> => {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
