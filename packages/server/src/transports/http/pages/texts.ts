import type { PageLanguage } from '../negotiation/page-language.ts';
import { ENGLISH } from './texts-en.ts';
import { PORTUGUESE } from './texts-pt.ts';

/** Every text of the public pages; the compiler sees that both languages have them all. */
export type PageTexts = typeof ENGLISH;

export const PAGE_TEXTS: Readonly<Record<PageLanguage, PageTexts>> = { en: ENGLISH, pt: PORTUGUESE };
