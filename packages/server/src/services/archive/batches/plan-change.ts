import type { Access, BatchChange, BatchItemView, Item } from '@perene/api';
import { refuse } from '@perene/api/refusals';
import { type MetadataValue, mergeMetadata } from '@perene/core/item';

type Values = Readonly<Record<string, readonly string[]>>;
type Fields = Readonly<Record<string, readonly MetadataValue[]>>;

/** What an item is to say; a part that is not named stays as it is. */
export type Wanted = NonNullable<BatchItemView['before']>;

export interface Planned {
  readonly edit: Wanted;
  /** What the item said before, of all that the edit changes. */
  readonly inverse: Wanted;
}

/** Returns what the change of a batch means for this item. */
export const wantOf = (item: Item, change: BatchChange): Wanted => {
  const { metadata, add, remove, access, addCollections = [], removeCollections = [], ...plain } = change;
  const fields = { ...(metadata as object | undefined), ...changeValues(item.metadata?.fields ?? {}, { add, remove }) };
  const own = (item.collections ?? []).map(({ name }) => name);
  const kept = own.filter((name) => !removeCollections.includes(name));
  const collections = [...new Set([...kept, ...addCollections])];
  return {
    ...plain,
    ...(Object.keys(fields).length > 0 && { metadata: fields }),
    ...(access && { access: changeAccess(item.access, access) }),
    ...(addCollections.length + removeCollections.length > 0 && { collections }),
  };
};

const changeValues = (
  fields: Fields,
  { add = {}, remove = {} }: { readonly add: Values | undefined; readonly remove: Values | undefined },
): Record<string, unknown> => {
  const names = new Set([...Object.keys(add), ...Object.keys(remove)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const kept = (fields[name] ?? []).filter(({ value }) => !remove[name]?.includes(value));
      const added = (add[name] ?? []).filter((value) => !kept.some((one) => one.value === value));
      const values = [...kept, ...added.map((value) => ({ value }))];
      return [name, values.length === 0 ? null : values];
    }),
  );
};

const changeAccess = (before: Access, change: NonNullable<BatchChange['access']>): Access => {
  const { networks, embargo, ...others } = { ...before, ...change };
  return {
    ...others,
    ...(networks !== null && networks !== undefined && { networks }),
    ...(embargo !== null && embargo !== undefined && { embargo }),
  };
};

/** Compares what is wanted with what the item says; undefined if it says so already. */
export const planChange = (item: Item, wanted: Wanted): Planned | undefined => {
  const parts = [
    wanted.metadata === undefined ? undefined : planMetadata(item.metadata?.fields ?? {}, wanted.metadata),
    plan('language', wanted.language, item.language ?? null),
    plan('opens', wanted.opens, item.opens ?? null),
    plan('owner', wanted.owner, item.owner?.id ?? null),
    plan('access', wanted.access, item.access),
    plan('collections', wanted.collections?.toSorted(), (item.collections ?? []).map(({ name }) => name).toSorted()),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  return {
    edit: Object.assign({}, ...parts.map(({ edit }) => edit)),
    inverse: Object.assign({}, ...parts.map(({ inverse }) => inverse)),
  };
};

const plan = <Name extends keyof Wanted>(
  name: Name,
  wanted: Wanted[Name] | undefined,
  now: Wanted[Name],
): Planned | undefined =>
  wanted === undefined || isSame(wanted, now) ? undefined : { edit: { [name]: wanted }, inverse: { [name]: now } };

const planMetadata = (fields: Fields, wanted: unknown): Planned | undefined => {
  const merged = mergeMetadata(fields, wanted);
  if (!merged.ok) throw refuse('metadata-invalid', { problems: merged.problems });
  const after: Fields = merged.value;
  const names = Object.keys(wanted as object).filter((name) => !isSame(after[name] ?? null, fields[name] ?? null));
  if (names.length === 0) return undefined;
  return {
    edit: { metadata: Object.fromEntries(names.map((name) => [name, after[name] ?? null])) },
    inverse: { metadata: Object.fromEntries(names.map((name) => [name, fields[name] ?? null])) },
  };
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

/** Writes the members of objects in one order. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return members.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, ordered(inner)]);
};

/** How many revisions an edit adds: the item has its own, and its description has one. */
export const revisionsOf = ({ metadata, ...ofItem }: Wanted): number =>
  (metadata === undefined ? 0 : 1) + (Object.keys(ofItem).length === 0 ? 0 : 1);
