import type { Misfit } from '../codes/parameters.ts';
import type { ResolutionSchema, SILENCES } from '../views/federation/resolution.ts';
import type { View } from '../views/view.ts';

type Resolved = View<typeof ResolutionSchema>;
type MissingPart = NonNullable<Resolved['what']>;

/** Titles of outcomes. `failed` is the outcome of a resolver that could not do its work. */
export type OutcomeTitles = Readonly<
  Record<Exclude<Resolved['outcome'], 'missing' | 'untranslated'> | 'failed', string>
> & {
  readonly missing: Readonly<Record<MissingPart, string>>;
  readonly untranslated: (language: string) => string;
};

/** The facts that a title is made of. */
export interface ResolvedOutcome {
  readonly outcome: Resolved['outcome'] | 'failed';
  readonly what?: MissingPart | undefined;
  /** The name of the language that was asked for, of an untranslated item. */
  readonly language?: string | undefined;
}

export const titleOf = (
  { outcome, what = 'document', language = '' }: ResolvedOutcome,
  titles: OutcomeTitles,
): string => {
  if (outcome === 'missing') return titles.missing[what];
  return outcome === 'untranslated' ? titles.untranslated(language) : titles[outcome];
};

/** The sentences of pages, one idea a sentence: what happened, and what one can do. */
export interface OutcomeTexts {
  readonly malformed: {
    readonly happened: string;
    readonly expected: (unfit: Misfit) => string;
    readonly advice: string;
  };
  readonly unknown: {
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
    readonly happened: Readonly<Record<MissingPart, string>>;
    readonly path: (path: string) => string;
    readonly files: string;
  };
  readonly reserved: {
    readonly happened: (date: string | undefined) => string;
    /** For a label that may lead to an item one day. */
    readonly later: string;
    /** For a label whose draft was given up. */
    readonly never: string;
    readonly archives: string;
  };
  readonly untranslated: {
    readonly happened: string;
    /** For an item without any known translation. */
    readonly alone: string;
    readonly languages: string;
  };
  readonly removed: {
    readonly happened: string;
    readonly lasting: string;
    readonly was: (title: string) => string;
    readonly born: (fact: { readonly where: string; readonly date: string }) => string;
    readonly archives: string;
    readonly date: string;
    readonly dateUnknown: string;
    readonly why: string;
  };
  readonly disputed: {
    readonly happened: string;
    readonly neutral: string;
    /** The investigation of RTC-11 section 8.2. */
    readonly investigation: string;
    readonly archives: string;
    readonly date: string;
    readonly open: string;
  };
  readonly uncertain: {
    readonly happened: string;
    readonly advice: (seconds: number) => string;
    readonly archives: string;
    readonly reason: string;
    readonly reasons: Readonly<Record<(typeof SILENCES)[number], string>>;
    readonly details: string;
    readonly since: string;
    readonly again: string;
  };
  readonly noOriginal: {
    readonly happened: string;
    /** For an original that was here and was removed, with the date if it is known. */
    readonly removed: (date: string | undefined) => string;
    readonly archives: string;
    readonly open: string;
  };
  readonly endless: {
    readonly happened: string;
    readonly advice: string;
    readonly chain: string;
  };
  readonly unusable: {
    readonly happened: string;
    readonly advice: string;
    readonly archives: string;
  };
  readonly failed: { readonly happened: string; readonly advice: string };
  readonly common: {
    readonly service: string;
    readonly item: string;
    readonly metadata: string;
    readonly start: string;
    readonly others: (count: number) => string;
    readonly request: string;
  };
}
