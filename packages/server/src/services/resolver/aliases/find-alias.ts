import { because, type Said } from '@perene/api/refusals';
import { type Ibi, type Label, parseIbi, type State } from '@perene/core';
import { type AliasAnnouncer, formatAliasRequest } from '@perene/core/federation';
import { type Alias, aliasLabel } from '@perene/core/item';
import type { FirstHolder } from '../../../ports/federation/members.ts';
import { createAsking, createUrlRequest, type HeardList, type Reach, rememberAnswers } from '../asking/ask-archives.ts';
import type { ShownAway, Silent } from '../asking/outcome/resolution.ts';
import { rankOf } from '../asking/rank-answers.ts';
import { missingAmong, viewAway } from '../asking/switched-off.ts';
import type { UpdatedHolderIndex } from '../digests/holder-index.ts';
import type { IncludedArchive } from '../members/member-directory.ts';
import { orAsKnown } from '../members/or-as-known.ts';
import { type AliasAsking, type AliasHolder, pollArchives, STATES } from './poll-archives.ts';

export interface AliasFinding {
  /**
   * The items that carry the alias, each once: the one that carried it first, if it is known and living; then originals,
   * copies, and removed ones (decision 17). Among equals, that of this node comes first, then those of the Archives that
   * were registered first, so that the choice is always the same. None, while the first carrier is silent.
   */
  readonly holders: readonly AliasHolder[];
  /** Items that an Archive names while another, which has announced the alias for another item, does not answer. */
  readonly doubted: readonly AliasHolder[];
  /** The Archives that have announced the alias, do not answer, and may have meant another item than this. */
  readonly announcersBut: (item: Ibi) => readonly AliasAnnouncer<Label>[];
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
  const holdersNow = () => holders.holdersOf([name], kept?.archive);
  const kinship = ({ number }: Pick<IncludedArchive, 'number'>) => holders.kinshipOf(number);
  const numbersOf = ({ named, away }: ReturnType<typeof holdersNow>): ReadonlySet<number> =>
    new Set([
      ...named.filter((number) => kinship({ number }) !== 'foreign'),
      ...away.filter(({ state, isKnown }) => state === 'excluded' && isKnown).map(({ number }) => number),
    ]);
  const poll = pollArchives({
    messenger,
    circuits,
    limits,
    query: formatAliasRequest(alias),
    kept,
    announcers: () => numbersOf(holdersNow()),
    holdersOf: (labels) => numbersOf(holders.holdersOf(labels)),
    ...asking,
  });
  const announcersBut = ({ text }: Ibi): readonly AliasAnnouncer<Label>[] => {
    const rivals = new Set(poll.rivalsOf([text]));
    return [...directory.included(), ...directory.away()].filter(({ number }) => rivals.has(number));
  };
  const tell = (states: readonly State[], unheard: readonly IncludedArchive[]): AliasFinding => {
    const { named, away } = holdersNow();
    const told = poll.tell(states);
    const silent = [...poll.silent(), ...unheard.map(notYetHeard), ...missingAmong(away)];
    // An alias may have been announced after all were asked.
    const rivals = told.doubted.flatMap(({ label }) => announcersBut(label));
    const late = rivals.filter(({ service }) => !silent.some((one) => one.service === service));
    return {
      ...told,
      announcersBut,
      known: told.holders.filter(poll.isKept),
      silent: [...silent, ...late.map(notYetHeard)],
      away: away.map(viewAway),
      first: poll.first(),
      isSettled: named.every((number) => poll.hasAnswered(number) || kinship({ number }) === 'foreign'),
    };
  };
  try {
    if (local !== undefined) await poll.askHere(local);
    if (!poll.hasOriginal()) await orAsKnown(directory.refresh());
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
    const remembering = { ...needs, messenger: rememberAnswers(needs) };
    const checkClaims = async (): Promise<void> => {
      await overruleCopies(remembering, { poll, isKeeper, asking });
      await dismissInvented(remembering, { poll, asking });
    };
    const followFirst = async (): Promise<void> => {
      const moved = await findFirst(remembering, { poll, isKeeper, asking });
      if (moved !== undefined) await needs.firsts.learn(name, moved);
    };

    await askLikely(because('may-have-alias'));
    await followFirst();
    if (!poll.hasOriginal()) await checkClaims();
    if (poll.hasOriginal()) yield tell(['Original'], []);
    else if (poll.fresh().some(({ state }) => state === 'Copy')) yield tell(['Copy'], []);
    // Reads what was announced meanwhile before saying "no".
    await orAsKnown(holders.refresh());
    if (kin.length > limits.maxAskedForUnknown) await askLikely(because('may-have-new-alias'));
    else await poll.ask(kin, because('may-have-new-alias'), new Set());
    await followFirst();
    await checkClaims();
    const { open } = holdersNow();
    yield tell(
      STATES,
      others.filter((archive) => open.includes(archive.number) && kinship(archive) === 'unknown'),
    );
  } finally {
    poll.close();
  }
}

interface Checking {
  readonly poll: ReturnType<typeof pollArchives>;
  readonly isKeeper: (heard: HeardList) => boolean;
  readonly asking: AliasAsking;
}

/**
 * Finds out which Archive has the item that carried the alias first, where it may have moved: that Archive says whether
 * the item still carries it. Returns what is to be remembered.
 */
const findFirst = async (needs: AliasNeeds, { poll, isKeeper, asking }: Checking): Promise<FirstHolder | undefined> => {
  const lost = poll.lostFirst();
  const item = lost === undefined ? undefined : parseIbi(lost);
  if (!item?.ok) return undefined;
  const keeper = await findKeeper(needs, item.value, { isKeeper, asking });
  if (keeper === undefined) return undefined;
  await poll.ask([keeper], because('keeps-original', { label: item.value.text }), new Set([keeper.number]));
  const isMoved = poll.placeFirst(keeper, item.value) && !keeper.isLocal;
  return isMoved ? { archive: keeper.number, item: item.value.text } : undefined;
};

/** Decision 45: what a copy says counts only while the holder of the original is silent. */
const overruleCopies = async (needs: AliasNeeds, { poll, isKeeper, asking }: Checking): Promise<void> => {
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

/** More are named only by Archives that lie. */
const MAX_DISMISSED = 16;

/** An item that the Archive does not have itself, which says that it carries the alias, is no rival of others. */
const dismissInvented = async (needs: AliasNeeds, { poll, asking }: Omit<Checking, 'isKeeper'>): Promise<void> => {
  const { clientAddresses, ...limits } = asking;
  for (const claim of poll.blocking().slice(0, MAX_DISMISSED)) {
    const { number, service, address } = claim.archive;
    const isHad = ({ archive }: HeardList): boolean => archive.number === number;
    const { heard, silent } = await createAsking(needs)({
      request: createUrlRequest(claim.label, { clientAddresses, filePath: undefined, verbs: [] }),
      satisfies: isHad,
      rank: () => 0,
      wantsAll: false,
      ...limits,
    });
    if (heard.some(isHad) || silent.some((one) => one.service === service)) continue;
    asking.trace({ kind: 'decided', why: because('alias-invented', { address, label: claim.label.text }) });
    poll.overrule(claim);
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

const notYetHeard = ({ address, service }: AliasAnnouncer<Label>): Silent => ({
  address,
  service,
  code: 'no-time-left',
  because: because('holdings-unknown'),
});
