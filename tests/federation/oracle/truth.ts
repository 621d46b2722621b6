import type { Label } from '@perene/core';
import { parsedLabel } from '../../fixtures/labels.ts';
import type { ArchiveKind, Event, OddPair, Script, Spoiled } from './script.ts';

/** The true state of a federation. Labels are repository names; an IBIp is another name of the same item. */
export interface World {
  readonly archives: readonly ArchiveTruth[];
  readonly items: Map<number, ItemLabels>;
  /** Every item that ever carried an alias, by the alias. */
  readonly carriers: Map<number, Set<string>>;
  /** The items to which the resolver has led by an alias, and those that it surely knows as its first carriers. */
  readonly ledTo: Map<number, Set<string>>;
  readonly firsts: Map<number, string>;
  /** With more members than this, digests speak for Archives (decision 41). */
  readonly maxAskedForUnknown: number;
  isResolverStopped: boolean;
}

interface ItemLabels {
  readonly label: string;
  readonly ibip?: string;
  readonly metadata: string;
  readonly language?: string;
}

export interface ArchiveTruth extends ArchiveKind {
  readonly number: number;
  readonly service: Label;
  address: string;
  membership: 'included' | 'excluded' | 'revoked';
  down: 'refuses' | 'times out' | undefined;
  /** When the Archive last went down, in milliseconds since 1970. */
  downSince: number;
  /** Labels for which the Archive gives answers that cannot be read. */
  readonly spoiled: Map<string, Exclude<Spoiled, OddPair>>;
  /** Labels for which one pair of the answer cannot be read. */
  readonly odd: Map<string, OddPair>;
  readonly holdings: Map<string, Holding>;
  /** Links between originals of this Archive, told here. */
  readonly editions: Map<string, string>;
  readonly translations: Translation[];
  /** The labels in its last digest. */
  digest: ReadonlySet<string>;
  /** The aliases in its last digest, with their items. */
  announced: ReadonlyMap<number, string>;
  /** Whether the resolver knows if the Archive understands messages beyond the standard. */
  isAcquainted: boolean;
  /** The labels of which the Archive has told something. */
  readonly told: Set<string>;
}

interface Translation {
  readonly one: string;
  readonly other: string;
  readonly language: string | undefined;
  /** Whether the link came with an original from elsewhere. */
  readonly isReceived?: boolean;
}

export interface Holding {
  readonly state: 'original' | 'copy' | 'deleted';
  readonly content: 'data' | 'metadata' | 'service';
  readonly language?: string | undefined;
  /** The files of the item; its URL leads to the first. */
  readonly files: readonly string[];
  readonly metadata?: string | undefined;
  readonly aliases?: readonly number[];
  /** What a copy tells of other items: what its original told when it was copied. */
  readonly words?: Words;
}

/** What an Archive tells of an item in relation to others; the family includes the item itself. */
export interface Words {
  readonly next: string | undefined;
  readonly family: readonly Member[];
}

interface Member {
  readonly label: string;
  readonly language: string | undefined;
}

export const METADATA_FILE = 'metadata.json';

export const createWorld = ({ archives, maxAskedForUnknown }: Script): World => ({
  archives: archives.map((kind, number) => {
    const service = parsedLabel(`example.org/s${number}/2001/01.01.00.00`);
    return {
      ...kind,
      number,
      service,
      address: `a${number}.example.org`,
      membership: 'included',
      down: undefined,
      downSince: 0,
      spoiled: new Map(),
      odd: new Map(),
      holdings: new Map([[service, { state: 'original', content: 'service', files: [] }]]),
      editions: new Map(),
      translations: [],
      digest: new Set(),
      announced: new Map(),
      isAcquainted: false,
      told: new Set(),
    };
  }),
  items: new Map(),
  carriers: new Map(),
  ledTo: new Map(),
  firsts: new Map(),
  maxAskedForUnknown,
  isResolverStopped: false,
});

/** Returns what an Archive tells of one of its holdings. */
export const wordsOf = (archive: ArchiveTruth, label: string): Words => {
  const holding = archive.holdings.get(label);
  // A minimal Archive tells no language.
  const language = archive.kind === 'minimal' ? undefined : holding?.language;
  const alone = { next: undefined, family: [{ label, language }] };
  if (holding === undefined || holding.content === 'service') return alone;
  if (holding.words !== undefined) return holding.words;
  // RTC-11 Algorithm 2, line 17: the next edition is told whatever the relation is.
  if (archive.kind === 'minimal') return { ...alone, next: archive.editions.get(label) };
  return { next: archive.editions.get(label), family: familyOf(archive, label) };
};

/** Returns the family of a label: translations of translations are translations, with their languages. */
export const joinedBy = (
  { translations, holdings }: Pick<ArchiveTruth, 'translations' | 'holdings'>,
  label: string,
): Map<string, string | undefined> => {
  const members = new Map([[label, holdings.get(label)?.language]]);
  const add = (member: string, language?: string): void => {
    if (!members.has(member)) members.set(member, holdings.get(member)?.language ?? language);
  };
  for (const known of members.keys()) {
    for (const { one, other, language, isReceived } of translations) {
      if (isReceived) continue;
      if (one === known) add(other, language);
      if (other === known) add(one);
    }
  }
  return members;
};

/** A link that came with an original counts for that original alone (decision 45). */
const familyOf = ({ translations, holdings }: ArchiveTruth, label: string): readonly Member[] => {
  const members = joinedBy({ translations, holdings }, label);
  const family = [...members.keys()];
  for (const { one, other, language, isReceived } of translations) {
    if (!isReceived || !family.includes(one) || members.has(other)) continue;
    members.set(other, holdings.get(other)?.language ?? language);
  }
  return [...members].map(([member, language]) => ({ label: member, language }));
};

export const holderOfOriginal = ({ archives }: World, label: string): ArchiveTruth | undefined =>
  archives.find(({ holdings }) => holdings.get(label)?.state === 'original');

export const isAlive = (holding: Holding | undefined): boolean => holding !== undefined && holding.state !== 'deleted';

/** Returns the Archive to copy from: the one that the script names, if it has a copy. */
export const sourceOf = (world: World, { item, from }: Extract<Event, { kind: 'copy' }>): ArchiveTruth | undefined => {
  const label = labelOf(world, item);
  const named = from === undefined ? undefined : world.archives[from];
  return named?.holdings.get(label)?.state === 'copy' ? named : holderOfOriginal(world, label);
};

/** Returns the link to remove, among those that the holder of the original tells. */
export const linkToCut = (
  world: World,
  { of, which }: Extract<Event, { kind: 'unlink' }>,
): { readonly holder: ArchiveTruth; readonly label: string; readonly other: string } | undefined => {
  const label = labelOf(world, of);
  const holder = holderOfOriginal(world, label);
  if (holder === undefined) return undefined;
  const told = holder.translations.filter(({ one, isReceived }) => isReceived && one === label);
  const links = new Set([
    ...[holder.editions.get(label) ?? []].flat(),
    ...joinedBy(holder, label).keys(),
    ...told.map(({ other }) => other),
  ]);
  links.delete(label);
  const other = [...links][which % links.size];
  return other === undefined ? undefined : { holder, label, other };
};

/** An Archive that takes longer is not waited for. */
export const MESSAGE_MS = 2_000;

export const isReachable = ({ down, latencyMs }: ArchiveTruth): boolean => down === undefined && latencyMs < MESSAGE_MS;

/** Returns the label of an item, or for an unknown number a label that nobody ever had, like a mistyped one. */
export const labelOf = (world: World, item: number): string =>
  world.items.get(item)?.label ?? `example.org/n${item}/2002/02.02.02.02`;

/** Whether the event can happen; the passing of time always can. */
export const fits = (world: World, event: Event): boolean => {
  const at = (number: number): ArchiveTruth | undefined => world.archives[number];
  switch (event.kind) {
    case 'deposit':
      return at(event.at) !== undefined && !world.items.has(event.item);
    case 'edition': {
      const label = labelOf(world, event.of);
      const holder = holderOfOriginal(world, label);
      const next = labelOf(world, event.next);
      const isTaken = holder && (holder.editions.has(label) || [...holder.editions.values()].includes(next));
      return holder !== undefined && !isTaken && label !== next;
    }
    case 'alias': {
      const label = labelOf(world, event.item);
      const holder = holderOfOriginal(world, label);
      // Only a removed item gives an alias up to another of its Archive.
      const isTaken = [...(holder?.holdings ?? [])].some(
        ([other, holding]) => other !== label && isAlive(holding) && holding.aliases?.includes(event.alias),
      );
      return holder?.kind === 'ours' && (event.isRemoved === true || !isTaken);
    }
    case 'unlink': {
      const cut = linkToCut(world, event);
      if (cut === undefined || cut.holder.editions.get(cut.other) === cut.label) return false;
      if (event.next === undefined) return true;
      const { holder, label, other } = cut;
      const next = labelOf(world, event.next);
      const kept = [...holder.editions].filter(([earlier]) => earlier !== label);
      const isFree = !kept.some(([, later]) => later === next) && next !== label && next !== other;
      return isFree && (holder.editions.get(label) ?? other) === other;
    }
    case 'translation': {
      const holder = holderOfOriginal(world, labelOf(world, event.of));
      const other = world.items.get(event.other);
      if (holder === undefined || other?.language === undefined || holder.kind === 'minimal') return false;
      const family = familyOf(holder, labelOf(world, event.of));
      const joining = familyOf(holder, other.label).map(({ label, language }) =>
        label === other.label ? other.language : language,
      );
      return (
        family.every(({ label }) => label !== other.label) &&
        !joining.some((language) => family.some((member) => member.language === language))
      );
    }
    case 'copy': {
      const holder = sourceOf(world, event);
      const to = at(event.to);
      const there = to?.holdings.get(labelOf(world, event.item));
      if (holder === undefined || to === undefined || holder === to || there?.state === 'deleted') return false;
      return there?.state !== 'original' && (to.kind !== 'ours' || holder.kind === 'ours');
    }
    case 'transfer': {
      const holder = holderOfOriginal(world, labelOf(world, event.item));
      const to = at(event.to);
      if (holder === undefined || to === undefined || holder === to) return false;
      const label = labelOf(world, event.item);
      const there = to.holdings.get(label)?.state;
      const next = holder.editions.get(label);
      if (next !== undefined && !canFollow(to, label, next)) return false;
      return there !== 'deleted' && there !== 'original' && (holder.kind === 'ours') === (to.kind === 'ours');
    }
    case 'remove':
      return isAlive(at(event.at)?.holdings.get(labelOf(world, event.item)));
    case 'claim': {
      const claimant = at(event.at);
      return claimant !== undefined && claimant.kind !== 'ours' && !claimant.holdings.has(labelOf(world, event.item));
    }
    case 'spoil': {
      const archive = at(event.archive);
      const isTheirs = archive?.kind !== 'ours' || event.how === undefined || event.how === 'status';
      return archive !== undefined && isTheirs && !archive.isLocal;
    }
    case 'crash':
      return at(event.archive) !== undefined && !at(event.archive)?.isLocal;
    case 'recover':
      return at(event.archive)?.down !== undefined;
    case 'exclude':
    case 'revoke':
    case 'include': {
      const archive = at(event.archive);
      const isPossible = archive !== undefined && !archive.isLocal && archive.membership !== 'revoked';
      return isPossible && !world.isResolverStopped;
    }
    case 'ask':
    case 'stop':
      return !world.isResolverStopped;
    case 'start':
      return world.isResolverStopped;
    default:
      return true;
  }
};

/** Decision 45 leaves open which links count if those that come with an item contradict the others. */
const canFollow = ({ editions }: ArchiveTruth, label: string, next: string): boolean => {
  if ([...editions.values()].includes(next)) return false;
  for (let later: string | undefined = next; later !== undefined; later = editions.get(later)) {
    if (later === label) return false;
  }
  return true;
};
