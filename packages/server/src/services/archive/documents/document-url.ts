import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';

/** The file name of a metadata item, unless it was imported with another. */
export const METADATA_TARGET = 'metadata.json';

export const fileListUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/col/${repository}/doc/`;
