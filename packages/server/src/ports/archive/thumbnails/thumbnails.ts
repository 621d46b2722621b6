import type { RepositoryLabel } from '@perene/core';
import type { ItemFile } from '../item-files.ts';

/** Pictures of which small ones are made. Others are drawn by programs in them, or take a large decoder. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const MAX_PICTURE_BYTES = 30_000_000;

/** Longest sides in pixels: for lists, and for pages and sites that show a link. */
export const THUMBNAIL_SIZES = { small: 240, large: 960 } as const;
export type ThumbnailSize = keyof typeof THUMBNAIL_SIZES;

/** Small pictures of one picture, as JPEG. */
export type ThumbnailSet = Readonly<Record<ThumbnailSize, Uint8Array>>;

/** Makes small pictures of a picture, outside of the thread that answers. */
export interface ThumbnailMaker {
  /** Returns `unfit` for what is no picture, or too large, and `late` for one that takes too long. */
  make(content: Uint8Array): Promise<ThumbnailSet | 'unfit' | 'late'>;
}

/** Small pictures that were made once, by the hash of the picture. They may be lost at any time. */
export interface ThumbnailStore {
  /** Returns undefined if nobody has tried, and `none` if there can be none. */
  read(sha256: string, size: ThumbnailSize): Promise<Uint8Array | 'none' | undefined>;
  keep(sha256: string, made: ThumbnailSet | 'none'): Promise<void>;
  /** Removes those that were made before that time, so that pictures of removed items do not stay. */
  sweep(before: bigint): Promise<void>;
}

/** Finds the pictures that stand for items. */
export interface ItemPictures {
  /** Returns the main file of each item, if it is a picture, or else its first picture in the order of names. */
  pictures(repositories: readonly RepositoryLabel[]): Promise<ReadonlyMap<RepositoryLabel, ItemFile>>;
}
