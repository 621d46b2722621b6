import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import { forEachConcurrently } from '../../../concurrency/for-each-concurrently.ts';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { ItemFiles } from '../../../ports/archive/item-files.ts';
import type { FileFolder, FileLine } from '../../../ports/node/given-files.ts';
import { type ExportOptions, type ExportSummary, exportItems } from '../importing/export-items.ts';
import type { ExportedRecord } from '../importing/export-record.ts';
import { writeCollections } from './collections-file.ts';
import { FILES_FOLDER, type PackageFormat, type PackedItem } from './package-format.ts';
import { portablePaths } from './portable-paths.ts';

const PACKAGES_AT_A_TIME = 4;

export interface PackageSummary extends ExportSummary {
  /** The packages that were there already, and are the same. */
  readonly unchanged: number;
}

export interface PackageOptions extends Pick<ExportOptions, 'only' | 'collections'> {
  readonly onItem?: (done: number) => void;
  /** Is called with the bytes of finished packages, and of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Writes items, as they are at one moment, into packages below `root`. First come the records, while the catalogue is
 * read; then package after package, each in one step. Done again after an interruption, it goes on where it was.
 */
export const writePackages = async (
  { catalogue, files }: { readonly catalogue: Pick<Catalogue, 'walk'>; readonly files: Pick<ItemFiles, 'open'> },
  { folder, root, format }: { readonly folder: FileFolder; readonly root: string; readonly format: PackageFormat },
  { only, collections = [], onItem, onProgress }: PackageOptions = {},
): Promise<PackageSummary> => {
  const work = `${root}.partial`;
  const target = {
    folder,
    root,
    work,
    open: ({ repository }: PackedItem, { path }: { readonly path: string }) => files.open(repository, path),
  };
  await folder.remove(work);
  await format.begin(target);
  await writeCollections(folder, root, collections);
  const list = `${work}/items.jsonl`;
  const exporting = { placeOf: (_: RepositoryLabel, path: string) => path, areTypesTold: true, only, onItem };
  const summary = await exportItems(catalogue, await folder.createLines(list), exporting);
  let unchanged = 0;
  let done = 0;
  await forEachConcurrently(folder.readLines(list), { limit: PACKAGES_AT_A_TIME }, async (line) => {
    const item = packedOf(line);
    if (!(await format.write(target, item))) unchanged += 1;
    done += item.files.reduce((total, { bytes }) => total + bytes, 0);
    onProgress?.(done, summary.bytes);
  });
  await folder.remove(work);
  return { ...summary, unchanged };
};

const packedOf = ({ text }: FileLine): PackedItem => {
  const record = JSON.parse(text ?? '') as ExportedRecord;
  const { repository, files = [] } = record;
  const places = portablePaths(files.map(({ path }) => path));
  const packed = files.map(({ path, bytes, sha256, mediaType }) => {
    const place = places.get(path);
    if (place === undefined || mediaType === undefined)
      throw refuse('file-missing', { reason: 'of-item', path, label: repository });
    return { path, place, bytes, sha256, mediaType };
  });
  const written = {
    ...record,
    ...(packed.length > 0 && {
      files: packed.map(({ path, place, bytes, sha256 }) => ({
        path,
        from: `${FILES_FOLDER}/${place}`,
        bytes,
        sha256,
      })),
    }),
  };
  return { repository, record: written, text: JSON.stringify(written, null, 2), files: packed };
};
