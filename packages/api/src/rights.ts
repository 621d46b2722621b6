import type { Principal } from './views/key.ts';

/** What a right is about: an item, with its owner and its collections. */
export interface OwnedItem {
  /** The person who deposited it; without one, it belongs to curators and administrators. */
  readonly owner?: { readonly id: string } | undefined;
  readonly collections?: readonly { readonly name: string }[] | undefined;
}

type Rights = Pick<Principal, 'role' | 'person' | 'grants' | 'limits'>;

/** Whether somebody may look after a collection: its items, whoever deposited them. */
export const mayCurate = ({ role, grants = [], limits }: Rights, collection: string): boolean => {
  if (limits !== undefined && !limits.collections?.includes(collection)) return false;
  if (role === 'admin' || role === 'steward') return true;
  return grants.some((grant) => grant.role === 'curator' && covers(grant, collection));
};

/** Whether somebody may say of items of a collection that they can be published. */
export const mayReview = (rights: Rights, collection: string): boolean => {
  const isReviewer = (rights.grants ?? []).some((grant) => grant.role === 'reviewer' && covers(grant, collection));
  const isLimited = rights.limits !== undefined && !rights.limits.collections?.includes(collection);
  return mayCurate(rights, collection) || (isReviewer && !isLimited);
};

/**
 * Whether somebody may change an item. Depositors who are people change what they deposited, curators what is in their
 * collections, stewards and administrators everything. A key that belongs to nobody has the rights of its role.
 */
export const mayChange = (rights: Rights, { owner, collections = [] }: OwnedItem): boolean => {
  const { role, person, grants = [], limits } = rights;
  const names = collections.map(({ name }) => name);
  if (limits !== undefined && !names.some((name) => limits.collections?.includes(name))) return false;
  if (role === 'admin' || role === 'steward') return true;
  if (role === 'depositor' && (person === undefined || owner?.id === person)) return true;
  return grants.some((grant) => grant.role === 'curator' && ['', ...names].some((name) => covers(grant, name)));
};

/** Whether somebody may withdraw an item and restore it: whoever looks after it, and not its depositor alone. */
export const mayWithdraw = (rights: Rights, item: OwnedItem): boolean =>
  rights.role === 'admin' || rights.role === 'steward'
    ? mayChange(rights, item)
    : mayChange({ ...rights, role: 'reader' }, item);

/** Whether somebody may deposit into these collections; a key that is limited to collections must name some. */
export const mayDeposit = ({ limits }: Pick<Rights, 'limits'>, collections: readonly string[]): boolean =>
  limits === undefined ||
  (collections.length > 0 && collections.every((name) => limits.collections?.includes(name) === true));

/** Whether the role allows new items; curators who only read make some in their collections alone. */
export const mayAdd = (rights: Rights, collections: readonly string[]): boolean => {
  if (rights.role !== 'reader') return true;
  const names = collections.length === 0 ? [''] : collections;
  return names.every((name) => mayCurate(rights, name));
};

/** Whether somebody may mint and bind with a minter. */
export const mayUseMinter = ({ limits }: Pick<Rights, 'limits'>, minter: string): boolean =>
  limits === undefined || limits.minters?.includes(minter) === true;

/** A grant without a collection is for all of them. */
const covers = ({ collection }: { readonly collection?: string | undefined }, name: string): boolean =>
  collection === undefined || (name !== '' && collection === name);
