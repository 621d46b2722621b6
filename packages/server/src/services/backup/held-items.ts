import { refuse } from '@perene/api/refusals';
import { parseRepositoryName, type RepositoryLabel } from '@perene/core';
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
  for await (const { text } of lines) {
    const file = JSON.parse(text ?? '') as HeldFile;
    const name = parseRepositoryName(file.repository);
    if (!name.ok) throw refuse('backup-unusable', { reason: 'unreadable', path: file.repository });
    yield { ...file, repository: name.value.text };
  }
}
