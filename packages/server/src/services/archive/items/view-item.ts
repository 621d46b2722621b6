import type { Item, ItemSummary } from '@perene/api';
import { dateFromMicroseconds, formatTime } from '@perene/core';
import { titleIn, wireState } from '@perene/core/item';
import type { CatalogueItem, CatalogueReader, ItemLink } from '../../../ports/archive/catalogue.ts';
import type { ListedItem } from '../../../ports/archive/finding/listing.ts';
import type { ItemView } from '../archive-operations.ts';
import { isCopy } from '../relations/relate-items.ts';

export const timeOf = (microseconds: bigint): string => formatTime(dateFromMicroseconds(microseconds));

/** The day in UTC, as YYYY-MM-DD. */
export const dayOf = (microseconds: bigint): string => timeOf(microseconds).slice(0, 'YYYY-MM-DD'.length);

/** `described` is the description of the item, or the item itself if it is one. */
export const summarizeItem = (
  item: CatalogueItem,
  described: ListedItem['described'],
  resolverUrl: string,
): ItemSummary => ({
  repository: item.repository,
  ...(item.ibips[0] !== undefined && { ibip: item.ibips[0] }),
  ibips: item.ibips,
  aliases: item.aliases,
  persistentUrl: `${resolverUrl}/${item.ibips[0] ?? item.repository}`,
  state: wireState(item.state),
  ...(described?.metadata && { title: titleIn(described.metadata, item.language) }),
  creators: (described?.metadata?.['creator'] ?? []).map(({ value }) => value),
  ...(item.language !== undefined && { language: item.language }),
  created: timeOf(item.createdAt),
  updated: timeOf(item.updatedAt),
  changed: timeOf(
    described !== undefined && described.updatedAt > item.updatedAt ? described.updatedAt : item.updatedAt,
  ),
});

/** All that the catalogue knows of an item. */
export const viewItem = async (
  catalogue: CatalogueReader,
  item: CatalogueItem,
  resolverUrl: string,
): Promise<ItemView> => {
  const { repository } = item;
  const described = item.describes === undefined ? undefined : await catalogue.find(item.describes);
  const describing = item.describedBy === undefined ? undefined : await catalogue.find(item.describedBy);
  const [files, fixity, next, { here, elsewhere }, editions, translations, links, collections] = await Promise.all([
    catalogue.files(repository),
    catalogue.fixity(repository),
    catalogue.nextEdition(repository),
    catalogue.lastEdition(repository),
    catalogue.editions(repository),
    catalogue.translations(repository),
    catalogue.links(repository),
    catalogue.collectionsOf(repository),
  ]);
  const fields = describing?.metadata;
  // Only an Archive that holds the original, and all editions after it, can say which is the last.
  const last = isCopy(item) || elsewhere !== undefined ? undefined : (here?.repository ?? repository);
  return {
    ...summarizeItem(item, fields === undefined ? item : describing, resolverUrl),
    content: item.content,
    ...(item.target !== undefined && { target: item.target }),
    ...(item.fileNameEncoding === 'iso-8859-1' && { fileNameEncoding: item.fileNameEncoding }),
    // A description is closed together with its item.
    access: described?.access.description === 'closed' ? described.access : item.access,
    ...(item.opens && { opens: item.opens }),
    ...(collections.length > 0 && { collections: collections.map(({ name, title }) => ({ name, title })) }),
    files,
    ...(fixity.checkedAt !== undefined && { checked: timeOf(fixity.checkedAt) }),
    ...(fixity.damaged.length > 0 && { damaged: fixity.damaged }),
    ...(describing &&
      fields && { metadata: { repository: describing.repository, fields, updated: timeOf(describing.updatedAt) } }),
    ...(item.describes !== undefined && { describes: item.describes }),
    editions: {
      ...(next && { next: next.label }),
      ...(last !== undefined && { last }),
      all: editions.map(({ label }) => label),
    },
    translations: Object.fromEntries(
      translations.filter(({ language }) => language !== undefined).map(({ language, label }) => [language, label]),
    ),
    elsewhere: Object.fromEntries(
      [...editions, ...translations, ...links.filter(({ holding }) => holding === 'elsewhere')]
        .filter((related) => !('item' in related) || related.item === undefined)
        .map(({ label }) => [label, `${resolverUrl}/${label}`]),
    ),
    links: links.map(viewLink),
    ...(item.owner !== undefined && { owner: { id: item.owner } }),
    ...(item.withdrawal && { withdrawn: { at: timeOf(item.withdrawal.at), reason: item.withdrawal.reason } }),
    ...viewState(item),
    revision: revisionOf(item, describing),
  };
};

/** The item as those see it who may not read its description: that it exists, and what became of it. */
export const withoutDescription = (view: ItemView): ItemView => {
  const { title: _, metadata: __, language: ___, target: ____, damaged: _____, collections: ______, ...rest } = view;
  return { ...rest, changed: view.updated, creators: [], files: [] };
};

/** What the tombstone of a withdrawn item tells: what it was, and where its other editions are. */
export const withoutContent = (view: ItemView): ItemView => {
  const { metadata: _, target: __, damaged: ___, checked: ____, ...rest } = view;
  return { ...rest, files: [] };
};

const viewLink = ({ language, archive, who, at, ...link }: ItemLink): Item['links'][number] => ({
  kind: link.kind,
  label: link.label,
  ...(language !== undefined && { language }),
  holding: link.holding,
  origin: link.origin,
  ...(archive !== undefined && { archive }),
  ...(who !== undefined && { who }),
  ...(at !== undefined && { at: timeOf(at) }),
});

/** Counts the changes of an item and of its description. */
export const revisionOf = (item: CatalogueItem, describing: CatalogueItem | undefined): number =>
  Number(item.revision + (describing?.revision ?? 0n));

/** The name of a transfer is not shown, because it is secret. */
const viewState = ({ state }: CatalogueItem): Pick<ItemView, 'copiedFrom' | 'removed' | 'transfer'> => {
  switch (state.kind) {
    case 'original':
      return {};
    case 'copy':
      return { copiedFrom: state.of };
    case 'deleted':
      return { removed: { at: timeOf(state.at), reason: state.reason } };
    case 'releasing':
      return { transfer: { direction: 'out', peer: state.to } };
    case 'receiving':
      return { transfer: { direction: 'in', peer: state.from } };
  }
};
