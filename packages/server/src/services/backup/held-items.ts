import { refuse } from '@perene/api/refusals';
import { parseRepositoryName, type RepositoryLabel } from '@perene/core';
import { parseItemFilePath } from '@perene/core/item';
import type { FileLine } from '../../ports/node/given-files.ts';
import type { HeldFile } from '../../ports/node/table-store.ts';

/** The files of one item. */
export interface HeldItem {
  readonly repository: RepositoryLabel;
  readonly files: readonly HeldFile[];
}

/** Lines of files, item by item. */
export async function* readHeldItems(lines: AsyncIterable<FileLine>): AsyncGenerator<HeldItem> {
  let files: HeldFile[] = [];
  for await (const file of readHeldFiles(lines)) {
    const repository = files[0]?.repository ?? file.repository;
    if (repository !== file.repository) {
      yield { repository, files };
      files = [];
    }
    files.push(file);
  }
  const [first] = files;
  if (first !== undefined) yield { repository: first.repository, files };
}

export async function* readHeldFiles(lines: AsyncIterable<FileLine>): AsyncGenerator<HeldFile> {
  for await (const { number, text } of lines) {
    const file = readHeldFile(text ?? '');
    if (file === undefined) throw refuse('backup-unusable', { reason: 'row', table: 'files', line: number });
    yield file;
  }
}

/** Nobody can say that a backup comes from this program. */
const readHeldFile = (line: string): HeldFile | undefined => {
  const file = parseJson(line);
  if (typeof file !== 'object' || file === null) return undefined;
  const { repository, path, bytes, sha256 } = file as Readonly<Record<string, unknown>>;
  const name = typeof repository === 'string' ? parseRepositoryName(repository) : undefined;
  const isFile = typeof path === 'string' && Number.isSafeInteger(bytes) && typeof sha256 === 'string';
  const isInside = isFile && parseItemFilePath(path).ok && SHA256.test(sha256);
  return name?.ok && isInside ? { ...(file as HeldFile), repository: name.value.text } : undefined;
};

const SHA256 = /^[0-9a-f]{64}$/;

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
