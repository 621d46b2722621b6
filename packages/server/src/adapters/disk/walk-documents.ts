import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRepositoryName } from '@perene/core';
import { isMissing } from './disk-failure.ts';

/** A repository name has four parts. */
const REPOSITORY_DEPTH = 4;

interface WalkedFile {
  readonly repository: string;
  readonly path: string;
  readonly bytes: number;
}

/** Every file among the documents of items, in the order of their names; links are no files. */
export async function* walkDocuments(root: string): AsyncGenerator<WalkedFile> {
  for await (const repository of walkFolders(join(root, 'col'), REPOSITORY_DEPTH)) {
    const name = parseRepositoryName(repository);
    if (!name.ok || name.value.text !== repository) continue;
    const documents = join(root, 'col', repository, 'doc');
    for await (const path of walkFiles(documents)) {
      const bytes = await sizeOf(join(documents, path));
      if (bytes !== undefined) yield { repository, path, bytes };
    }
  }
}

async function* walkFolders(folder: string, depth: number): AsyncGenerator<string> {
  for (const entry of await list(folder)) {
    if (!entry.isDirectory()) continue;
    if (depth === 1) yield entry.name;
    else for await (const inner of walkFolders(join(folder, entry.name), depth - 1)) yield `${entry.name}/${inner}`;
  }
}

async function* walkFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await list(folder)) {
    if (entry.isFile()) yield entry.name;
    if (!entry.isDirectory()) continue;
    for await (const inner of walkFiles(join(folder, entry.name))) yield `${entry.name}/${inner}`;
  }
}

/** What is removed during the walk is not there; a link in the place of a folder is not followed. */
const list = async (folder: string): Promise<readonly Dirent[]> => {
  try {
    if (!(await lstat(folder)).isDirectory()) return [];
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
