import type { RepositoryLabel } from '@perene/core';
import type { Catalogue, ItemLink } from '../../../ports/archive/catalogue.ts';

const MAX_PASSED = 100;

/**
 * The links of an item. An earlier edition that was removed here is passed over: the item is then also an edition of
 * what the removed one was an edition of.
 */
export const saidLinks = async (
  catalogue: Pick<Catalogue, 'find' | 'links'>,
  repository: RepositoryLabel,
): Promise<readonly ItemLink[]> => {
  const links = [...(await catalogue.links(repository))];
  let earlier = links.find(({ kind }) => kind === 'editionOf');
  for (let passed = 0; earlier !== undefined && passed < MAX_PASSED; passed += 1) {
    const item = await catalogue.find(earlier.label);
    if (item?.state.kind !== 'deleted') break;
    earlier = (await catalogue.links(item.repository)).find(({ kind }) => kind === 'editionOf');
    if (earlier !== undefined) links.push(earlier);
  }
  return links;
};
