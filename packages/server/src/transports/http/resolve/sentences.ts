import type { Refused } from '@perene/core';
import type { PageLanguage } from './choose-body.ts';
import { ENGLISH } from './sentences-en.ts';
import { PORTUGUESE } from './sentences-pt.ts';

/** What pages say, one idea a sentence: what happened, and what one can do. */
export interface Sentences {
  readonly malformed: {
    readonly title: string;
    readonly happened: string;
    readonly expected: (refused: Refused) => string;
    readonly advice: string;
  };
  readonly unknown: { readonly title: string; readonly happened: string; readonly advice: string };
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
    readonly again: string;
  };
  readonly noOriginal: {
    readonly title: string;
    readonly happened: string;
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
