import type { Refused } from '@perene/core';
import type { Resolution, SilenceCode } from '../../../../services/resolver/asking/resolution.ts';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import { ENGLISH } from './sentences-en.ts';
import { PORTUGUESE } from './sentences-pt.ts';

type Missing = Extract<Resolution, { kind: 'missing' }>;

/** What pages say, one idea a sentence: what happened, and what one can do. */
export interface Sentences {
  readonly malformed: {
    readonly title: string;
    readonly happened: string;
    readonly expected: (refused: Refused) => string;
    readonly advice: string;
  };
  readonly unknown: {
    readonly title: string;
    readonly happened: string;
    readonly advice: string;
    /** For Archives that are switched off and whose items are unknown. */
    readonly away: string;
    /** For an Archive that had the item and was revoked. */
    readonly revoked: string;
    readonly archives: string;
    readonly since: string;
  };
  readonly missing: {
    readonly titles: Readonly<Record<Missing['what'], string>>;
    readonly happened: Readonly<Record<Missing['what'], string>>;
    readonly path: (path: string) => string;
    readonly files: string;
  };
  readonly untranslated: {
    readonly title: (language: string) => string;
    readonly happened: string;
    /** Where no translation is known at all. */
    readonly alone: string;
    readonly languages: string;
  };
  readonly removed: {
    readonly title: string;
    readonly happened: string;
    readonly lasting: string;
    readonly was: (title: string) => string;
    readonly born: (fact: { readonly where: string; readonly date: string }) => string;
    readonly archives: string;
    readonly date: string;
    readonly dateUnknown: string;
  };
  readonly disputed: {
    readonly title: string;
    readonly happened: string;
    readonly neutral: string;
    /** RTC-11 section 8.2. */
    readonly investigation: string;
    readonly archives: string;
    readonly date: string;
    readonly open: string;
  };
  readonly uncertain: {
    readonly title: string;
    readonly happened: string;
    readonly advice: (seconds: number) => string;
    readonly archives: string;
    readonly reason: string;
    readonly reasons: Readonly<Record<SilenceCode, string>>;
    readonly details: string;
    readonly since: string;
    readonly again: string;
  };
  readonly noOriginal: {
    readonly title: string;
    readonly happened: string;
    /** Where the original was there, and was removed. */
    readonly removed: string;
    readonly archives: string;
    readonly open: string;
  };
  readonly endless: {
    readonly title: string;
    readonly happened: string;
    readonly advice: string;
    readonly chain: string;
  };
  readonly unusable: {
    readonly title: string;
    readonly happened: string;
    readonly advice: string;
    readonly archives: string;
  };
  readonly failed: { readonly title: string; readonly happened: string; readonly advice: string };
  readonly common: {
    readonly service: string;
    readonly item: string;
    readonly metadata: string;
    readonly start: string;
    readonly others: (count: number) => string;
    readonly request: string;
  };
}

export const SENTENCES: Readonly<Record<PageLanguage, Sentences>> = { en: ENGLISH, pt: PORTUGUESE };

/** As `lang` and Content-Language name it. */
export const LANGUAGE_TAGS: Readonly<Record<PageLanguage, string>> = { en: 'en', pt: 'pt-BR' };
