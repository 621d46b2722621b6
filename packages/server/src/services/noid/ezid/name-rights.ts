import type { Ark } from '@perene/core/ark';
import type { MinterDefinition, MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import { hasNaan, listCandidates } from '../ark/ark-minters.ts';
import { mayMint } from '../names/leading-minters.ts';
import { isRegistered, OWNER, PERSON } from '../names/register-name.ts';
import type { EzidRequester } from './ezid-answer.ts';

interface Owner {
  readonly name: string | undefined;
  readonly person: string | undefined;
}

export const ownerOf = async (minter: MinterReading, id: string): Promise<Owner> => {
  const bound = await minter.shortTexts([id], [OWNER, PERSON], 1_000);
  const textOf = (element: string) => bound.find((one) => one.element === element)?.value;
  return { name: textOf(OWNER), person: textOf(PERSON) };
};

/**
 * People own what they register with any of their keys, whatever these are called, because people call their keys as
 * they like. A key that belongs to nobody, which only administrators make, owns what keys of its name registered, so that
 * it can be replaced. What nobody owns may be changed by every key that may bind, as in the other interfaces.
 */
export const mayChange = async (minter: MinterReading, id: string, requester: EzidRequester): Promise<boolean> => {
  if ((await minter.record(id))?.pepper !== undefined) return false;
  const { name, person } = await ownerOf(minter, id);
  if (requester.isMaster || (name === undefined && person === undefined)) return true;
  return person === undefined ? requester.person === undefined && name === requester.name : person === requester.person;
};

/**
 * Readers of a name are also led by what follows it, and by its other spellings: only whoever may change a name makes
 * names of these, and nobody of a name that may still be minted for somebody else.
 */
export const mayBegin = async (
  store: Pick<MinterStore, 'read'>,
  {
    holders,
    ark,
    id,
    requester,
  }: {
    readonly holders: readonly MinterDefinition[];
    readonly ark: Ark;
    readonly id: string;
    readonly requester: EzidRequester;
  },
): Promise<'yes' | 'no'> => {
  for (const definition of holders) {
    const beginnings = listCandidates(definition, ark).filter((beginning) => beginning.id !== id);
    const isOwn = await store.read(definition.name, async (minter) => {
      for (const beginning of beginnings) {
        if (await isRegistered(minter, beginning.id)) {
          return requester.mayUse(definition.name) && (await mayChange(minter, beginning.id, requester));
        }
        if (hasNaan(definition, ark) && mayMint(definition, beginning.id)) return requester.isMaster;
      }
      return true;
    });
    if (isOwn === false) return 'no';
  }
  return 'yes';
};
