import { languageName, type OutcomeTexts } from '@perene/api/words';
import type { Resolution } from '../../../../services/resolver/asking/outcome/resolution.ts';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import type { Link, Notice } from './notice.ts';
import { formatDate, listArchives } from './notice-parts.ts';

type Case<Kind extends Resolution['kind']> = Extract<Resolution, { readonly kind: Kind }>;

export const describeUnknown = (
  { ibi, away }: Case<'unknown'>,
  { unknown, ...sentences }: OutcomeTexts,
  language: PageLanguage,
): Omit<Notice, 'title' | 'links'> => {
  const { happened, advice, away: isAway, revoked, archives, since } = unknown;
  const tell = (state: (typeof away)[number]['state'], sentence: string): readonly string[] =>
    away.some((archive) => archive.state === state) ? [sentence] : [];
  return {
    subject: { text: ibi },
    sentences: [happened, ...tell('revoked', revoked), ...tell('excluded', isAway), advice],
    ...(away.length > 0 && {
      entries: listArchives(archives, away, { unknown, ...sentences }, (archive) => ({
        facts: [{ name: since, value: formatDate(archive.since, language) }],
      })),
    }),
  };
};

export const describeMissing = (
  { ibi, what, path }: Case<'missing'>,
  { missing, common }: OutcomeTexts,
): Omit<Notice, 'title'> => {
  const links: Readonly<Record<typeof what, readonly Link[]>> = {
    file: [
      { text: missing.files, href: `/${ibi}?ibiurl.verblist=GetFileList` },
      { text: common.item, href: `/${ibi}` },
    ],
    metadata: [{ text: common.item, href: `/${ibi}` }],
    document: [{ text: common.metadata, href: `/${ibi}:` }],
  };
  return {
    subject: { text: ibi },
    sentences: [missing.happened[what], ...(path === undefined ? [] : [missing.path(path)])],
    links: links[what],
  };
};

export const describeReserved = (
  { ibi, archive, since, isEnded }: Case<'reserved'>,
  { reserved, ...sentences }: OutcomeTexts,
  language: PageLanguage,
): Omit<Notice, 'title' | 'links'> => ({
  subject: { text: ibi },
  sentences: [
    reserved.happened(since === undefined ? undefined : formatDate(since, language)),
    isEnded ? reserved.never : reserved.later,
  ],
  entries: listArchives(reserved.archives, [archive], { reserved, ...sentences }),
});

export const describeUntranslated = (
  { ibi, language: wanted, languages }: Case<'untranslated'>,
  target: string,
  { untranslated, common }: OutcomeTexts,
  language: PageLanguage,
): Omit<Notice, 'title'> => {
  const choices = languages.map((tag) => ({
    text: languageName(tag, language),
    href: inLanguage(target, wanted, tag) ?? `/${ibi}+(${tag})`,
    language: tag,
  }));
  return {
    subject: { text: ibi },
    sentences: [untranslated.happened, languages.length === 0 ? untranslated.alone : `${untranslated.languages}:`],
    choices,
    links: [
      { text: common.item, href: `/${ibi}` },
      { text: common.metadata, href: `/${ibi}:` },
    ],
  };
};

/** Returns the same request in another language: a translation of the description, or of an edition, may be missing. */
const inLanguage = (target: string, wanted: string, tag: string): string | undefined => {
  const place = target.lastIndexOf(`(${wanted})`);
  return place < 0 || !target.startsWith('/')
    ? undefined
    : `${target.slice(0, place)}(${tag})${target.slice(place + wanted.length + 2)}`;
};
