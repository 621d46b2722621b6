import { parseIbi } from '@perene/core';
import type { KnownArchive, Resolution } from '../../../services/resolver/resolution.ts';
import type { PageLanguage } from './choose-body.ts';
import { safeLocation } from './safe-location.ts';
import { SENTENCES, type Sentences } from './sentences.ts';

/** What a reader is told, before it becomes a page or a text. */
export interface Notice {
  readonly title: string;
  /** The label or address that it is about; what is wrong in it begins at `wrongAt`. */
  readonly subject?: { readonly text: string; readonly wrongAt?: number };
  readonly sentences: readonly string[];
  readonly entries?: { readonly title: string; readonly isOrdered: boolean; readonly entries: readonly Entry[] };
  /** What the last sentence announces. */
  readonly choices?: readonly Link[];
  /** What one can do. */
  readonly links: readonly Link[];
}

export interface Link {
  readonly text: string;
  /** From this resolver's slash on, or a whole URL. */
  readonly href: string;
  readonly language?: string;
}

export interface Entry {
  readonly name: string;
  readonly href?: string;
  readonly facts: readonly Fact[];
  readonly link?: Link;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly href?: string;
  /** Where it is not the language of the page. */
  readonly language?: string;
}

/** What is answered with a page: not a redirect, but also a redirect that nobody should follow, or no answer at all. */
export type Unresolved =
  | Exclude<Resolution, { readonly kind: 'found' }>
  | { readonly kind: 'unusable'; readonly ibi: string; readonly archive: KnownArchive }
  | { readonly kind: 'failed' };

const MAX_ENTRIES = 50;

export const describeUnresolved = (unresolved: Unresolved, target: string, language: PageLanguage): Notice => {
  const sentences = SENTENCES[language];
  const start: Link = { text: sentences.common.start, href: '/' };
  switch (unresolved.kind) {
    case 'malformed': {
      const { title, happened, expected, advice } = sentences.malformed;
      const { text, refused } = unresolved;
      return {
        title,
        subject: { text, wrongAt: refused.position },
        sentences: [happened, expected(refused), advice],
        links: [start],
      };
    }
    case 'unknown': {
      const { title, happened, advice } = sentences.unknown;
      return { title, subject: { text: unresolved.ibi }, sentences: [happened, advice], links: [start] };
    }
    case 'untranslated':
      return describeUntranslated(unresolved, sentences, language);
    case 'removed':
      return {
        ...describeRemoved(unresolved, sentences, language),
        links: linkMetadata(unresolved.ibi, target, sentences),
      };
    case 'disputed':
      return describeDisputed(unresolved, sentences, language);
    case 'uncertain': {
      const { title, happened, advice, archives, reason, again } = sentences.uncertain;
      return {
        title,
        subject: { text: unresolved.ibi },
        sentences: [happened, advice(unresolved.retryAfterSeconds)],
        entries: listArchives(archives, unresolved.silent, sentences, (archive) => ({
          facts: [{ name: reason, value: archive.reason, language: 'en' }],
        })),
        links: [{ text: again, href: target }],
      };
    }
    case 'no-original': {
      const { title, happened, archives, open } = sentences.noOriginal;
      return {
        title,
        subject: { text: unresolved.ibi },
        sentences: [happened],
        entries: listArchives(archives, unresolved.copies, sentences),
        links: unresolved.copies.length === 0 ? [start] : [{ text: open, href: `/${unresolved.ibi}` }],
      };
    }
    case 'endless': {
      const { title, happened, advice, chain } = sentences.endless;
      const [first = ''] = unresolved.chain;
      const entries = unresolved.chain.map((step) => ({
        name: step,
        ...(parseIbi(step).ok && { href: `/${step}:` }),
        facts: [],
      }));
      return {
        title,
        subject: { text: first },
        sentences: [happened, advice],
        entries: { title: chain, isOrdered: true, entries },
        links: [],
      };
    }
    case 'unusable': {
      const { title, happened, advice, archives } = sentences.unusable;
      return {
        title,
        subject: { text: unresolved.ibi },
        sentences: [happened, advice],
        entries: listArchives(archives, [unresolved.archive], sentences),
        links: linkMetadata(unresolved.ibi, target, sentences),
      };
    }
    case 'failed': {
      const { title, happened, advice } = sentences.failed;
      return { title, sentences: [happened, advice], links: [{ text: sentences.uncertain.again, href: target }] };
    }
  }
};

type Case<Kind extends Unresolved['kind']> = Extract<Unresolved, { readonly kind: Kind }>;

const describeUntranslated = (
  { ibi, language: wanted, languages }: Case<'untranslated'>,
  { untranslated, common }: Sentences,
  language: PageLanguage,
): Notice => {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const choices = languages.map((tag) => ({
    text: nameLanguage(names, tag),
    href: `/${ibi}+(${tag})`,
    language: tag,
  }));
  return {
    title: untranslated.title(nameLanguage(names, wanted)),
    subject: { text: ibi },
    sentences: [untranslated.happened, languages.length === 0 ? untranslated.alone : `${untranslated.languages}:`],
    choices,
    links: [
      { text: common.item, href: `/${ibi}` },
      { text: common.metadata, href: `/${ibi}:` },
    ],
  };
};

const nameLanguage = (names: Intl.DisplayNames, tag: string): string => {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const describeRemoved = (
  { ibi, removals }: Case<'removed'>,
  sentences: Sentences,
  language: PageLanguage,
): Omit<Notice, 'links'> => {
  const { title, happened, lasting, archives, date, dateUnknown, was } = sentences.removed;
  const name = removals.find((removal) => removal.title !== undefined)?.title;
  return {
    title,
    subject: { text: ibi },
    sentences: [
      happened,
      ...(name === undefined ? [] : [was(name)]),
      ...describeBirth(ibi, sentences, language),
      lasting,
    ],
    entries: listArchives(archives, removals, sentences, ({ removedAt }) => ({
      facts: [{ name: date, value: removedAt === undefined ? dateUnknown : formatDate(removedAt, language) }],
    })),
  };
};

/** Nobody is led to where he is. */
const linkMetadata = (ibi: string, target: string, { common }: Sentences): readonly Link[] =>
  target === `/${ibi}:` ? [] : [{ text: common.metadata, href: `/${ibi}:` }];

/** What the label says by itself outlives the item. */
const describeBirth = (text: string, { removed }: Sentences, language: PageLanguage): readonly string[] => {
  const ibi = parseIbi(text);
  if (!ibi.ok) return [];
  const where = ibi.value.form === 'repository' ? ibi.value.host : ibi.value.ip;
  const date = formatDay(new Date(ibi.value.date.seconds * 1_000), language);
  return date === undefined ? [] : [removed.born({ where, date })];
};

const describeDisputed = ({ ibi, claims }: Case<'disputed'>, sentences: Sentences, language: PageLanguage): Notice => {
  const { title, happened, neutral, archives, date, open } = sentences.disputed;
  return {
    title,
    subject: { text: ibi },
    sentences: [happened, neutral],
    entries: listArchives(archives, claims, sentences, ({ url, timestamp }) => {
      const href = safeLocation(url ?? '');
      return {
        facts: timestamp === undefined ? [] : [{ name: date, value: formatDate(timestamp, language) }],
        ...(href !== undefined && { link: { text: open, href } }),
      };
    }),
    links: [],
  };
};

const HOST = /^[\da-z.:[\]-]+$/i;

const listArchives = <Archive extends KnownArchive>(
  title: string,
  archives: readonly Archive[],
  { common }: Sentences,
  describe: (archive: Archive) => Pick<Entry, 'facts' | 'link'> = () => ({ facts: [] }),
): NonNullable<Notice['entries']> => {
  const entries = archives.slice(0, MAX_ENTRIES).map((archive): Entry => {
    const { facts, link } = describe(archive);
    const { address, service } = archive;
    return {
      name: address,
      ...(HOST.test(address) && { href: `http://${address}/` }),
      facts: [...facts, { name: common.service, value: service, href: `/${service}` }],
      ...(link && { link }),
    };
  });
  const left = archives.length - entries.length;
  return {
    title,
    isOrdered: false,
    entries: left > 0 ? [...entries, { name: common.others(left), facts: [] }] : entries,
  };
};

const formatDay = (date: Date, language: PageLanguage): string | undefined =>
  Number.isNaN(date.getTime())
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** As the Archive wrote it, where that is no date. */
const formatDate = (text: string, language: PageLanguage): string => formatDay(new Date(text), language) ?? text;
