import { type Ark, listBeginnings } from '@perene/core/ark';
import { hasUpperCaseNames } from '@perene/core/noid';
import type { Recollection } from '../../../memory/recollection.ts';
import type { MinterDefinition, MinterStore } from '../../../ports/minting/minter-store.ts';
import { templateOf } from '../minters/minter-work.ts';

/** An identifier under which a minter may have an ARK. */
export interface ArkCandidate {
  readonly id: string;
  /** The part of the ARK after the identifier. */
  readonly rest: string;
}

export interface ArkMinters {
  /**
   * Searches the minters with the NAAN, or those that bind anything where no minter has it, in the order of names. If
   * nothing is found, searches again with newer minters.
   */
  search<Found>(
    ark: Pick<Ark, 'naan'>,
    look: (holders: readonly MinterDefinition[]) => Promise<Found | undefined>,
  ): Promise<Found | undefined>;
}

/** For a node that mints nothing. */
export const NO_MINTERS: ArkMinters = { search: async () => undefined };

const MAX_BYTES = 16 * 1_048_576;
const BYTES_EACH = 1_000;

/** Remembers the minters, because they seldom change, and reading all of them at every request would cost too much. */
export const rememberMinters = ({
  store,
  recollection,
}: {
  readonly store: Pick<MinterStore, 'list'>;
  readonly recollection: Recollection;
}): ArkMinters => {
  const known = recollection.createMemory<readonly MinterDefinition[]>({
    maxBytes: MAX_BYTES,
    sizeOf: ({ length }) => BYTES_EACH * length,
  });
  const refresh = async (): Promise<readonly MinterDefinition[]> => {
    const reading = recollection.begin();
    const definitions = await recollection.noting(reading, () => store.list());
    known.keep('', definitions, reading);
    return definitions;
  };
  return {
    async search(ark, look) {
      const find = (definitions: readonly MinterDefinition[]) => look(holdersOf(definitions, ark));
      const recalled = known.find('');
      const found = recalled && (await find(recalled));
      if (found !== undefined) return found;
      const fresh = await refresh();
      return recalled !== undefined && areSame(recalled, fresh) ? undefined : find(fresh);
    },
  };
};

/** Whether they are the same in all that decides which minter may have an ARK. */
const areSame = (some: readonly MinterDefinition[], others: readonly MinterDefinition[]): boolean => {
  const describe = ({ name, naan, template, bindsAnything }: MinterDefinition) => [name, naan, template, bindsAnything];
  return JSON.stringify(some.map(describe)) === JSON.stringify(others.map(describe));
};

export const hasNaan = ({ naan }: MinterDefinition, ark: Pick<Ark, 'naan'>): boolean => naan.toLowerCase() === ark.naan;

/** Whoever binds anything in a minter of another NAAN, or of none, has no say about the names of this one. */
const holdersOf = (definitions: readonly MinterDefinition[], ark: Pick<Ark, 'naan'>): readonly MinterDefinition[] => {
  const own = definitions.filter((definition) => hasNaan(definition, ark));
  if (own.length > 0) return own;
  return definitions.filter((definition) => definition.bindsAnything || templateOf(definition).kind === 'binding');
};

/** The candidates, the longest first, each in every spelling that this minter may have. */
export const listCandidates = (definition: MinterDefinition, ark: Ark): readonly ArkCandidate[] => {
  const naan = hasNaan(definition, ark) ? definition.naan : ark.naan;
  const isLowerCase = mintsLowerCase(definition);
  const candidates = new Map<string, ArkCandidate>();
  for (const { names, rest } of listBeginnings(ark)) {
    for (const name of isLowerCase ? [...names, names.at(-1)?.toLowerCase() ?? ''] : names) {
      const id = `${naan}/${name}`;
      if (!candidates.has(id)) candidates.set(id, { id, rest });
    }
  }
  return [...candidates.values()];
};

/** Whether the minter makes lower-case letters only, so that an upper-case letter must mean the lower-case one. */
const mintsLowerCase = (definition: MinterDefinition): boolean => {
  const template = templateOf(definition);
  return template.kind === 'minting' && !definition.bindsAnything && !hasUpperCaseNames(template);
};
