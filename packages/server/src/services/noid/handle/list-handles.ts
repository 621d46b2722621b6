import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import { hasNaan } from '../ark/ark-minters.ts';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import { DELETED } from '../names/register-name.ts';
import type { HandleList } from './handle-answer.ts';

/** Values that a handle must have, each of its type. */
export interface SoughtHandles {
  readonly pairs: readonly (readonly [type: string, value: string])[];
  readonly page: number;
  readonly limit: number;
}

type Store = Pick<MinterStore, 'read' | 'list'>;

const NAMES_AT_A_TIME = 1_000;
const MAX_WALKED = 100_000;
const MAX_CANDIDATES = 10_000;

/** The handles of a prefix, in the order of their minters and their bytes. */
export const listHandles = async (
  { store }: { readonly store: Store },
  prefix: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<HandleList> => {
  const authority = { naan: prefix.toLowerCase() };
  const first = page * pageSize;
  const handles: string[] = [];
  let walked = 0;
  for (const definition of await store.list()) {
    if (!hasNaan(definition, authority)) continue;
    let after = '';
    for (;;) {
      const ids = await store.read(definition.name, (minter) => readNames(minter, `${definition.naan}/`, after));
      if (ids === undefined || ids.all.length === 0) break;
      for (const id of ids.registered) {
        if (walked >= first && handles.length < pageSize) handles.push(id);
        walked += 1;
      }
      if (walked > MAX_WALKED) return { handles, total: undefined };
      after = ids.all.at(-1) ?? after;
    }
  }
  return { handles, total: walked };
};

const readNames = async (minter: MinterReading, prefix: string, after: string) => {
  const all = await minter.namesAfter({ prefix, after, limit: NAMES_AT_A_TIME });
  const deleted = new Set((await minter.bound(all, [DELETED])).map(({ id }) => id));
  return { all, registered: all.filter((id) => !deleted.has(id)) };
};

/** The handles that have all these values, found by the first of them. */
export const lookUpHandles = async (
  { store }: { readonly store: Store },
  { pairs, page, limit }: SoughtHandles,
): Promise<readonly string[]> => {
  const [first, ...others] = pairs.map(([type, value]) => ({ element: elementOf(type), value }));
  if (first === undefined) return [];
  const found: string[] = [];
  for (const { name } of await store.list()) {
    const ids = await store.read(name, async (minter) => {
      const sought = { element: first.element, value: Buffer.from(first.value), after: '', limit: MAX_CANDIDATES };
      const some = await minter.namesBound(sought);
      const fitting: string[] = [];
      for (const id of some) if (await hasAll(minter, id, others)) fitting.push(id);
      return fitting;
    });
    found.push(...(ids ?? []));
    if (found.length >= (page + 1) * limit) break;
  }
  return found.slice(page * limit, (page + 1) * limit);
};

const elementOf = (type: string): string => (type.toUpperCase() === 'URL' ? TARGET_ELEMENT : type);

const hasAll = async (
  minter: MinterReading,
  id: string,
  pairs: readonly { readonly element: string; readonly value: string }[],
): Promise<boolean> => {
  for (const { element, value } of pairs) {
    const bound = await minter.element(id, element);
    if (bound === undefined || Buffer.compare(Buffer.from(value), bound) !== 0) return false;
  }
  return true;
};
