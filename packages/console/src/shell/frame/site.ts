import type { AnswerOf } from '@perene/api';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { createOpenClient } from '../../api/people.ts';
import { useLanguage } from '../../i18n/language.ts';

/** Whose node this is. */
export type Site = AnswerOf<'showNode'>['site'];

const UNKNOWN: Site = { name: { en: '', pt: '' }, isForPractice: false };

export const SiteContext = createContext<Site>(UNKNOWN);

export const useSite = (): Site => useContext(SiteContext);

/** The name of the institution, in the language of the reader. */
export const useSiteName = (): string => useSite().name[useLanguage().language];

/** Asks the node once whose it is; pages can be used before it answers. */
export const useLoadedSite = (): Site => {
  const [site, setSite] = useState(UNKNOWN);
  useEffect(() => {
    createOpenClient()
      .api.showNode()
      .then(
        (node) => setSite(node.site),
        () => undefined,
      );
  }, []);
  return site;
};
