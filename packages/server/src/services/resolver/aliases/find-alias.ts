import { because, type Said } from '@perene/api/refusals';
import type { Ibi, Label, State } from '@perene/core';
import { formatAliasRequest } from '@perene/core/federation';
import { type Alias, aliasLabel } from '@perene/core/item';
import { createAsking, createUrlRequest, type HeardList, type Reach, rememberAnswers } from '../asking/ask-archives.ts';
import type { ShownAway, Silent } from '../asking/outcome/resolution.ts';
import { rankOf } from '../asking/rank-answers.ts';
import { missingAmong, viewAway } from '../asking/switched-off.ts';
import type { UpdatedHolderIndex } from '../digests/holder-index.ts';
import type { IncludedArchive } from '../members/member-directory.ts';
import { type AliasAsking, type AliasHolder, pollArchives, STATES } from './poll-archives.ts';

export interface AliasFinding {
  /**
   * The items that carry the alias, each once: the one that carried it first, if it is known and living; then originals,
   * copies, and removed ones (decision 17). Among equals, that of this node comes first, then those of the Archives that
   * were registered first, so that the choice is always the same. None, while the first carrier is silent.
   */
  readonly holders: readonly AliasHolder[];
  /** The Archives that may have an item with the alias, and did not answer. */
  readonly silent: readonly Silent[];
  /** Archives that may have had it, and cannot be asked any more. */
  readonly away: readonly ShownAway[];
  /** Those of them that are known to be the first carriers: others do not count, unless these are not there. */
  readonly known: readonly AliasHolder[];
  /** The item that is known to have carried the alias first, unless it does not any more. */
  readonly first: Label | undefined;
  /** Whether nobody is silent whose digest has the alias. */
  readonly isSettled: boolean;
}

interface AliasNeeds extends Reach {
  readonly holders: Pick<UpdatedHolderIndex, 'holdersOf' | 'kinshipOf' | 'meet' | 'refresh' | 'close'>;
}

/**
 * Finds the items with an alias. Asks the Archive of this node, then those whose digests have the alias and those that
 * run Perene and whose digest does not count now. Where what they said leads to no item, or nothing is found, asks the
 * others that run Perene if they are few (decision 41). Other Archives do not know this message and never get it. The
 * last finding is what is known when all were asked.
 */
export async function* findAlias(needs: AliasNeeds, alias: Alias, asking: AliasAsking): AsyncGenerator<AliasFinding> {
  const { directory, holders, messenger, circuits, local, limits } = needs;
  const name = aliasLabel(alias);
  const kept = await needs.firsts.find(name);
  const poll = pollArchives({ messenger, circuits, limits, query: formatAliasRequest(alias), kept, ...asking });
  const holdersNow = () => holders.holdersOf([name], kept?.archive);
  const kinship = ({ number }: Pick<IncludedArchive, 'number'>) => holders.kinshipOf(number);
  const tell = (states: readonly State[], unheard: readonly IncludedArchive[]): AliasFinding => {
    const { named, away } = holdersNow();
    const told = poll.tell(states);
    return {
      holders: told,
      known: told.filter(poll.isKept),
      silent: [...poll.silent(), ...unheard.map(notYetHeard), ...missingAmong(away)],
      away: away.map(viewAway),
      first: poll.standing() === 'over' ? undefined : kept?.item,
      isSettled: named.every((number) => poll.hasAnswered(number) || kinship({ number }) === 'foreign'),
    };
  };
  try {
    if (local !== undefined) await poll.askHere(local);
    if (!poll.hasOriginal()) await directory.refresh();
    const others = directory.included().filter(({ isLocal }) => !isLocal);
    if (!poll.hasOriginal() && others.some((archive) => kinship(archive) === 'unknown')) {
      await holders.meet(Math.min(limits.messageMs, asking.leftMs()));
    }
    const kin = others.filter((archive) => kinship(archive) === 'ours');
    if (kept !== undefined && others.some((one) => one.number === kept.archive && kinship(one) === 'foreign')) {
      poll.release();
    }
    const askLikely = async (why: Said): Promise<void> => {
      const { named, open } = holdersNow();
      const isNamed = ({ number }: IncludedArchive) => named.includes(number);
      const isOpen = ({ number }: IncludedArchive) => !poll.hasOriginal() && open.includes(number);
      const unnamed = kin.filter((archive) => !isNamed(archive) && isOpen(archive));
      await poll.ask([...kin.filter(isNamed), ...unnamed], why, new Set(named));
    };
    const isKeeper = ({ archive }: HeardList): boolean => archive.isLocal || kinship(archive) === 'ours';
    // Several copies may be of one item.
    const remembering = { ...needs, messenger: rememberAnswers(messenger) };
    const checkCopies = () => overruleCopies(remembering, { poll, isKeeper, asking });

    await askLikely(because('may-have-alias'));
    if (!poll.hasOriginal()) await checkCopies();
    if (poll.hasOriginal()) yield tell(['Original'], []);
    else if (poll.fresh().some(({ state }) => state === 'Copy')) yield tell(['Copy'], []);
    // Reads what was announced meanwhile before saying "no".
    await holders.refresh();
    if (kin.length > limits.maxAskedForUnknown) await askLikely(because('may-have-new-alias'));
    else await poll.ask(kin, because('may-have-new-alias'), new Set());
    await checkCopies();
    const { open } = holdersNow();
    yield tell(
      STATES,
      others.filter((archive) => open.includes(archive.number) && kinship(archive) === 'unknown'),
    );
  } finally {
    poll.close();
  }
}

/** Decision 45: what a copy says counts only while the holder of the original is silent. */
const overruleCopies = async (
  needs: AliasNeeds,
  {
    poll,
    isKeeper,
    asking,
  }: {
    readonly poll: ReturnType<typeof pollArchives>;
    readonly isKeeper: (heard: HeardList) => boolean;
    readonly asking: AliasAsking;
  },
): Promise<void> => {
  const copies = poll.fresh().filter(({ state }) => state === 'Copy');
  for (const copy of copies) {
    const keeper = await findKeeper(needs, copy.label, { isKeeper, asking });
    if (keeper === undefined) continue;
    await poll.ask([keeper], because('keeps-original', { label: copy.label.text }), new Set([keeper.number]));
    if (!poll.denies(keeper, copy.label)) continue;
    const { address } = keeper;
    asking.trace({ kind: 'decided', why: because('copy-overruled', { address, label: copy.label.text }) });
    poll.overrule(copy);
  }
};

/** The Archive that has the original, or its tombstone; undefined where no Archive that may know aliases has it. */
const findKeeper = async (
  needs: AliasNeeds,
  label: Ibi,
  { isKeeper, asking }: { readonly isKeeper: (heard: HeardList) => boolean; readonly asking: AliasAsking },
): Promise<IncludedArchive | undefined> => {
  const stateOf = ({ list }: HeardList) => list.related.get('')?.state;
  const satisfies = (heard: HeardList): boolean => isKeeper(heard) && stateOf(heard) === 'Original';
  const { clientAddresses, ...limits } = asking;
  const { heard } = await createAsking(needs)({
    request: createUrlRequest(label, { clientAddresses, filePath: undefined, verbs: [] }),
    satisfies,
    rank: (one) => rankOf(label, one, stateOf(one)),
    wantsAll: false,
    ...limits,
  });
  const removed = (one: HeardList): boolean => isKeeper(one) && stateOf(one) === 'Deleted';
  return (heard.find(satisfies) ?? heard.find(removed))?.archive;
};

const notYetHeard = ({ address, service }: IncludedArchive): Silent => ({
  address,
  service,
  code: 'no-time-left',
  because: because('holdings-unknown'),
});
