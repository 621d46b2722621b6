import type { BodyOf } from '@perene/api';
import { Refusal } from '@perene/api/refusals';
import { MAX_COLLECTIONS_PER_ITEM } from '@perene/core/item';
import type {
  CollectionDescription,
  CollectionKind,
  Collections,
  InLanguages,
  Membership,
} from '../../../ports/archive/desk/collections.ts';
import type { FileLine } from '../../../ports/node/given-files.ts';
import { checkNewCollection } from '../collections/check-collection.ts';
import { readAccess } from './record-access.ts';
import { isJsonObject, parseJsonObject, type RecordFields, readFields } from './record-fields.ts';

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
    const title = readTexts(inner, 'title');
    const kind = inner.choice('kind', KINDS);
    inner.finish();
    return { ...check(name, { title, kind }), place: place === undefined ? undefined : BigInt(place) };
  });
};

const readTexts = (fields: RecordFields, name: string): InLanguages => {
  const { en, pt } = fields.textsByName(name) ?? {};
  return { ...(en !== undefined && { en }), ...(pt !== undefined && { pt }) };
};

const check = (
  name: string,
  { title, kind = 'collection' }: { readonly title?: InLanguages; readonly kind?: CollectionKind | undefined },
): CollectionDescription => {
  const isTitled = Object.values(title ?? {}).some((text) => text.trim() !== '');
  return checkNewCollection({ name, kind, title: isTitled && title ? title : { en: name } });
};

/** Whether a line describes a collection; all others are of items. */
export const isOfCollection = (text: string): boolean => /^\s*\{\s*"collection"\s*:/.test(text);

interface Making {
  readonly at: () => bigint;
  readonly onMade: () => void;
  readonly onRefused: (refusal: Refusal, line: number) => Promise<void>;
}

/** Makes each collection before the lines after it are read, because their items may be in it; gives all other lines. */
export async function* makeCollections<Line extends FileLine>(
  collections: Collections,
  lines: AsyncIterable<Line>,
  { at, onMade, onRefused }: Making,
): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (line.text === undefined || !isOfCollection(line.text)) {
      yield line;
      continue;
    }
    try {
      const described = parseCollection(line.text);
      if ((await collections.find(described.name)) !== undefined) continue;
      await collections.create(described, at());
      onMade();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await onRefused(error, line.number);
    }
  }
}

const parseCollection = (text: string): CollectionDescription => {
  const line = readFields(parseJsonObject(text), '');
  const fields = line.object('collection');
  line.finish();
  const name = fields?.text('name');
  if (fields === undefined || name === undefined) throw line.expected('collection.name', 'text');
  const [kind, title, description] = [
    fields.choice('kind', KINDS),
    readTexts(fields, 'title'),
    readTexts(fields, 'description'),
  ];
  const defaults = readDefaults(fields.object('defaults'));
  const review = fields.choice('review', REVIEWS);
  fields.finish();
  return checkNewCollection({ name, ...(kind && { kind }), title, description, defaults, ...(review && { review }) });
};

const REVIEWS = ['none', 'required'] as const;

const readDefaults = (fields: RecordFields | undefined): NonNullable<BodyOf<'createCollection'>['defaults']> => {
  if (fields === undefined) return {};
  const [license, language] = [fields.text('license'), fields.text('language')];
  const access = readAccess(fields.object('access'));
  const opens = fields.choice('opens', ['file', 'page'] as const);
  fields.finish();
  return {
    ...(license !== undefined && { license }),
    ...(language !== undefined && { language }),
    ...(access && { access }),
    ...(opens && { opens }),
  };
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
