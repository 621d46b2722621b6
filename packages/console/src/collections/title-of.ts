import type { Language } from '../i18n/language.ts';
import type { Collection } from './api.ts';

/** The title in the reader's language, or else in the other one. */
export const titleOf = ({ name, title }: Pick<Collection, 'name' | 'title'>, language: Language): string =>
  title[language] ?? title.en ?? title.pt ?? name;
