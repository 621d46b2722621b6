import { describe, describeEvidence, type OutcomeTexts, outcomeTexts, outcomeTitle } from '@perene/api/words';
import { parseIbi } from '@perene/core';
import type { Resolution } from '../../../../services/resolver/asking/outcome/resolution.ts';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import { safeLocation } from '../safe-location.ts';
import { describeMissing, describeReserved, describeUnknown, describeUntranslated } from './notice-of-missing.ts';
import { formatDate, formatDay, listArchives } from './notice-parts.ts';

/** A message to a reader, before it becomes a page or a text. */
export interface Notice {
  readonly title: string;
  /** The label or address that the notice is about; the wrong part of it begins at `wrongAt`. */
  readonly subject?: { readonly text: string; readonly wrongAt?: number };
  readonly sentences: readonly string[];
  readonly entries?: { readonly title: string; readonly isOrdered: boolean; readonly entries: readonly Entry[] };
  /** The links that the last sentence announces. */
  readonly choices?: readonly Link[];
  /** The links to what the reader can do. */
  readonly links: readonly Link[];
}

export interface Link {
  readonly text: string;
  /** A path of this resolver, beginning with a slash, or a whole URL. */
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
  /** The language of the value, if it is not that of the page. */
  readonly language?: string;
}

/** The outcomes that get a page instead of a redirect, and a failure of this resolver. */
export type Unresolved = Exclude<Resolution, { readonly kind: 'found' }> | { readonly kind: 'failed' };

type Case<Kind extends Unresolved['kind']> = Extract<Unresolved, { readonly kind: Kind }>;

export const describeUnresolved = (unresolved: Unresolved, target: string, language: PageLanguage): Notice => {
  const { kind: outcome, ...members } = unresolved;
  return { title: outcomeTitle({ ...members, outcome }, language), ...describeMore(unresolved, target, language) };
};

const describeMore = (unresolved: Unresolved, target: string, language: PageLanguage): Omit<Notice, 'title'> => {
  const sentences = outcomeTexts(language);
  const start: Link = { text: sentences.common.start, href: '/' };
  switch (unresolved.kind) {
    case 'malformed': {
      const { happened, expected, advice } = sentences.malformed;
      const { text, refused } = unresolved;
      return {
        subject: { text, wrongAt: refused.position },
        sentences: [happened, expected(refused), advice],
        links: [start],
      };
    }
    case 'unknown':
      return { ...describeUnknown(unresolved, sentences, language), links: [start] };
    case 'missing':
      return describeMissing(unresolved, sentences);
    case 'reserved':
      return { ...describeReserved(unresolved, sentences, language), links: [start] };
    case 'untranslated':
      return describeUntranslated(unresolved, target, sentences, language);
    case 'removed':
      return { ...describeRemoved(unresolved, sentences, language), links: [] };
    case 'disputed':
      return describeDisputed(unresolved, sentences, language);
    case 'uncertain': {
      const { happened, advice, archives, reason, reasons, details, since, again } = sentences.uncertain;
      return {
        subject: { text: unresolved.ibi },
        sentences: [happened, advice(unresolved.retryAfterSeconds)],
        entries: listArchives(archives, unresolved.silent, sentences, (archive) => ({
          facts: [
            { name: reason, value: reasons[archive.code] },
            archive.since === undefined
              ? { name: details, value: describe(archive.because, language) }
              : { name: since, value: formatDate(archive.since, language) },
          ],
        })),
        links: [{ text: again, href: target }],
      };
    }
    case 'no-original': {
      const { happened, removed, archives, open } = sentences.noOriginal;
      return {
        subject: { text: unresolved.ibi },
        sentences:
          unresolved.removals.length === 0 ? [happened] : [happened, removed(dateOf(unresolved.removals, language))],
        entries: listArchives(archives, unresolved.copies, sentences),
        links: unresolved.copies.length === 0 ? [start] : [{ text: open, href: `/${unresolved.ibi}` }],
      };
    }
    case 'endless': {
      const { happened, advice, chain } = sentences.endless;
      const [first = ''] = unresolved.chain;
      const entries = unresolved.chain.map((step) => ({
        name: step,
        href: `/${labelIn(step)}:`,
        facts: [],
      }));
      return {
        subject: { text: first },
        sentences: [happened, advice],
        entries: { title: chain, isOrdered: true, entries },
        links: [{ text: sentences.common.item, href: `/${labelIn(first)}` }],
      };
    }
    case 'unusable': {
      const { happened, advice, archives } = sentences.unusable;
      return {
        subject: { text: unresolved.ibi },
        sentences: [happened, advice],
        entries: listArchives(archives, [unresolved.archive], sentences),
        links: linkMetadata(unresolved.ibi, target, sentences),
      };
    }
    case 'failed': {
      const { happened, advice } = sentences.failed;
      return { sentences: [happened, advice], links: [{ text: sentences.uncertain.again, href: target }] };
    }
  }
};

/** Returns the label of a step, without its modifiers. */
const labelIn = (step: string): string => step.replace(/[!+:].*$/s, '');

/** Returns the day of the removal, from the first Archive that tells one. */
const dateOf = (removals: Case<'removed'>['removals'], language: PageLanguage): string | undefined => {
  const told = removals.find(({ removedAt }) => removedAt !== undefined)?.removedAt;
  return told === undefined ? undefined : formatDate(told, language);
};

const describeRemoved = (
  { ibi, removals }: Case<'removed'>,
  sentences: OutcomeTexts,
  language: PageLanguage,
): Omit<Notice, 'title' | 'links'> => {
  const { happened, lasting, archives, date, dateUnknown, was, why } = sentences.removed;
  const name = removals.find((removal) => removal.title !== undefined)?.title;
  return {
    subject: { text: ibi },
    sentences: [
      happened,
      ...(name === undefined ? [] : [was(name)]),
      ...describeBirth(ibi, sentences, language),
      lasting,
    ],
    entries: listArchives(archives, removals, sentences, ({ removedAt, reason }) => ({
      facts: [
        { name: date, value: removedAt === undefined ? dateUnknown : formatDate(removedAt, language) },
        ...(reason === undefined ? [] : [{ name: why, value: reason }]),
      ],
    })),
  };
};

/** A link to the metadata, unless the request was for the metadata. */
const linkMetadata = (ibi: string, target: string, { common }: OutcomeTexts): readonly Link[] =>
  target === `/${ibi}:` ? [] : [{ text: common.metadata, href: `/${ibi}:` }];

/** Tells when the label of a removed item was made, which can be read from the label. */
const describeBirth = (text: string, { removed }: OutcomeTexts, language: PageLanguage): readonly string[] => {
  const ibi = parseIbi(text);
  if (!ibi.ok) return [];
  const where = ibi.value.form === 'repository' ? ibi.value.host : ibi.value.ip;
  const date = formatDay(new Date(ibi.value.date.seconds * 1_000), language);
  return date === undefined ? [] : [removed.born({ where, date })];
};

const describeDisputed = (
  { ibi, claims, evidence }: Case<'disputed'>,
  sentences: OutcomeTexts,
  language: PageLanguage,
): Omit<Notice, 'title'> => {
  const { happened, investigation, neutral, archives, date, open } = sentences.disputed;
  const described = evidence && describeEvidence(evidence, language, (time) => formatDate(time, language));
  return {
    subject: { text: ibi },
    sentences: [happened, investigation, neutral, ...(described?.sentences ?? [])],
    entries: listArchives(archives, claims, sentences, ({ url, timestamp, service }) => {
      const href = safeLocation(url ?? '');
      return {
        facts: [
          ...(timestamp === undefined ? [] : [{ name: date, value: formatDate(timestamp, language) }]),
          ...(described?.claimants.find((claimant) => claimant.service === service)?.facts ?? []),
        ],
        ...(href !== undefined && { link: { text: open, href } }),
      };
    }),
    links: [],
  };
};
