import { type Difference, refuse } from '@perene/api/refusals';
import type { Catalogue, CatalogueItem } from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import { checkAlias } from '../items/check-aliases.ts';
import type { ImportRecord } from './import-record.ts';

export type GivenFile = Pick<ItemFile, 'path' | 'sha256'>;

/** Compares a line with the item here. If they agree, the line is done; otherwise the item stays unchanged. */
export const compareWithHere = async (
  catalogue: Catalogue,
  here: CatalogueItem,
  { item, description }: ImportRecord,
  given: readonly GivenFile[],
): Promise<'already-here'> => {
  const files = await catalogue.files(here.repository);
  // A deleted item has no files to compare.
  const areFilesSame =
    item.state.kind === 'deleted' ? here.state.kind === 'deleted' : describeFiles(files) === describeFiles(given);
  const differences: readonly (Difference | undefined)[] = [
    here.repository === item.repository && here.content === 'Data' ? undefined : 'item',
    isEachIn(item.ibips, here.ibips) ? undefined : 'labels',
    isEachIn(keysOf(item.aliases ?? []), keysOf(here.aliases)) ? undefined : 'aliases',
    [undefined, here.describedBy].includes(description.repository) ? undefined : 'description',
    areFilesSame ? undefined : 'files',
  ];
  const difference = differences.find((found) => found !== undefined);
  if (difference === undefined) return 'already-here';
  throw refuse('label-taken', { reason: 'differs', label: item.repository, difference });
};

const keysOf = (aliases: readonly string[]): readonly string[] => aliases.map((alias) => checkAlias(alias).key);

const isEachIn = (labels: readonly string[], known: readonly string[]): boolean =>
  labels.every((label) => known.includes(label));

const describeFiles = (files: readonly GivenFile[]): string =>
  files
    .map(({ path, sha256 }) => `${sha256} ${path}`)
    .toSorted()
    .join('\n');
