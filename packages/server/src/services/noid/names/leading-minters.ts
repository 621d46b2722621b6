import { firstPart, validateIdentifier } from '@perene/core/noid';
import type { MinterDefinition, MinterStore } from '../../../ports/minting/minter-store.ts';
import { TARGET_ELEMENT } from '../ezid/read-changes.ts';
import { VALUES_ELEMENT } from '../handle/kept-values.ts';
import { templateOf } from '../minters/minter-work.ts';
import { STATE_ELEMENT } from './name-state.ts';

/** What is bound to a name of which anything is known, whichever interface bound it. */
const NOTED = [TARGET_ELEMENT, VALUES_ELEMENT, STATE_ELEMENT, '_created', '_updated'];

export const mayMint = (definition: MinterDefinition, id: string): boolean =>
  validateIdentifier(id, templateOf(definition), { naan: definition.naan }).ok;

/** The minter that may mint one of the names comes before all others; of these, the longest shoulder. */
const rankOf = (definition: MinterDefinition, ids: readonly string[]): number => {
  if (ids.some((id) => mayMint(definition, id))) return Number.POSITIVE_INFINITY;
  const shoulder = firstPart(templateOf(definition), definition.naan);
  return ids.some((id) => id.startsWith(shoulder)) ? shoulder.length : -1;
};

/**
 * The minters that lead a name and what follows it: those with the best right to it of which something is bound there.
 * Nobody takes a name over by binding it, or a part of it, in another minter. Where nothing is bound, all are returned,
 * the best right first.
 */
export const findLeading = async (
  store: Pick<MinterStore, 'read'>,
  holders: readonly MinterDefinition[],
  {
    idsOf,
    elements = [],
  }: {
    /** The name as this minter may have it, and the beginnings of it that it may have. */
    readonly idsOf: (definition: MinterDefinition) => readonly string[];
    /** Elements that lead, too. */
    readonly elements?: readonly string[];
  },
): Promise<readonly MinterDefinition[]> => {
  if (holders.length < 2) return holders;
  const ranked = holders
    .map((definition) => ({ definition, rank: rankOf(definition, idsOf(definition)) }))
    .toSorted((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank));
  const ranks = [...new Set(ranked.map(({ rank }) => rank))];
  if (ranks.length < 2) return holders;
  const noted = [...new Set([...elements, ...NOTED])];
  for (const rank of ranks) {
    const group = ranked.filter((each) => each.rank === rank).map(({ definition }) => definition);
    for (const definition of group) {
      const bound = await store.read(definition.name, (minter) => minter.bound(idsOf(definition), noted));
      if (bound !== undefined && bound.length > 0) return group;
    }
  }
  return ranked.map(({ definition }) => definition);
};
