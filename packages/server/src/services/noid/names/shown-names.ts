import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import { closedElements, VALUES_ELEMENT } from '../handle/kept-values.ts';
import { STATE_ELEMENT, STATE_WORDS } from './name-state.ts';

/**
 * The minters as everybody may read them, whichever interface asks: reserved names are as if there were none, and values
 * of handles that not everyone may read are not bound.
 */
export const showToEverybody = <Store extends Pick<MinterStore, 'read'>>(store: Store): Store => ({
  ...store,
  read: (name, work) => store.read(name, (minter) => work(asEverybodySees(minter))),
});

/** Lists of names are for holders of keys, and stay as they are. */
export const asEverybodySees = (minter: MinterReading): MinterReading => {
  const findShown = async (ids: readonly string[]): Promise<readonly string[]> => {
    const states = ids.length === 0 ? [] : await minter.shortTexts(ids, [STATE_ELEMENT], MAX_STATE_LENGTH);
    const reserved = new Set(states.flatMap(({ id, value }) => (value === STATE_WORDS.reserved ? [id] : [])));
    return ids.filter((id) => !reserved.has(id));
  };
  const isShown = async (id: string): Promise<boolean> => (await findShown([id])).length > 0;
  const isOpen = async <Pair extends { readonly id: string; readonly element: string }>(
    pairs: readonly Pair[],
  ): Promise<readonly Pair[]> => {
    const closed = await readClosed(
      minter,
      pairs.map(({ id }) => id),
    );
    return pairs.filter(({ id, element }) => closed.get(id)?.has(element) !== true);
  };
  const openOf = async <Bound extends { readonly element: string }>(id: string, bound: readonly Bound[]) => {
    const open = await isOpen(bound.map((one) => ({ id, element: one.element, one })));
    return open.map(({ one }) => one);
  };
  return {
    ...minter,
    definition: minter.definition,
    record: async (id) => ((await isShown(id)) ? minter.record(id) : undefined),
    records: async (ids) => minter.records(await findShown(ids)),
    isKnown: async (ids) => minter.isKnown(await findShown(ids)),
    element: async (id, element) => {
      const isVisible = (await isShown(id)) && (await isOpen([{ id, element }])).length > 0;
      return isVisible ? minter.element(id, element) : undefined;
    },
    elements: async (id) => ((await isShown(id)) ? openOf(id, await minter.elements(id)) : []),
    bound: async (ids, elements) => isOpen(await minter.bound(await findShown(ids), elements)),
    shortTexts: async (ids, elements, maxLength) =>
      isOpen(await minter.shortTexts(await findShown(ids), elements, maxLength)),
  };
};

const MAX_STATE_LENGTH = 100;

/** The elements of these names that not everyone may read. */
const readClosed = async (
  minter: MinterReading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const unique = [...new Set(ids)];
  const told = unique.length === 0 ? [] : await minter.bound(unique, [VALUES_ELEMENT]);
  const closed = new Map<string, ReadonlySet<string>>();
  for (const { id } of told) closed.set(id, closedElements(await minter.element(id, VALUES_ELEMENT)));
  return closed;
};
