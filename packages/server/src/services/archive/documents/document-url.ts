import type { CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { Collection, Opens } from '../../../ports/archive/desk/collections.ts';

/** The file name of a metadata item, unless it was imported with another. */
export const METADATA_TARGET = 'metadata.json';

/** What an item opens by its own word, or else by that of its collections: if one of them says so, its page. */
export const opensOf = (
  { opens }: Pick<CatalogueItem, 'opens'>,
  collections: readonly Pick<Collection, 'defaults'>[],
): Opens | undefined => {
  const said = collections.map(({ defaults }) => defaults.opens);
  return opens ?? (['page', 'file'] as const).find((one) => said.includes(one));
};

/** An item whose list of files is closed opens its file: its page could not lead there without naming it. */
export const opensPage = ({ access }: Pick<CatalogueItem, 'access'>, opens: Opens): boolean =>
  opens === 'page' && access.fileList === 'open';

export const pageUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/items/${repository}`;

export const fileListUrl = (publicUrl: string, { repository }: Pick<CatalogueItem, 'repository'>): string =>
  `${publicUrl}/col/${repository}/doc/`;
