import type { ItemState } from '@perene/core/item';
import type { Catalogue, CatalogueItem, ExpectedChange, ItemChange, ItemLinks } from '../../ports/catalogue.ts';
import type { ItemFile } from '../../ports/item-files.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { ForeignItem, ForeignPart } from './foreign-item.ts';

/** Of the item and of its metadata, as far as they differ. */
export const describeChanges = async (
  catalogue: Catalogue,
  existing: CatalogueItem,
  { data, metadata, state }: Pick<ForeignItem, 'data' | 'metadata'> & { readonly state: ItemState },
): Promise<readonly ExpectedChange[]> => {
  if (existing.describedBy !== metadata?.repository) {
    throw new Refusal(
      'item-refused',
      `${existing.repository} is described by ${existing.describedBy ?? 'nothing'} here and by ${metadata?.repository ?? 'nothing'} there: drop the copy here, then repeat`,
    );
  }
  const describing = metadata && (await catalogue.find(metadata.repository));
  const changes: ExpectedChange[] = [];
  for (const [item, foreign] of [
    [existing, data],
    [describing, metadata],
  ] as const) {
    if (item === undefined || foreign === undefined) continue;
    const change = await changeToward(catalogue, item, foreign);
    const isMoved = !isSameState(item.state, state);
    if (change === undefined && !isMoved) continue;
    changes.push({ item, change: { updatedAt: foreign.updatedAt, ...change, ...(isMoved && { state }) } });
  }
  return changes;
};

const isSameState = (one: ItemState, other: ItemState): boolean =>
  one.kind === 'copy' && other.kind === 'copy' && one.of === other.of;

export const withFiles = (
  changes: readonly ExpectedChange[],
  item: CatalogueItem,
  files: readonly ItemFile[],
): readonly ExpectedChange[] => {
  const own = changes.find((change) => change.item.repository === item.repository);
  const others = changes.filter((change) => change !== own);
  return [{ item, change: { updatedAt: item.updatedAt, ...own?.change, files } }, ...others];
};

/** What of an item is not as the other Archive has it; nothing where all of it is. */
const changeToward = async (
  catalogue: Catalogue,
  item: CatalogueItem,
  foreign: ForeignPart,
): Promise<ItemChange | undefined> => {
  const links = foreign.links && (await unknownLinks(catalogue, item, foreign.links));
  const addIbips = foreign.ibips.filter((ibip) => !item.ibips.includes(ibip));
  const change: ItemChange = {
    ...(addIbips.length > 0 && { addIbips }),
    ...(foreign.language !== item.language && { language: foreign.language ?? null }),
    ...(foreign.target !== undefined && foreign.target !== item.target && { target: foreign.target }),
    ...(foreign.access && !isSame(foreign.access, item.access) && { access: foreign.access }),
    ...(foreign.metadata && !isSame(foreign.metadata, item.metadata) && { metadata: foreign.metadata }),
    ...(links && { links }),
    ...(foreign.updatedAt !== item.updatedAt && { updatedAt: foreign.updatedAt }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
};

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

const unknownLinks = async (
  catalogue: Catalogue,
  { repository }: CatalogueItem,
  { editionOf, nextEdition, translations = {} }: ItemLinks,
): Promise<ItemLinks | undefined> => {
  const editions = new Set((await catalogue.editions(repository)).map(({ label }) => label));
  const family = new Set((await catalogue.translations(repository)).map(({ label }) => label));
  const isNewEdition = (label: string | undefined): label is string => label !== undefined && !editions.has(label);
  const added = Object.entries(translations).filter(([, label]) => !family.has(label));
  const links: ItemLinks = {
    ...(isNewEdition(editionOf) && { editionOf }),
    ...(isNewEdition(nextEdition) && { nextEdition }),
    ...(added.length > 0 && { translations: Object.fromEntries(added) }),
  };
  return Object.keys(links).length === 0 ? undefined : links;
};
