import type { ItemSummary } from '@perene/api';
import type { AccessRules, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import {
  type ItemPictures,
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  type ThumbnailSize,
} from '../../../ports/archive/thumbnails/thumbnails.ts';
import { isEmbargoed } from '../documents/allow-client.ts';

/** Only what everybody may see has a small picture, so that nothing closed shows in a list. */
export const mayHaveThumbnail = (
  { networks, fileList, description, embargo }: AccessRules,
  { today }: { readonly today: string },
): boolean =>
  networks === undefined &&
  fileList === 'open' &&
  description !== 'closed' &&
  !isEmbargoed({ fileList, ...(embargo !== undefined && { embargo }) }, { today });

/** The address names the content, so that a new one is not taken for the old one. */
const thumbnailAddress = (repository: string, { sha256 }: Pick<ItemFile, 'sha256'>, size: ThumbnailSize): string =>
  `/thumbnails/${size}/${repository}?v=${sha256.slice(0, 12)}`;

/** Chooses the picture that stands for an item, as the catalogue does for lists. */
const choosePicture = (files: readonly ItemFile[], target: string | undefined): ItemFile | undefined => {
  const pictures = files.filter(
    ({ mediaType, bytes }) => PICTURE_TYPES.includes(mediaType) && bytes > 0 && bytes <= MAX_PICTURE_BYTES,
  );
  return pictures.find(({ path }) => path === target) ?? pictures[0];
};

/** Returns the picture of one item, and the address of a smaller one; undefined if there is none for everybody. */
export const findThumbnail = (
  item: {
    readonly repository: string;
    readonly access: AccessRules;
    readonly files: readonly ItemFile[];
    readonly target?: string;
    readonly damaged?: readonly string[];
  },
  today: string,
): { readonly path: string; readonly address: string } | undefined => {
  const picture = mayHaveThumbnail(item.access, { today }) ? choosePicture(item.files, item.target) : undefined;
  if (picture === undefined || item.damaged?.includes(picture.path)) return undefined;
  return { path: picture.path, address: thumbnailAddress(item.repository, picture, 'large') };
};

/** Adds the addresses of small pictures to a list of items. */
export const addThumbnails = async (
  catalogue: ItemPictures,
  listed: readonly {
    readonly item: Pick<CatalogueItem, 'repository' | 'access' | 'withdrawal'>;
    readonly summary: ItemSummary;
  }[],
  today: string,
): Promise<ItemSummary[]> => {
  const open = listed.filter(({ item }) => item.withdrawal === undefined && mayHaveThumbnail(item.access, { today }));
  const pictures = await catalogue.pictures(open.map(({ item }) => item.repository));
  return listed.map(({ item: { repository }, summary }) => {
    const picture = pictures.get(repository);
    return picture === undefined ? summary : { ...summary, thumbnail: thumbnailAddress(repository, picture, 'small') };
  });
};
