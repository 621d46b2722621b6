import type { Collection as CollectionView } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import type { RepositoryLabel } from '@perene/core';
import type { Catalogue } from '../../../ports/archive/catalogue.ts';
import type { Collection } from '../../../ports/archive/desk/collections.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { findByLabel } from '../create-archive.ts';
import { checkLabel } from '../items/check-labels.ts';
import { dayOf, summarizeItem, timeOf } from '../items/view-item.ts';
import { limitOf } from '../listing/list-items.ts';
import { addThumbnails } from '../thumbnails/item-thumbnail.ts';
import { checkCollectionChange, checkCollectionName, checkNewCollection } from './check-collection.ts';
import type { LocalCollections, Reading } from './collection-operations.ts';

/** A place may be before the first one. */
const PLACE = /^-?\d{1,18}$/;

export const createCollections = ({
  catalogue,
  clock,
  publicUrl,
  resolverUrl,
}: {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly resolverUrl: string;
}): LocalCollections => {
  const { collections } = catalogue;

  const find = async (name: string): Promise<Collection> => {
    const collection = await collections.find(name);
    if (collection === undefined) throw refuse('collection-not-found', { name: name.slice(0, MAX_REPEATED) });
    return collection;
  };

  const view = async (
    found: readonly Collection[],
    { isOpenOnly = false }: Reading,
  ): Promise<readonly CollectionView[]> => {
    const counts = await collections.count(
      found.map(({ number }) => number),
      { isOpenOnly },
    );
    return found.map((collection) => viewCollection(collection, publicUrl, counts?.get(collection.number)));
  };

  const show = async (name: string, reading: Reading): Promise<CollectionView> => {
    const [shown] = await view([await find(name)], reading);
    return shown as CollectionView;
  };

  const repositoriesOf = async (labels: readonly string[]): Promise<readonly RepositoryLabel[]> => {
    const found: RepositoryLabel[] = [];
    for (const label of labels) found.push((await findByLabel(catalogue, checkLabel(label))).repository);
    return found;
  };

  return {
    show,
    async create(request) {
      const { name } = await collections.create(checkNewCollection(request), clock.now());
      return show(name, {});
    },
    async list({ cursor, limit, ...reading }) {
      const size = limitOf(limit);
      const after = cursor === undefined ? undefined : readName(cursor);
      const found = await collections.list({ after, limit: size + 1 });
      const shown = found.slice(0, size);
      const next = found.length > size ? shown.at(-1)?.name : undefined;
      return { collections: await view(shown, reading), ...(next !== undefined && { next }) };
    },
    async edit(name, { revision, ...request }) {
      const collection = await find(name);
      if (revision !== undefined && BigInt(revision) !== collection.revision) {
        throw refuse('collection-changed', { name: collection.name });
      }
      const change = checkCollectionChange(request);
      if (Object.keys(change).length === 0) throw refuse('nothing-to-change');
      await collections.change(collection, change, clock.now());
      return show(change.name ?? collection.name, {});
    },
    async delete(name) {
      await collections.delete((await find(name)).number);
    },
    async items(name, { cursor, limit, isOpenOnly = false }) {
      const { number } = await find(name);
      if (cursor !== undefined && !PLACE.test(cursor)) throw refuse('cursor-invalid', { cursor });
      const after = cursor === undefined ? undefined : BigInt(cursor);
      const { entries, next } = await collections.members(number, { after, limit: limitOf(limit), isOpenOnly });
      return {
        items: await addThumbnails(
          catalogue,
          entries.map(({ item, described }) => ({ item, summary: summarizeItem(item, described, resolverUrl) })),
          dayOf(clock.now()),
        ),
        ...(next !== undefined && { next: String(next) }),
      };
    },
    async changeItems(name, { add = [], remove = [] }, { who }) {
      const collection = await find(name);
      const change = { add: await repositoriesOf(add), remove: await repositoriesOf(remove) };
      if (change.add.length + change.remove.length === 0) throw refuse('nothing-to-change');
      await collections.changeMembers(collection.number, change, { who, at: clock.now() });
      return show(collection.name, {});
    },
    async order(name, { items, before }) {
      const collection = await find(name);
      const [next] = await repositoriesOf(before === undefined ? [] : [before]);
      await collections.order(collection.number, { items: await repositoriesOf(items), before: next });
      return show(collection.name, {});
    },
    async titles(names) {
      const found = await Promise.all(
        names.map(async (name) => [name, (await collections.find(name))?.title] as const),
      );
      return new Map(found.filter((entry): entry is [string, CollectionView['title']] => entry[1] !== undefined));
    },
  };
};

const MAX_REPEATED = 100;

/** The cursor of a list is the last name of the page before. */
const readName = (cursor: string): string => {
  try {
    return checkCollectionName(cursor);
  } catch {
    throw refuse('cursor-invalid', { cursor: cursor.slice(0, MAX_REPEATED) });
  }
};

const viewCollection = (
  { name, formerNames, kind, title, description, defaults, review, ...collection }: Collection,
  publicUrl: string,
  items: number | undefined,
): CollectionView => ({
  name,
  formerNames,
  kind,
  title,
  description,
  defaults: defaults as CollectionView['defaults'],
  review,
  url: `${publicUrl}/collections/${name}`,
  ...(items !== undefined && { items }),
  created: timeOf(collection.createdAt),
  updated: timeOf(collection.updatedAt),
  revision: Number(collection.revision),
});
