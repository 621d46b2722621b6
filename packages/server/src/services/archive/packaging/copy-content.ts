import { refuse } from '@perene/api/refusals';
import { type PackageTarget, type PackedFile, type PackedItem, RECORD_NAME } from './package-format.ts';

/** Writes a file of the item to a place in the folder of packages, compared with its hash on the way. */
export const copyContent = async (
  { folder, open }: PackageTarget,
  item: PackedItem,
  { file, to }: { readonly file: PackedFile; readonly to: string },
): Promise<void> => {
  if (await folder.writeFile(to, await open(item, file), file)) return;
  throw refuse('file-damaged', { reason: 'catalogue', path: file.path, label: item.repository });
};

/** Texts are written with a line feed at their end. */
export const writeRecord = ({ folder }: PackageTarget, place: string, { text }: PackedItem): Promise<void> =>
  folder.writeText(`${place}/${RECORD_NAME}`, text);

/** Puts a complete package in its place, and takes away the one that was there. */
export const putInPlace = async (
  { folder, work }: PackageTarget,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const isThere = (await folder.list(to)).length > 0;
  const old = `${work}/old/${from}`;
  if (isThere) await folder.move(to, old);
  await folder.move(from, to);
  if (isThere) await folder.remove(old);
};
