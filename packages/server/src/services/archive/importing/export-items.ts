import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Collection, Collections } from '../../../ports/archive/desk/collections.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { FileFolder, FileLine, LineWriter } from '../../../ports/node/given-files.ts';
import { describeCollection, type ExportedRecord, filesOf, recordOf } from './export-record.ts';

export interface ExportSummary {
  readonly items: number;
  readonly files: number;
  readonly bytes: number;
}

export interface ExportOptions {
  /** Where the content of a file will be, relative to the folder of all files. */
  readonly placeOf: (repository: RepositoryLabel, path: string) => string;
  readonly areTypesTold?: boolean | undefined;
  /** Only these items; without them, all. */
  readonly only?: readonly RepositoryLabel[] | undefined;
  /** They come before the items, so that an import makes them first. */
  readonly collections?: AsyncIterable<Collection> | Iterable<Collection> | undefined;
  readonly onItem?: ((done: number) => void) | undefined;
}

/** Where files are in the data folder. */
export const inDataFolder: ExportOptions['placeOf'] = (repository, path) => `col/${repository}/doc/${path}`;
/** Where files are in a folder that they are copied to. */
export const inOwnFolder: ExportOptions['placeOf'] = (repository, path) => `${repository}/${path}`;

/** Writes items, as they are at one moment, as lines for an import, in the order of their labels. */
export const exportItems = async (
  catalogue: Pick<Catalogue, 'walk'>,
  writer: LineWriter,
  { placeOf, areTypesTold, only, collections = [], onItem }: ExportOptions,
): Promise<ExportSummary> => {
  const summary = { items: 0, files: 0, bytes: 0 };
  try {
    for await (const one of collections) await writer.write(JSON.stringify({ collection: describeCollection(one) }));
    await catalogue.walk(async (data, readPast) => {
      const record = await recordOf(data, { placeOf, areTypesTold, readPast });
      if (record === undefined) return;
      await writer.write(JSON.stringify(record));
      summary.items += 1;
      for (const { bytes } of filesOf(data)) {
        summary.files += 1;
        summary.bytes += bytes;
      }
      onItem?.(summary.items);
    }, only);
    await writer.finish();
  } finally {
    await writer.discard();
  }
  return summary;
};

const COLLECTIONS_PER_STEP = 200;
const ITEMS_PER_STEP = 1_000;

/** All collections, in the order of their names. */
export async function* walkCollections(collections: Pick<Collections, 'list'>): AsyncGenerator<Collection> {
  for (let after: string | undefined; ; ) {
    const found = await collections.list({ after, limit: COLLECTIONS_PER_STEP });
    yield* found;
    after = found.at(-1)?.name;
    if (after === undefined) return;
  }
}

export const findMembers = async (
  collections: Pick<Collections, 'members'>,
  { number }: Collection,
): Promise<readonly RepositoryLabel[]> => {
  const labels: RepositoryLabel[] = [];
  for (let after: bigint | undefined; ; ) {
    const { entries, next } = await collections.members(number, { after, limit: ITEMS_PER_STEP, isOpenOnly: false });
    for (const { item } of entries) labels.push(item.repository);
    if (next === undefined) return labels;
    after = next;
  }
};

const FILES_AT_A_TIME = 4;

/** Copies the files that exported lines name, except those that were copied before. */
export const copyExportedFiles = async (
  { files, folder }: { readonly files: ItemFiles; readonly folder: FileFolder },
  lines: AsyncIterable<FileLine>,
  onProgress?: (bytes: number) => void,
): Promise<void> => {
  let done = 0;
  await forEachConcurrently(
    namedFiles(lines),
    { limit: FILES_AT_A_TIME },
    async ({ repository, path, from, ...file }) => {
      if ((await folder.size(from)) !== file.bytes) {
        const isSame = await folder.writeFile(from, await files.open(repository, path), file);
        if (!isSame) {
          throw refuse('file-damaged', { reason: 'catalogue', path, label: repository });
        }
      }
      done += file.bytes;
      onProgress?.(done);
    },
  );
};

async function* namedFiles(lines: AsyncIterable<FileLine>) {
  for await (const { text } of lines) {
    const { repository, files = [] } = JSON.parse(text ?? '') as ExportedRecord;
    for (const file of files) yield { ...file, repository };
  }
}
