import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';

/** The file name of a metadata item, unless it was imported with another. */
export const METADATA_TARGET = 'metadata.json';

/** What the persistent URL of an item leads to: its main file, as the standard has it, or its page. */
export type Opens = 'file' | 'page';

/** An item whose list of files is closed opens its file: its page could not lead there without naming it. */
export const opensPage = ({ access }: Pick<CatalogueItem, 'access'>, opens: Opens): boolean =>
  opens === 'page' && access.fileList === 'open';

export const pageUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/items/${repository}`;

export const fileListUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/col/${repository}/doc/`;
