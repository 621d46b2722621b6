import type { Event, OddPair, Spoiled } from './script.ts';
import {
  type ArchiveTruth,
  type Holding,
  holderOfOriginal,
  joinedBy,
  labelOf,
  linkToCut,
  METADATA_FILE,
  sourceOf,
  type Words,
  type World,
  wordsOf,
} from './truth.ts';

/** Makes the labels of a deposit; `now` is in milliseconds since 1970. */
export const labelsFor = (event: Extract<Event, { kind: 'deposit' }>, now: number): readonly [string, string] => {
  const date = event.isOld ? '2003/04.05.06.07' : dateOf(now);
  return [`example.org/i${event.item}/${date}`, `example.org/m${event.item}/${date}`];
};

const dateOf = (now: number): string => {
  const [year, ...rest] = new Date(now).toISOString().slice(0, 19).split(/[-T:]/);
  return `${year}/${rest.join('.')}`;
};

const IBIP_DIGITS = '3456789ABCDEFGHJKLMNPQRSTU';

/** Makes an IBIp: any text of these digits after this address is one. */
export const ibipFor = (item: number): string => {
  const base = IBIP_DIGITS.length;
  const digits = [Math.floor(item / base ** 2) % base, Math.floor(item / base) % base, item % base];
  return `8JMKD3MGP8W/35MM${digits.map((digit) => IBIP_DIGITS[digit]).join('')}`;
};

/** Carries out in the truth what the script says; the event must fit. */
export const happen = (world: World, event: Event, now: number): void => {
  const archiveAt = (number: number): ArchiveTruth => world.archives[number] as ArchiveTruth;
  switch (event.kind) {
    case 'deposit': {
      const [label, metadata] = labelsFor(event, now);
      const { item, language, files, hasIbip, hasMetadata } = event;
      world.items.set(item, {
        label,
        metadata,
        ...(hasIbip && { ibip: ibipFor(item) }),
        ...(language && { language }),
      });
      const archive = archiveAt(event.at);
      const isDescribed = archive.kind === 'ours' || (archive.kind === 'related' && hasMetadata === true);
      hold(archive, label, { state: 'original', content: 'data', language, files, ...(isDescribed && { metadata }) });
      if (isDescribed) hold(archive, metadata, { state: 'original', content: 'metadata', files: [METADATA_FILE] });
      return;
    }
    case 'edition': {
      const label = labelOf(world, event.of);
      holderOfOriginal(world, label)?.editions.set(label, labelOf(world, event.next));
      return;
    }
    case 'translation': {
      const one = labelOf(world, event.of);
      const { label: other, language = '' } = world.items.get(event.other) ?? { label: '' };
      holderOfOriginal(world, one)?.translations.push({ one, other, language });
      return;
    }
    case 'alias': {
      const label = labelOf(world, event.item);
      const { holdings } = holderOfOriginal(world, label) as ArchiveTruth;
      const holding = holdings.get(label) as Holding;
      if (!event.isRemoved) world.carriers.set(event.alias, new Set(world.carriers.get(event.alias)).add(label));
      else if (world.firsts.get(event.alias) === label) world.firsts.delete(event.alias);
      const others = (holding.aliases ?? []).filter((alias) => alias !== event.alias);
      for (const [other, { aliases = [], ...rest }] of event.isRemoved ? [] : holdings) {
        holdings.set(other, { ...rest, aliases: aliases.filter((alias) => alias !== event.alias) });
      }
      holdings.set(label, { ...holding, aliases: event.isRemoved ? others : [...others, event.alias] });
      return;
    }
    case 'unlink': {
      const cut = linkToCut(world, event);
      if (cut === undefined) return;
      const { holder, label, other } = cut;
      if (holder.editions.get(label) === other) holder.editions.delete(label);
      cutTranslation(holder, label, other);
      if (event.next !== undefined) holder.editions.set(label, labelOf(world, event.next));
      return;
    }
    case 'copy': {
      const to = archiveAt(event.to);
      copy(sourceOf(world, event) as ArchiveTruth, labelOf(world, event.item), to);
      // Archives of ours announce what they have at once.
      if (to.kind === 'ours') tell(world, to, event.item);
      return;
    }
    case 'remove': {
      const [archive, label] = [archiveAt(event.at), labelOf(world, event.item)];
      // The resolver does not hear of what an Archive removes while it is switched off.
      if (archive.membership === 'excluded' && archive.holdings.has(label)) tell(world, archive, event.item);
      remove(archive, label);
      return;
    }
    case 'transfer':
      transfer(world, labelOf(world, event.item), archiveAt(event.to));
      return;
    case 'claim':
      hold(archiveAt(event.at), labelOf(world, event.item), {
        state: 'original',
        content: 'data',
        files: ['false.pdf'],
      });
      return;
    case 'spoil': {
      const { spoiled, odd } = archiveAt(event.archive);
      const labels = world.items.get(event.item);
      for (const label of [labelOf(world, event.item), ...(labels ? [labels.metadata] : [])]) {
        spoiled.delete(label);
        odd.delete(label);
        if (event.how !== undefined && isOddPair(event.how)) odd.set(label, event.how);
        else if (event.how !== undefined) spoiled.set(label, event.how);
      }
      return;
    }
    case 'crash':
      Object.assign(archiveAt(event.archive), { down: event.how, downSince: now });
      return;
    case 'recover':
      archiveAt(event.archive).down = undefined;
      return;
    case 'exclude':
      archiveAt(event.archive).membership = 'excluded';
      return;
    case 'revoke':
      archiveAt(event.archive).membership = 'revoked';
      return;
    case 'include': {
      const archive = archiveAt(event.archive);
      archive.membership = 'included';
      if (event.isMoved) archive.address = `moved-${archive.address}`;
      return;
    }
    case 'stop':
      world.isResolverStopped = true;
      return;
    case 'start':
      world.isResolverStopped = false;
      for (const archive of world.archives) if (archive.kind !== 'ours') archive.isAcquainted = false;
      return;
    default:
      return;
  }
};

/** Notes that the Archive told of an item, and so of its description. */
const tell = (world: World, { told }: ArchiveTruth, item: number): void => {
  told.add(labelOf(world, item));
  const metadata = world.items.get(item)?.metadata;
  if (metadata !== undefined) told.add(metadata);
};

const isOddPair = (how: Spoiled): how is OddPair => how.startsWith('odd ');

const hold = ({ holdings }: ArchiveTruth, label: string, holding: Holding): void => {
  holdings.set(label, holding);
};

/** One item leaves the family; the others stay together. */
const cutTranslation = ({ translations, holdings }: ArchiveTruth, label: string, other: string): void => {
  const family = joinedBy({ translations, holdings }, label);
  const isMember = family.has(other);
  const kept = translations.filter(({ isReceived, ...link }) =>
    isReceived ? link.one !== label || link.other !== other : !isMember || !family.has(link.one),
  );
  const rest = [...family].filter(([member]) => isMember && member !== label && member !== other);
  translations.splice(0, translations.length, ...kept);
  translations.push(...rest.map(([member, language]) => ({ one: label, other: member, language })));
};

/** Returns the item and its description. */
const pairOf = ({ holdings }: ArchiveTruth, label: string): readonly (readonly [string, Holding])[] =>
  [label, holdings.get(label)?.metadata].flatMap((each) => {
    const holding = each === undefined ? undefined : holdings.get(each);
    return each === undefined || holding === undefined ? [] : [[each, holding] as const];
  });

const copy = (from: ArchiveTruth, label: string, to: ArchiveTruth): void => {
  for (const [each, holding] of pairOf(from, label)) {
    const told = livingWordsOf(from, each);
    // A minimal Archive tells nothing of other items.
    const words = { ...told, ...(to.kind === 'minimal' && { family: [{ label: each, language: undefined }] }) };
    if (to.kind === 'minimal' && holding.content === 'metadata') continue;
    const { metadata, ...plain } = holding;
    hold(to, each, { ...plain, ...(to.kind !== 'minimal' && { metadata }), state: 'copy', words });
  }
};

/** No Archive tells another of a translation that it knows to be removed. */
const livingWordsOf = (from: ArchiveTruth, label: string): Words => {
  const words = wordsOf(from, label);
  return { ...words, family: words.family.filter((member) => from.holdings.get(member.label)?.state !== 'deleted') };
};

/** A removed original leaves a tombstone, and its description stays; a dropped copy goes with its description. */
const remove = (archive: ArchiveTruth, label: string): void => {
  const holding = archive.holdings.get(label) as Holding;
  if (holding.state === 'original') hold(archive, label, { ...holding, state: 'deleted' });
  else for (const [each] of pairOf(archive, label)) archive.holdings.delete(each);
};

/** The new holder learns what the old one knew; the old one keeps a copy. */
const transfer = (world: World, label: string, to: ArchiveTruth): void => {
  const from = holderOfOriginal(world, label) as ArchiveTruth;
  for (const [each, holding] of pairOf(from, label)) {
    const words = livingWordsOf(from, each);
    if (to.kind === 'minimal' && holding.content === 'metadata') continue;
    const { metadata, words: _, ...plain } = holding;
    hold(to, each, { ...plain, ...(to.kind !== 'minimal' && { metadata }), state: 'original' });
    if (words.next !== undefined) to.editions.set(each, words.next);
    if (to.kind !== 'minimal') {
      for (const { label: other, language } of words.family) {
        if (other !== each && language !== undefined)
          to.translations.push({ one: each, other, language, isReceived: true });
      }
    }
    hold(from, each, { ...holding, state: 'copy', words });
    from.editions.delete(each);
  }
  joinReceived(to, label);
};

/**
 * Decision 45: links of the holders of both originals hold where both are, unless two items would have one language.
 */
const joinReceived = ({ translations, holdings }: ArchiveTruth, label: string): void => {
  for (const told of translations.filter(({ one, isReceived }) => isReceived && one === label)) {
    const { one, other, language } = told;
    const back = translations.find((link) => link.isReceived && link.one === other && link.other === one);
    const there = holdings.get(other)?.state;
    if (back === undefined || there === undefined || there === 'copy') continue;
    const own = joinedBy({ translations, holdings }, one);
    const joining = joinedBy({ translations, holdings }, other);
    if ([...joining.values()].some((taken) => taken !== undefined && [...own.values()].includes(taken))) continue;
    for (const link of [told, back]) translations.splice(translations.indexOf(link), 1);
    translations.push({ one, other, language });
  }
};
