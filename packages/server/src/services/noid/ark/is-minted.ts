import { type Ark, parseArk } from '@perene/core/ark';
import type { Alias } from '@perene/core/item';
import type { MinterDefinition, MinterStore } from '../../../ports/minting/minter-store.ts';
import type { ArkMinters } from './ark-minters.ts';
import { type FoundArk, findKnown } from './find-ark.ts';

/** Whether a minter of this node has issued the name, or something is bound to it. */
export const isMinted = async (
  {
    store,
    minters,
    targetElements,
  }: {
    readonly store: Pick<MinterStore, 'read' | 'list'>;
    readonly minters: ArkMinters;
    readonly targetElements: readonly string[];
  },
  { kind, text, key }: Alias,
): Promise<boolean> => {
  if (kind === 'ark') {
    return isMintedArk(text, minters, (ark, holders) => findKnown({ store, targetElements }, ark, holders));
  }
  if (kind !== 'doi' && kind !== 'hdl') return false;
  const id = key.slice(kind.length + 1);
  const slash = id.indexOf('/');
  for (const { name, naan } of await store.list()) {
    if (naan.toLowerCase() !== id.slice(0, slash)) continue;
    const records = await store.read(name, (minter) => minter.records([id, `${naan}${id.slice(slash)}`]));
    if ([...(records?.values() ?? [])].some(({ status }) => status.includes('i'))) return true;
  }
  return false;
};

const isMintedArk = async (
  text: string,
  minters: ArkMinters,
  find: (ark: Ark, holders: readonly MinterDefinition[]) => Promise<FoundArk | undefined>,
): Promise<boolean> => {
  const ark = parseArk(text);
  if (!ark.ok) return false;
  const known = await minters.search(ark.value, async (holders) => {
    const found = await find(ark.value, holders);
    return found?.rest === '' ? found : undefined;
  });
  return known !== undefined;
};
