import type { Readable } from 'node:stream';
import { refuse } from '@perene/api/refusals';
import type { Catalogue, CatalogueItem } from '../../../../ports/archive/catalogue.ts';
import type { ItemFile, ItemFiles } from '../../../../ports/archive/item-files.ts';
import type { Secrets } from '../../../../ports/system/secrets.ts';
import { openCatalogued } from '../open-catalogued.ts';
import type { FindChecksums } from './find-checksums.ts';
import { layOutZip, readZip, type ZipLayout } from './zip-layout.ts';

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
/** What is known of so many files is held for the ZIP files that are read now; more of them have to wait. */
const MAX_HELD_FILES = 100_000;

/** What all who read the ZIP file of an item now have in common. */
interface SharedZip {
  readonly held: readonly ItemFile[];
  readonly layout: ZipLayout;
  checksums?: Promise<readonly number[]>;
  readers: number;
}

export const createZipOpener = ({
  catalogue,
  files,
  findChecksums,
  secrets,
  maxHeldFiles = MAX_HELD_FILES,
}: {
  readonly catalogue: Pick<Catalogue, 'files' | 'fixity'>;
  readonly files: Pick<ItemFiles, 'open'>;
  readonly findChecksums: FindChecksums;
  readonly secrets: Pick<Secrets, 'sha256'>;
  readonly maxHeldFiles?: number;
}) => {
  const shared = new Map<string, SharedZip>();

  /** Slow readers of one item hold its list together, and those of many items a bounded number of files. */
  const share = (key: string, { repository }: CatalogueItem, fresh: Omit<SharedZip, 'readers'>): SharedZip => {
    const known = shared.get(key);
    if (known !== undefined) return known;
    const held = [...shared.values()].reduce((sum, one) => sum + one.held.length, 0);
    if (shared.size > 0 && held + fresh.held.length > maxHeldFiles) throw refuse('zip-unready', { label: repository });
    const one = { ...fresh, readers: 0 };
    shared.set(key, one);
    return one;
  };
  const release = (key: string, one: SharedZip): void => {
    one.readers -= 1;
    if (one.readers === 0) shared.delete(key);
  };

  /** Nobody gets a part of the files without noticing: a damaged one refuses all. */
  return async (item: CatalogueItem): Promise<OpenedZip> => {
    const { repository, createdAt } = item;
    const held = await catalogue.files(repository);
    const [damaged] = (await catalogue.fixity(repository)).damaged;
    if (damaged !== undefined) throw refuse('file-damaged', { reason: 'here', path: damaged, label: repository });
    const modified = new Date(Number(createdAt / 1_000n));
    const mark = await markOf(held, modified, secrets);
    const key = `${repository} ${mark}`;
    const fresh = shared.get(key) ?? { held, layout: await layOutZip(held) };
    return {
      bytes: fresh.layout.bytes,
      mark,
      async read(range) {
        const one = share(key, item, fresh);
        one.readers += 1;
        try {
          one.checksums ??= findChecksums(repository, one.held);
          const checksums = await one.checksums;
          const open = (index: number, part: { readonly start: number; readonly end: number }): Promise<Readable> =>
            openCatalogued(files, repository, one.held[index] as ItemFile, part);
          return readZip(one.layout, { checksums, modified, open }, range).once('close', () => release(key, one));
        } catch (error) {
          delete one.checksums;
          release(key, one);
          throw error;
        }
      },
    };
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
