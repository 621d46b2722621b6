import type { Resolution } from '../../../../services/resolver/asking/resolution.ts';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import type { Link, Notice } from './notice.ts';
import { formatDate, listArchives } from './notice-parts.ts';
import type { Sentences } from './sentences.ts';

type Case<Kind extends Resolution['kind']> = Extract<Resolution, { readonly kind: Kind }>;

export const describeUnknown = (
  { ibi, away }: Case<'unknown'>,
  { unknown, ...sentences }: Sentences,
  language: PageLanguage,
): Omit<Notice, 'links'> => {
  const { title, happened, advice, away: isAway, revoked, archives, since } = unknown;
  const tell = (state: (typeof away)[number]['state'], sentence: string): readonly string[] =>
    away.some((archive) => archive.state === state) ? [sentence] : [];
  return {
    title,
    subject: { text: ibi },
    sentences: [happened, ...tell('revoked', revoked), ...tell('excluded', isAway), advice],
    ...(away.length > 0 && {
      entries: listArchives(archives, away, { unknown, ...sentences }, (archive) => ({
        facts: [{ name: since, value: formatDate(archive.since, language) }],
      })),
    }),
  };
};

export const describeMissing = ({ ibi, what, path }: Case<'missing'>, { missing, common }: Sentences): Notice => {
  const links: Readonly<Record<typeof what, readonly Link[]>> = {
    file: [
      { text: missing.files, href: `/${ibi}?ibiurl.verblist=GetFileList` },
      { text: common.item, href: `/${ibi}` },
    ],
    metadata: [{ text: common.item, href: `/${ibi}` }],
    document: [{ text: common.metadata, href: `/${ibi}:` }],
  };
  return {
    title: missing.titles[what],
    subject: { text: ibi },
    sentences: [missing.happened[what], ...(path === undefined ? [] : [missing.path(path)])],
    links: links[what],
  };
};

export const describeUntranslated = (
  { ibi, language: wanted, languages }: Case<'untranslated'>,
  target: string,
  { untranslated, common }: Sentences,
  language: PageLanguage,
): Notice => {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const choices = languages.map((tag) => ({
    text: nameLanguage(names, tag),
    href: inLanguage(target, wanted, tag) ?? `/${ibi}+(${tag})`,
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

/** The same request in another language: what is missing may be a translation of the description, or of an edition. */
const inLanguage = (target: string, wanted: string, tag: string): string | undefined => {
  const place = target.lastIndexOf(`(${wanted})`);
  return place < 0 || !target.startsWith('/')
    ? undefined
    : `${target.slice(0, place)}(${tag})${target.slice(place + wanted.length + 2)}`;
};

const nameLanguage = (names: Intl.DisplayNames, tag: string): string => {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
};
