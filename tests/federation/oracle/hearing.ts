import { mayHoldLease, type Names, servicesOf } from './names.ts';
import type { Question } from './script.ts';
import { type ArchiveTruth, type Holding, isAlive, type World } from './truth.ts';

/** An answer that is allowed. */
export type Allowed =
  /**
   * 302: the Archive and the item that it leads to, and the part of the item (a file, `list`, `service`, or a format of
   * metadata).
   */
  | (Named & { readonly kind: 'found'; readonly archive: number; readonly label: string; readonly leaf: string })
  | (Named & {
      readonly kind: 'unknown' | 'untranslated' | 'no file' | 'no metadata' | 'no original' | 'endless' | 'unusable';
    })
  /** 410, 409, and 503 if not enough is known of this label. */
  | (Named & { readonly kind: 'removed' | 'disputed' | 'uncertain'; readonly label: string });

interface Named {
  /**
   * The Archives that are missing, claim the item, or have removed it; or the languages that exist. None if it is left
   * out.
   */
  readonly names?: Names;
}

/** A label to go on from, or the end. */
export type Reached = { readonly label: string; readonly kind?: undefined; readonly toldBy?: ArchiveTruth } | Allowed;

export interface Inquiry {
  readonly world: World;
  /** Whether this Archive can be heard and understood when it is asked for this label. */
  readonly answers: (archive: ArchiveTruth, label: string) => boolean;
  /** The same if the label is asked for without modifiers, so that no pair about relations is needed. */
  readonly answersAlone: (archive: ArchiveTruth, label: string) => boolean;
  readonly question: Question;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Place = Extract<Reached, { readonly kind?: undefined }>;

export const isPlace = (reached: Reached): reached is Place => reached.kind === undefined;

const included = ({ world }: Inquiry): readonly ArchiveTruth[] =>
  world.archives.filter(({ membership }) => membership === 'included');

/** Whether there are too many members to ask them all for an item that nobody is known to hold. */
const isBeyondBound = (inquiry: Inquiry): boolean => included(inquiry).length > inquiry.world.maxAskedForUnknown;

export const heard = (inquiry: Inquiry, label: string): readonly ArchiveTruth[] =>
  included(inquiry).filter((archive) => inquiry.answers(archive, label));

/** Returns the included Archives that were not heard. */
export const silentFor = (inquiry: Inquiry, label: string): readonly ArchiveTruth[] =>
  included(inquiry).filter((archive) => !inquiry.answers(archive, label));

/** Returns the Archives that are switched off and have the item or its tombstone, or had a copy of which they told. */
export const awayHolders = ({ world }: Inquiry, label: string): readonly ArchiveTruth[] =>
  world.archives.filter(
    ({ membership, holdings, digest, told }) =>
      membership === 'excluded' && (holdings.has(label) || digest.has(label) || told.has(label)),
  );

const isSurelyMissed = ({ holdings, digest }: ArchiveTruth, label: string): boolean =>
  digest.has(label) && isAlive(holdings.get(label));

/** Decision 17: returns the Archives that were heard to have the living item. */
export const holders = (inquiry: Inquiry, label: string): readonly ArchiveTruth[] =>
  heard(inquiry, label).filter(({ holdings }) => isAlive(holdings.get(label)));

export const holdingOf = ({ holdings }: ArchiveTruth, label: string): Holding => holdings.get(label) as Holding;

export const claimsOf = (inquiry: Inquiry, label: string): readonly ArchiveTruth[] =>
  holders(inquiry, label).filter((archive) => holdingOf(archive, label).state === 'original');

export const tombstones = (inquiry: Inquiry, label: string): readonly ArchiveTruth[] =>
  heard(inquiry, label).filter(({ holdings }) => holdings.get(label)?.state === 'deleted');

export const isSaidRemoved = (inquiry: Inquiry, label: string): boolean => tombstones(inquiry, label).length > 0;

const removed = (inquiry: Inquiry, label: string): Allowed => ({
  kind: 'removed',
  label,
  names: { must: servicesOf(tombstones(inquiry, label)), may: [] },
});

/**
 * Decision 51: a pair that cannot be read and is not needed is left out. An answer without its URL means neither yes
 * nor no; nor does one without its state if the original is wanted.
 */
export const isOddlySilent = ({ odd, holdings }: ArchiveTruth, label: string, question: Question): boolean => {
  const holding = holdings.get(label);
  if (holding === undefined || !isAlive(holding)) return false;
  const pair = odd.get(label);
  if (question.modifier !== '') return pair !== undefined && pair !== 'odd timestamp';
  const { path, isFileList, isOriginal } = question;
  const hasUrl = isFileList === true || path === undefined || holding.files.includes(path);
  return hasUrl && (pair === 'odd url' || (pair === 'odd state' && isOriginal === true));
};

/** Whether digests under leases may speak for all silent Archives. */
export const maySpeakForSilent = (inquiry: Inquiry, label: string): boolean =>
  isBeyondBound(inquiry) && silentFor(inquiry, label).every((archive) => mayHoldLease(archive, inquiry.now));

/** Returns the Archives that were asked and are silent. */
export const missing = (inquiry: Inquiry, label: string): Names => {
  const silent = silentFor(inquiry, label);
  const asked = isBeyondBound(inquiry)
    ? silent.filter((one) => !mayHoldLease(one, inquiry.now) || isAlive(one.holdings.get(label)))
    : silent;
  // For an item that is related to another, the Archive may be asked by the label of the other, for which it answers.
  const surely = asked.filter(({ spoiled, odd }) => !spoiled.has(label) && !odd.has(label));
  return { must: servicesOf(surely), may: servicesOf([...silent, ...awayHolders(inquiry, label)]) };
};

export const doubt = (inquiry: Inquiry, label: string): Allowed => ({
  kind: 'uncertain',
  label,
  names: missing(inquiry, label),
});

/**
 * Returns the label itself if an Archive has it, otherwise what may be said of it. Decision 40: a "yes" beats silence.
 */
export const findPlaces = (inquiry: Inquiry, label: string): readonly Reached[] => {
  if (holders(inquiry, label).length > 0) return [{ label }];
  const no: Allowed = isSaidRemoved(inquiry, label) ? removed(inquiry, label) : { kind: 'unknown' };
  const uncertain = doubt(inquiry, label);
  // Decision 41: everybody says "no", or a digest under a lease does if there are too many to ask.
  const silent = silentFor(inquiry, label);
  if (silent.length > 0) {
    const isHeldInSilence = silent.some(({ holdings }) => isAlive(holdings.get(label)));
    return maySpeakForSilent(inquiry, label) && !isHeldInSilence ? [uncertain, no] : [uncertain];
  }
  // An Archive that is switched off and known to hold the item is missing; if this is not known, the 404 names the
  // Archive.
  const away = awayHolders(inquiry, label);
  if (away.some((archive) => isSurelyMissed(archive, label))) return [uncertain];
  return away.length > 0 ? [uncertain, no] : [no];
};

/**
 * The same for an item that another names as its edition or translation. Decision 41: where an Archive is switched off
 * that may have it, nobody knows that it lives nowhere.
 */
export const findLinked = (inquiry: Inquiry, label: string): readonly Reached[] => {
  const places = findPlaces(inquiry, label);
  const away = inquiry.world.archives.filter(({ membership }) => membership === 'excluded');
  if (away.length === 0 || !places.some(({ kind }) => kind === 'unknown')) return places;
  const { must, may } = missing(inquiry, label);
  const uncertain: Allowed = { kind: 'uncertain', label, names: { must, may: [...may, ...servicesOf(away)] } };
  const isThere = away.some(({ holdings }) => isAlive(holdings.get(label)));
  return [...(isThere ? places.filter(({ kind }) => kind !== 'unknown') : places), uncertain];
};

interface Aliased {
  readonly reached: readonly Reached[];
  /** What may be said as well if an item lacks what is asked for, because others may have the alias. */
  readonly doubts: readonly Allowed[];
  /** Whether the item is known that carried the alias first, and carries it. */
  readonly isFirst?: boolean;
}

/**
 * Decision 53: whether an Archive that is not heard has announced the alias for another item, so that this one is in
 * doubt. What the resolver knows of first carriers may settle it.
 */
const isContested = (inquiry: Inquiry, alias: number, label: string): boolean => {
  const { archives, ledTo } = inquiry.world;
  const led = ledTo.get(alias) ?? new Set();
  const isSettled = led.has(label) || [...led].some((first) => holders(inquiry, first).length > 0);
  const isHere = archives.some(({ isLocal, holdings }) => isLocal && isAlive(holdings.get(label)));
  return (
    !isSettled &&
    !isHere &&
    archives.some((one) => {
      const isMissing = one.membership === 'excluded' || !inquiry.answers(one, '');
      return one.membership !== 'revoked' && isMissing && one.announced.has(alias) && !one.digest.has(label);
    })
  );
};

/** Decision 53: returns the labels that an alias may stand for, or what may be said of it. */
export const findAliased = (inquiry: Inquiry, alias: number): Aliased => {
  const all = included(inquiry);
  // Whether an Archive is heard at all does not depend on a label here.
  const isHeard = (archive: ArchiveTruth): boolean => inquiry.answers(archive, '');
  const carriedAt = ({ holdings }: ArchiveTruth): readonly string[] =>
    [...holdings].flatMap(([label, { aliases }]) => (aliases?.includes(alias) ? [label] : []));
  // Decision 45: what a copy says counts only while the holder of the original is silent.
  const isOverruled = (label: string): boolean =>
    all.some(
      (one) =>
        one.kind === 'ours' &&
        one.aliases !== 'unknown' &&
        (one.isAcquainted || one.isLocal) &&
        inquiry.answers(one, label) &&
        ['original', 'deleted'].includes(one.holdings.get(label)?.state ?? '') &&
        (one.aliases === 'false' || !carriedAt(one).includes(label)),
    );
  const labelsAt = (archive: ArchiveTruth): readonly string[] =>
    carriedAt(archive).filter((label) => archive.holdings.get(label)?.state !== 'copy' || !isOverruled(label));
  // Archives of other programs copy the item, and know nothing of aliases.
  const carriers = all.filter(
    (archive) => archive.kind === 'ours' && archive.aliases === undefined && labelsAt(archive).length > 0,
  );
  const heardCarriers = carriers.filter(isHeard);
  const isLivingAt = (archive: ArchiveTruth) => (label: string) => isAlive(archive.holdings.get(label));
  const isOriginalAt = (archive: ArchiveTruth) => (label: string) => archive.holdings.get(label)?.state === 'original';
  // Decision 17: a removed item never hides a living one.
  const originals = heardCarriers.flatMap((archive) => labelsAt(archive).filter(isOriginalAt(archive)));
  const living = heardCarriers.flatMap((archive) => labelsAt(archive).filter(isLivingAt(archive)));
  const dead = heardCarriers.flatMap(labelsAt);
  const counting = originals.length > 0 ? originals : living.length > 0 ? living : dead;
  const found = counting.filter((label) => !isContested(inquiry, alias, label)).map((label) => ({ label }));
  const unheard = all.filter((archive) => !isHeard(archive) || !archive.isAcquainted);
  const away = inquiry.world.archives.filter(({ membership, kind }) => membership === 'excluded' && kind === 'ours');
  const isDoubtful = unheard.length + away.length > 0;
  const uncertain: Allowed = {
    kind: 'uncertain',
    label: '',
    names: { must: servicesOf(carriers.filter((one) => !isHeard(one))), may: servicesOf([...unheard, ...away]) },
  };
  // The resolver cannot know whether an Archive that was never heard understands the question.
  const known = heardCarriers.filter(({ isAcquainted, isLocal }) => isAcquainted || isLocal);
  const doubts = isDoubtful ? [uncertain] : [];
  const first = inquiry.world.firsts.get(alias) ?? '';
  const { archives } = inquiry.world;
  const isPlain = archives.every(({ membership, spoiled }) => membership !== 'revoked' && spoiled.size === 0);
  if (isPlain && known.some((archive) => labelsAt(archive).includes(first) && isOriginalAt(archive)(first))) {
    return { reached: [{ label: first }], doubts, isFirst: true };
  }
  if (known.some((archive) => labelsAt(archive).some(isLivingAt(archive)))) {
    return { reached: found.length === counting.length ? found : [...found, uncertain], doubts };
  }
  if (known.length > 0 && !isDoubtful) return { reached: found, doubts };
  const unknown: Allowed = { kind: 'unknown' };
  if (carriers.length > 0) return { reached: [...found, ...dead.map((label) => ({ label })), uncertain], doubts };
  return { reached: isDoubtful ? [uncertain, unknown] : [unknown], doubts };
};
