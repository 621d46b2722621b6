import type { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { Catalogue, CatalogueItem } from '../../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../../ports/archive/item-files.ts';
import type { Secrets } from '../../../../ports/system/secrets.ts';
import { openCatalogued } from '../open-catalogued.ts';
import type { FindChecksums } from './find-checksums.ts';
import { layOutZip, readZip } from './zip-layout.ts';

/** All files of an item in one ZIP file, which is made while it is read. */
export interface OpenedZip {
  readonly bytes: number;
  /** Changes whenever a byte of the ZIP file does. */
  readonly mark: string;
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** Counts the ways in which ZIP files were written, so that parts of two ways are never put together. */
const LAYOUT_VERSION = 1;
const FILES_PER_TURN = 1_000;

export const createZipOpener =
  ({
    catalogue,
    files,
    findChecksums,
    secrets,
  }: {
    readonly catalogue: Pick<Catalogue, 'files' | 'fixity'>;
    readonly files: Pick<ItemFiles, 'open'>;
    readonly findChecksums: FindChecksums;
    readonly secrets: Pick<Secrets, 'sha256'>;
  }) =>
  /** Nobody gets a part of the files without noticing: a damaged one refuses all. */
  async ({ repository, createdAt }: CatalogueItem): Promise<OpenedZip> => {
    const held = await catalogue.files(repository);
    const [damaged] = (await catalogue.fixity(repository)).damaged;
    if (damaged !== undefined) throw refuse('file-damaged', { reason: 'here', path: damaged, label: repository });
    const layout = await layOutZip(held);
    const modified = new Date(Number(createdAt / 1_000n));
    return {
      bytes: layout.bytes,
      mark: await markOf(held, modified, secrets),
      async read(range) {
        const checksums = await findChecksums(repository, held);
        const open = (index: number, part: { readonly start: number; readonly end: number }): Promise<Readable> =>
          openCatalogued(files, repository, held[index] as ItemFile, part);
        return readZip(layout, { checksums, modified, open }, range);
      },
    };
  };

/** A hash over all that the bytes follow from. */
const markOf = async (
  files: readonly ItemFile[],
  modified: Date,
  { sha256 }: Pick<Secrets, 'sha256'>,
): Promise<string> => {
  let mark = sha256(`${LAYOUT_VERSION} ${modified.getTime()}`);
  for (let done = 0; done < files.length; done += FILES_PER_TURN) {
    if (done > 0) await new Promise(setImmediate);
    const lines = files.slice(done, done + FILES_PER_TURN).map((file) => `\n${file.sha256} ${file.bytes} ${file.path}`);
    mark = sha256(mark + lines.join(''));
  }
  return mark;
};
