import { aliasLabel, parseAlias } from '@perene/core/item';
import type { Authorship, ExpectedChange, NewItem } from '../../../ports/archive/catalogue.ts';
import type { Locks } from '../engine/locks.ts';

/** Whoever writes an item, its labels or its claims has the lock of each of its labels that this is about. */
export const lockOfLabel = (label: string): string => `label ${label}`;

export const lockOfDraft = (id: string): string => `draft ${id}`;

/** Whoever writes editions, translations or told links has it alone; whoever counts on what they say shares it. */
const RELATIONS = 'relations';

export const ALL_RELATIONS: Locks = { exclusive: [RELATIONS] };

/** Shared by those who give aliases; whoever makes a minter, which may issue some, has it alone. */
export const ALIASES = 'aliases';

const lockOfAlias = (text: string): string => {
  const alias = parseAlias(text);
  return lockOfLabel(alias.ok ? aliasLabel(alias.value) : text);
};

/** Whoever gives an item a place in a collection has it, so that no two get the same. */
const lockOfCollection = (number: bigint): string => `collection ${number}`;

interface Touched {
  readonly labels: readonly (string | undefined)[];
  readonly aliases: readonly string[];
  readonly collections?: readonly bigint[];
  readonly isLinking: boolean;
}

const touchedByNew = (item: NewItem): Touched => ({
  labels: [item.repository, ...item.ibips, item.describes],
  aliases: item.aliases ?? [],
  collections: (item.collections ?? []).map(({ collection }) => collection),
  isLinking: item.links !== undefined && item.linksAwait === undefined,
});

const touchedByChange = ({ item, change }: ExpectedChange): Touched => ({
  labels: [item.repository, ...(change.addIbips ?? []), ...(change.removeIbips ?? [])],
  aliases: [...(change.addAliases ?? []), ...(change.removeAliases ?? [])],
  collections: change.collections ?? [],
  isLinking: change.links !== undefined || change.unlink !== undefined,
});

/**
 * The locks of a transaction that writes items; undefined if nobody else may write meanwhile. What it finds out later, such as
 * the item that a description describes, it asks for then.
 */
const lockTouched = (touched: readonly Touched[], authorship: Authorship): Locks | undefined => {
  // The last step moves files, and counts on all items.
  if (authorship.beforeCommit !== undefined) return undefined;
  const isLinking = touched.some((one) => one.isLinking);
  const named = touched.flatMap(({ labels, aliases, collections = [] }) => [
    ...collections.map(lockOfCollection),
    ...labels.flatMap((label) => (label === undefined ? [] : [lockOfLabel(label)])),
    ...aliases.map(lockOfAlias),
  ]);
  const { request, transfer, draft, handedOver = [] } = authorship;
  return {
    exclusive: [
      ...(isLinking ? [RELATIONS] : []),
      ...named,
      ...handedOver.flatMap(({ statement }) => (statement.repository ? [lockOfLabel(statement.repository)] : [])),
      ...(request ? [`request ${request.key}`] : []),
      ...(draft ? [lockOfDraft(draft.id)] : []),
      ...(transfer ? [`transfer ${transfer.id}`] : []),
    ],
    shared: [
      ...(isLinking ? [] : [RELATIONS]),
      ...(touched.some(({ aliases }) => aliases.length > 0) ? [ALIASES] : []),
    ],
    mayRepeat: true,
  };
};

export const lockNew = (items: readonly NewItem[], authorship: Authorship): Locks | undefined =>
  lockTouched(items.map(touchedByNew), authorship);

export const lockChanged = (changes: readonly ExpectedChange[], authorship: Authorship): Locks | undefined =>
  lockTouched(changes.map(touchedByChange), authorship);

export const lockForgotten = (items: readonly ExpectedChange['item'][], authorship: Authorship): Locks | undefined =>
  lockTouched(
    items.map(({ repository }) => ({ labels: [repository], aliases: [], isLinking: true })),
    authorship,
  );
