import { Refusal } from '@perene/api/refusals';
import { MAX_COLLECTIONS_PER_ITEM } from '@perene/core/item';
import type {
  CollectionDescription,
  CollectionKind,
  Collections,
  InLanguages,
  Membership,
} from '../../../ports/archive/desk/collections.ts';
import { checkNewCollection } from '../collections/check-collection.ts';
import { isJsonObject, type RecordFields, readFields } from './record-fields.ts';

/** A collection as a line of an import names it: by its name alone, or with what it is made of if it is not here. */
export interface RecordedMembership extends CollectionDescription {
  readonly place: bigint | undefined;
}

const KINDS = ['collection', 'series'] as const;

export const readCollections = (fields: RecordFields): readonly RecordedMembership[] => {
  const given = fields.list('collections') ?? [];
  if (given.length > MAX_COLLECTIONS_PER_ITEM) throw fields.expected('collections', 'list');
  return given.map((entry, index) => {
    if (typeof entry === 'string') return { ...check(entry, {}), place: undefined };
    if (!isJsonObject(entry)) throw fields.expected(`collections[${index}]`, 'object');
    const inner = readFields(entry, `collections[${index}].`);
    const name = inner.text('name');
    if (name === undefined) throw inner.expected('name', 'text');
    const place = inner.number('place');
    const { en, pt } = inner.textsByName('title') ?? {};
    const title = { ...(en !== undefined && { en }), ...(pt !== undefined && { pt }) };
    const kind = inner.choice('kind', KINDS);
    inner.finish();
    return { ...check(name, { title, kind }), place: place === undefined ? undefined : BigInt(place) };
  });
};

const check = (
  name: string,
  { title, kind = 'collection' }: { readonly title?: InLanguages; readonly kind?: CollectionKind | undefined },
): CollectionDescription => {
  const isTitled = Object.values(title ?? {}).some((text) => text.trim() !== '');
  return checkNewCollection({ name, kind, title: isTitled && title ? title : { en: name } });
};

/** Finds the collections, and makes those that are not here. */
export const ensureCollections = async (
  collections: Collections,
  named: readonly RecordedMembership[],
  at: bigint,
): Promise<readonly Membership[]> => {
  const memberships: Membership[] = [];
  for (const { place, ...description } of named) {
    const found =
      (await collections.find(description.name)) ??
      (await collections.create(description, at).catch(async (error: unknown) => {
        // Another line may have made it meanwhile.
        const other = await collections.find(description.name);
        if (other !== undefined && error instanceof Refusal) return other;
        throw error;
      }));
    memberships.push({ collection: found.number, place });
  }
  return memberships;
};
