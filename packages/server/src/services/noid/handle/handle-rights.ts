import type { AdminRecord, HandleValue, ValueReference } from './handle-value.ts';

/** The rights of an HS_ADMIN value, from the last of its digits to the first. */
const RIGHTS = [
  'add-handle',
  'delete-handle',
  'add-prefix',
  'delete-prefix',
  'modify-value',
  'remove-value',
  'add-value',
  'read-value',
  'modify-admin',
  'remove-admin',
  'add-admin',
  'list-handles',
] as const;

export type HandleRight = (typeof RIGHTS)[number];

/** Whoever asks, by the key. */
export interface HandleRequester {
  readonly name: string;
  /** The number of the person whose key it is; undefined for a key that belongs to nobody. */
  readonly person: string | undefined;
  /** Whether it may do everything, whatever HS_ADMIN values say. */
  readonly isMaster: boolean;
  readonly contact: string;
  /** Whether the key may change the names of this minter. */
  readonly mayUse: (minter: string) => boolean;
}

export const ADMIN_TYPE = 'HS_ADMIN';
export const LIST_TYPE = 'HS_VLIST';
const MAX_DEPTH = 3;
const MAX_LOOKED_UP = 20;

/** Finds the values of another handle, for the lists that administrators are members of. */
export type FindValues = (handle: string) => Promise<readonly HandleValue[] | undefined>;

/**
 * Tells what somebody may do with a handle, by its HS_ADMIN values. Without any, everybody with a key for the prefix may
 * do everything, as in the other interfaces.
 */
export const readRights = async (
  { prefix, values }: { readonly prefix: string; readonly values: readonly HandleValue[] },
  requester: HandleRequester,
  find: FindValues,
): Promise<(right: HandleRight) => boolean> => {
  const records = values.flatMap(({ type, data }) =>
    type === ADMIN_TYPE && data.format === 'admin' ? [data.value] : [],
  );
  if (requester.isMaster || records.length === 0) return () => true;
  const own: AdminRecord[] = [];
  let lookedUp = 0;
  const isMember = async (reference: ValueReference, depth: number): Promise<boolean> => {
    // Whoever may use the prefix administers what the prefix administers.
    if (reference.handle.toLowerCase() === `0.na/${prefix.toLowerCase()}`) return true;
    // People call their keys as they like, so they are known by their number.
    if (nameOf(reference.handle) === (requester.person ?? requester.name.toLowerCase())) return true;
    if (depth === MAX_DEPTH || lookedUp === MAX_LOOKED_UP) return false;
    lookedUp += 1;
    const listed = (await find(reference.handle))?.find(
      ({ index, type }) => index === reference.index && type === LIST_TYPE,
    );
    if (listed?.data.format !== 'vlist') return false;
    for (const member of listed.data.value) if (await isMember(member, depth + 1)) return true;
    return false;
  };
  for (const record of records) if (await isMember(record, 0)) own.push(record);
  return (right) => own.some(({ permissions }) => permissions.at(-1 - RIGHTS.indexOf(right)) === '1');
};

/** The key of this name, or the person of this number, is the administrator: `300:12345/ana` is the key `ana`. */
const nameOf = (handle: string): string => handle.slice(handle.indexOf('/') + 1).toLowerCase();
