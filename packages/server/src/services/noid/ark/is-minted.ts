import { parseArk } from '@perene/core/ark';
import type { Alias } from '@perene/core/item';
import type { MinterStore } from '../../../ports/minter-store.ts';
import type { ArkMinters } from './ark-minters.ts';
import { type ArkParts, findKnown } from './find-ark.ts';

interface MintedNeeds extends Pick<ArkParts, 'targetElements'> {
  readonly store: Pick<MinterStore, 'read' | 'list'>;
  readonly minters: ArkMinters;
}

/** Whether a minter of this node has issued the name, or something is bound to it. */
export const isMinted = async (needs: MintedNeeds, { kind, text, key }: Alias): Promise<boolean> => {
  if (kind === 'ark') return isMintedArk(needs, text);
  if (kind !== 'doi' && kind !== 'hdl') return false;
  const id = key.slice(kind.length + 1);
  const slash = id.indexOf('/');
  for (const { name, naan } of await needs.store.list()) {
    if (naan.toLowerCase() !== id.slice(0, slash)) continue;
    const records = await needs.store.read(name, (minter) => minter.records([id, `${naan}${id.slice(slash)}`]));
    if ([...(records?.values() ?? [])].some(({ status }) => status.includes('i'))) return true;
  }
  return false;
};

const isMintedArk = async (needs: MintedNeeds, text: string): Promise<boolean> => {
  const ark = parseArk(text);
  if (!ark.ok) return false;
  const known = await needs.minters.search(ark.value, async (holders) => {
    const found = await findKnown(needs, ark.value, holders);
    return found?.rest === '' ? found : undefined;
  });
  return known !== undefined;
};
