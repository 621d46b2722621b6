import type { Collection } from '@perene/api';
import { LANGUAGE_TAGS, type PageLanguage } from '../../negotiation/page-language.ts';
import { type Html, html } from '../html.ts';

type InLanguages = Collection['title'];

/** The text in the language of the page, or else in the other one. */
export const readIn = (texts: InLanguages, language: PageLanguage): string | undefined =>
  texts[language] ?? texts[language === 'en' ? 'pt' : 'en'];

/** The attribute of a text that is not in the language of the page. */
export const langOf = (texts: InLanguages, language: PageLanguage): Html | false => {
  const other = language === 'en' ? 'pt' : 'en';
  return texts[language] === undefined && texts[other] !== undefined && html` lang="${LANGUAGE_TAGS[other]}"`;
};

export const collectionAddress = (name: string): string => `/collections/${name}`;

/** Links to the page of a collection, by its title. */
export const renderCollectionLink = (
  { name, title }: Pick<Collection, 'name' | 'title'>,
  language: PageLanguage,
): Html => html`<a href="${collectionAddress(name)}"${langOf(title, language)}>${readIn(title, language) ?? name}</a>`;
