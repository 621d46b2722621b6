import type { BoundElement, MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { hasNaan } from '../ark/ark-minters.ts';
import { type NameState, REASON_ELEMENT, STATE_ELEMENT, stateOf } from '../names/name-state.ts';
import { authorityOf, type FoundHandle, type Handle, prefixOf } from './find-handle.ts';
import { ADMIN_TYPE, LIST_TYPE } from './handle-rights.ts';
import { DEFAULT_TTL, type HandleValue } from './handle-value.ts';
import type { HandleParts } from './handles.ts';
import { readKeptValues } from './kept-values.ts';

export interface ShownHandle {
  readonly minter: string;
  readonly prefix: string;
  readonly values: readonly HandleValue[];
  readonly isReserved: boolean;
}

const ADMIN_INDEX = 100;
const LIST_INDEX = 200;
const KEY_INDEX = 300;
const ALL_RIGHTS = '111111111111';
const DECODER = new TextDecoder();

export const stateOfBound = (bound: readonly BoundElement[]): NameState => {
  const textOf = (name: string) => {
    const found = bound.find(({ element }) => element === name);
    return found && DECODER.decode(found.value);
  };
  return stateOf(textOf(STATE_ELEMENT), textOf(REASON_ELEMENT));
};

/**
 * The values of a handle. That of a prefix has values that say who administers it, which clients look for before they
 * register anything, and those that were put there.
 */
export const withPrefixValues = async (
  { minters }: Pick<HandleParts, 'minters'>,
  handle: Handle,
  found: FoundHandle | undefined,
): Promise<ShownHandle | undefined> => {
  const kept = found === undefined ? [] : readKeptValues(found.bound, found.changed);
  if (prefixOf(handle) === undefined) {
    return found && showHandle(found, kept);
  }
  const authority = authorityOf(handle);
  const definition = await minters.search(authority, async (holders) =>
    holders.find((each) => hasNaan(each, authority)),
  );
  if (definition === undefined) return undefined;
  const own = describePrefix(definition).filter(({ index }) => !kept.some((value) => value.index === index));
  const values = [...kept, ...own].toSorted((one, other) => one.index - other.index);
  return { minter: definition.name, prefix: definition.naan, values, isReserved: false };
};

/** What is shown of a handle, or of what is made of it. */
export const showHandle = (
  { definition: { name, naan }, bound }: FoundHandle,
  values: readonly HandleValue[],
): ShownHandle => ({ minter: name, prefix: naan, values, isReserved: stateOfBound(bound).kind === 'reserved' });

const describePrefix = ({ naan, created }: MinterDefinition): readonly HandleValue[] => {
  const handle = `0.NA/${naan}`;
  const rest = { ttl: DEFAULT_TTL, timestamp: readLocalTime(created) };
  const admin = { handle, index: LIST_INDEX, permissions: ALL_RIGHTS };
  return [
    { index: ADMIN_INDEX, type: ADMIN_TYPE, data: { format: 'admin', value: admin }, ...rest },
    { index: LIST_INDEX, type: LIST_TYPE, data: { format: 'vlist', value: [{ handle, index: KEY_INDEX }] }, ...rest },
  ];
};

/** Minters note local times of 14 digits. */
const readLocalTime = (digits: string): string =>
  digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');
