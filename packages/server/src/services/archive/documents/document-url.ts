import { escapeFilePath, type FileNameEncoding } from '@perene/core/item';
import type { CatalogueItem } from '../../../ports/catalogue.ts';

/** The file name of a metadata item, unless it was imported with another. */
export const METADATA_TARGET = 'metadata.json';

export const documentUrl = (
  publicUrl: string,
  { repository, fileNameEncoding }: { readonly repository: string; readonly fileNameEncoding: FileNameEncoding },
  path: string,
): string => `${publicUrl}/col/${repository}/doc/${escapeFilePath(path, fileNameEncoding)}`;

export const fileListUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/col/${repository}/doc/`;
