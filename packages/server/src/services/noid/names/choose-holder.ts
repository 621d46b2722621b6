import type { Ark } from '@perene/core/ark';
import { firstPart } from '@perene/core/noid';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';
import { hasNaan } from '../ark/ark-minters.ts';
import { templateOf } from '../minters/minter-work.ts';
import { mayMint } from './leading-minters.ts';

/** The minter that may mint the name, so that it never does; otherwise the one with the longest shoulder before it. */
export const chooseHolder = (
  holders: readonly MinterDefinition[],
  ark: Pick<Ark, 'naan' | 'name'>,
): MinterDefinition | undefined => {
  const own = holders.filter((definition) => hasNaan(definition, ark));
  const idOf = ({ naan }: MinterDefinition) => `${naan}/${ark.name}`;
  const shoulderOf = (definition: MinterDefinition) => firstPart(templateOf(definition), definition.naan);
  const makers = own.filter((definition) => mayMint(definition, idOf(definition)));
  const fitting = own.filter((definition) => idOf(definition).startsWith(shoulderOf(definition)));
  return makers[0] ?? fitting.toSorted((one, other) => shoulderOf(other).length - shoulderOf(one).length)[0];
};
