import type { OutcomeTexts } from '@perene/api/words';
import type { KnownArchive } from '../../../../services/resolver/asking/outcome/resolution.ts';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import type { Entry, Notice } from './notice.ts';

const MAX_ENTRIES = 50;
const HOST = /^[\da-z.:[\]-]+$/i;

export const listArchives = <Archive extends KnownArchive>(
  title: string,
  archives: readonly Archive[],
  { common }: OutcomeTexts,
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

export const formatDay = (date: Date, language: PageLanguage): string | undefined =>
  Number.isNaN(date.getTime())
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** Returns a text that is not a date as the Archive wrote it. */
export const formatDate = (text: string, language: PageLanguage): string => formatDay(new Date(text), language) ?? text;
