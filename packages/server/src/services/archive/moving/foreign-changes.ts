import { refuse } from '@perene/api/refusals';
import type { ItemState } from '@perene/core/item';
import type {
  Catalogue,
  CatalogueItem,
  ExpectedChange,
  ItemChange,
  ItemLinks,
} from '../../../ports/archive/catalogue.ts';
import type { ItemFile } from '../../../ports/archive/item-files.ts';
import { checkAlias } from '../items/check-aliases.ts';
import type { ForeignItem, ForeignPart } from './foreign-item.ts';

/** Returns the changes of the item and of its metadata, if they differ. */
export const describeChanges = async (
  catalogue: Catalogue,
  existing: CatalogueItem,
  { data, metadata, state }: Pick<ForeignItem, 'data' | 'metadata'> & { readonly state: ItemState },
): Promise<readonly ExpectedChange[]> => {
  if (existing.describedBy !== metadata?.repository) {
    throw refuse('item-refused', {
      reason: 'described-otherwise',
      label: existing.repository,
      here: existing.describedBy ?? '-',
      there: metadata?.repository ?? '-',
    });
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

/** The change that makes an item equal to the one of the other Archive; undefined if it is equal. */
const changeToward = async (
  catalogue: Catalogue,
  item: CatalogueItem,
  foreign: ForeignPart,
): Promise<ItemChange | undefined> => {
  const links = foreign.links && (await otherLinks(catalogue, item, foreign.links));
  const addIbips = foreign.ibips.filter((ibip) => !item.ibips.includes(ibip));
  // A label that was taken back from the original is none of its copy either.
  const removeIbips = item.state.kind === 'copy' ? item.ibips.filter((ibip) => !foreign.ibips.includes(ibip)) : [];
  const change: ItemChange = {
    ...(addIbips.length > 0 && { addIbips }),
    ...(removeIbips.length > 0 && { removeIbips }),
    ...(foreign.aliases && changeAliases(item.aliases, foreign.aliases)),
    ...(foreign.language !== item.language && { language: foreign.language ?? null }),
    ...(foreign.target !== undefined && foreign.target !== item.target && { target: foreign.target }),
    ...(foreign.access && !isSame(foreign.access, item.access) && { access: foreign.access }),
    ...(foreign.metadata && !isSame(foreign.metadata, item.metadata) && { metadata: foreign.metadata }),
    ...(links && { links }),
    ...(foreign.updatedAt !== item.updatedAt && { updatedAt: foreign.updatedAt }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
};

const changeAliases = (
  here: readonly string[],
  there: readonly string[],
): Pick<ItemChange, 'addAliases' | 'removeAliases'> => {
  const without = (some: readonly string[], others: readonly string[]): readonly string[] => {
    const keys = new Set(others.map((alias) => checkAlias(alias).key));
    return some.filter((alias) => !keys.has(checkAlias(alias).key));
  };
  const [addAliases, removeAliases] = [without(there, here), without(here, there)];
  return {
    ...(addAliases.length > 0 && { addAliases }),
    ...(removeAliases.length > 0 && { removeAliases }),
  };
};

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** The links there replace the links here. */
const otherLinks = async (
  catalogue: Catalogue,
  { repository }: CatalogueItem,
  links: ItemLinks,
): Promise<ItemLinks | undefined> => {
  const here = (await catalogue.links(repository)).map(({ kind, label, language }) => [kind, label, language ?? '']);
  const there = [
    ...(links.editionOf === undefined ? [] : [['editionOf', links.editionOf, '']]),
    ...(links.nextEdition === undefined ? [] : [['nextEdition', links.nextEdition, '']]),
    ...Object.entries(links.translations ?? {}).map(([language, label]) => ['translation', label, language]),
  ];
  const spell = (all: readonly (readonly string[])[]): string => all.map(String).toSorted().join('\n');
  return spell(here) === spell(there) ? undefined : links;
};
